import { isUtf8 } from "node:buffer";
import { setImmediate as pausiere } from "node:timers/promises";
import { Unlesbar } from "../befunde.ts";

const stueckgroesse = 64 * 1024;

const falsch = (was: string): Unlesbar =>
  new Unlesbar("kodierung", `${was} Bitte als „CSV UTF-8“ speichern und noch einmal hochladen.`);

/** Letters that UTF-8 makes of ÄÖÜäöüß when another program takes its bytes for characters of their own. */
const zweimalKodiert = /Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** What of Windows-1252 no text has: in the older encoding of DOS it is the ü, and others. */
const nieBenutzt = /[\u0081\u008d\u008f\u0090\u009d]/;

/**
 * What in Windows-1252 no word has within: the ä and ö of DOS are quotation marks there, the ü, ä and ß of a Macintosh Ÿ, Š
 * and §. Its ö is š, as many a name has.
 */
const imWort = /\p{L}[„”]\p{L}|Ÿ\p{Ll}|\p{L}Š\p{Ll}|\p{Ll}§[\p{L};,"\t\r\n]/u;

/** @throws Unlesbar */
const pruefe = (text: string, istUtf: boolean): void => {
  if (text.includes("\uFFFD")) throw falsch("In der Datei sind Umlaute schon verloren (�).");
  if (zweimalKodiert.test(text)) throw falsch("In der Datei stehen verstümmelte Umlaute (z. B. Ã¼ statt ü).");
  if (nieBenutzt.test(text) || (!istUtf && imWort.test(text)))
    throw falsch("Die Zeichen der Datei sind weder UTF-8 noch Windows-1252.");
  if (text.includes("\0")) throw new Unlesbar("datei_unlesbar", "Die Datei ist weder eine Excel-Mappe noch eine CSV.");
};

/**
 * The text of a file in UTF-8, with or without a byte order mark, or in Windows-1252, piece by piece.
 *
 * @throws Unlesbar where the characters are not what they were
 */
export async function* liesText(bytes: Uint8Array): AsyncGenerator<string> {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw falsch("Die Datei ist in UTF-16 gespeichert.");
  const istUtf = isUtf8(bytes);
  const dekodierer = new TextDecoder(istUtf ? "utf-8" : "windows-1252");
  let ueberhang = "";
  for (let stelle = 0; stelle < bytes.length; stelle += stueckgroesse) {
    const text = dekodierer.decode(bytes.subarray(stelle, stelle + stueckgroesse), { stream: true });
    pruefe(ueberhang + text, istUtf);
    ueberhang = text.slice(-2);
    yield text;
    await pausiere();
  }
}
