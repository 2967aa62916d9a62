import { Buffer } from "node:buffer";
import { loesePaare, umschrift } from "./umschrift.ts";

/** Letters that Unicode does not take apart into a plain one and a mark. */
const plain: Record<string, string> = {
  ...umschrift,
  Æ: "AE",
  æ: "ae",
  Ø: "O",
  ø: "o",
  Œ: "OE",
  œ: "oe",
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
  Ð: "D",
  ð: "d",
  Þ: "TH",
  þ: "th",
  Ħ: "H",
  ħ: "h",
  Ŋ: "N",
  ŋ: "n",
  ı: "i",
  Ə: "E",
  ə: "e",
  Ŧ: "T",
  ŧ: "t",
  ẞ: "SS",
  ß: "ss",
};

const deutsch: Record<string, string> = { Ä: "Ae", ä: "ae", Ö: "Oe", ö: "oe", Ü: "Ue", ü: "ue" };

const zeichen: Record<string, string> = {
  "&": "+",
  "–": "-",
  "—": "-",
  "−": "-",
  _: "-",
  "„": "'",
  "“": "'",
  "”": "'",
  "‚": "'",
  "‘": "'",
  "’": "'",
  '"': "'",
  "`": "'",
  "´": "'",
  ʻ: "'",
  ʼ: "'",
  ";": ",",
  "[": "(",
  "]": ")",
  "{": "(",
  "}": ")",
  "§": "Par.",
  "€": "EUR",
  "\u2044": "/",
  "\\": "/",
  "|": "/",
};

/** Without its marks: Ş is S, ễ is e. */
const ohneMarken = (z: string): string =>
  [...z.normalize("NFKD").replace(/\p{M}/gu, "")].map((teil) => plain[teil] ?? zeichen[teil] ?? teil).join("");

const setze = (text: string, erlaubt: RegExp, ersetze: (z: string) => string): string => {
  let ergebnis = "";
  const sichtbar = loesePaare(
    text
      .replace(/[\s\p{Cc}]+/gu, " ")
      .replace(/\p{Cf}/gu, "")
      .normalize("NFC"),
  );
  for (const z of sichtbar) ergebnis += erlaubt.test(z) ? z : ersetze(z);
  return ergebnis;
};

const sepaZeichen = /^[A-Za-z0-9/\-?:().,'+ ]$/;

const alsSepa = (z: string): string => {
  const ersatz = deutsch[z] ?? plain[z] ?? zeichen[z] ?? ohneMarken(z);
  return [...ersatz].every((teil) => sepaZeichen.test(teil)) ? ersatz : ".";
};

/**
 * The text in the characters that every bank in SEPA takes (EPC217-08): German umlauts as ae, oe, ue, Greek and Cyrillic
 * as they sound, other letters without their marks, what is left as a full stop.
 */
export function sepaText(text: string, hoechstens: number): string {
  return setze(text, sepaZeichen, alsSepa).replace(/ +/g, " ").trim().slice(0, hoechstens).trim();
}

/** Whether `sepaText` says every letter of a text: Chinese, say, it cannot. Nor is a full stop for a symbol a name. */
export function istInSepaSchreibbar(text: string): boolean {
  return (
    /[A-Za-z0-9]/.test(sepaText(text, 70)) &&
    [...text.normalize("NFC")].every((z) => !/[\p{L}\p{N}]/u.test(z) || alsSepaZeichen(z) !== ".")
  );
}

const alsSepaZeichen = (z: string): string => (sepaZeichen.test(z) ? z : alsSepa(z));

/** What Windows-1252 has between 0x80 and 0x9F, in that order; a blank where it has nothing. */
const fenster = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
const inFenster = new Map([...fenster].flatMap((z, i) => (z === " " ? [] : [[z, 0x80 + i] as const])));

const byte = (z: string): number | undefined => {
  const nummer = z.codePointAt(0) ?? 0;
  return nummer < 0x80 || (nummer >= 0xa0 && nummer <= 0xff) ? nummer : inFenster.get(z);
};

/** The text in what Windows-1252 can say; letters that it lacks lose their marks, or are written as they sound. */
export function ansiText(text: string): string {
  return setze(text, /^[\x20-\x7e\xa0-\xff]$/, (z) => {
    if (byte(z) !== undefined) return z;
    const ersatz = plain[z] ?? ohneMarken(z);
    return [...ersatz].every((teil) => byte(teil) !== undefined) ? ersatz : ".";
  });
}

/** @param text as `ansiText` gives it */
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
