import { Buffer } from "node:buffer";
import { ersetzeUnerlaubte, inLatein } from "../../kern/zeichen/lateinisch.ts";

/** What Windows-1252 has between 0x80 and 0x9F, in that order; a blank where it has nothing. */
const fenster = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
const inFenster = new Map([...fenster].flatMap((z, i) => (z === " " ? [] : [[z, 0x80 + i] as const])));

const byte = (z: string): number | undefined => {
  const nummer = z.codePointAt(0) ?? 0;
  return nummer < 0x80 || (nummer >= 0xa0 && nummer <= 0xff) ? nummer : inFenster.get(z);
};

/** The text in what Windows-1252 can say; letters that it lacks lose their marks, or are written as they sound. */
export function ansiText(text: string): string {
  return ersetzeUnerlaubte(text, /^[\x20-\x7e\xa0-\xff]$/, (z) => {
    if (byte(z) !== undefined) return z;
    const ersatz = inLatein(z);
    return [...ersatz].every((teil) => byte(teil) !== undefined) ? ersatz : ".";
  });
}

/** @param text as `ansiText` gives it   @throws RangeError for any other sign */
export function cp1252(text: string): Buffer {
  const bytes = Buffer.alloc(text.length);
  let i = 0;
  for (const z of text) {
    const b = byte(z);
    if (b === undefined) throw new RangeError(`Nicht in Windows-1252: ${z}`);
    bytes[i++] = b;
  }
  return bytes.subarray(0, i);
}
