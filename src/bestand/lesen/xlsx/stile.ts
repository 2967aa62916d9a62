import type { Archiv } from "./archiv.ts";
import { liesGanz } from "./xml.ts";

/** What the number of a cell is shown as; `stellen`: filled up with zeros to so many digits. */
export type Anzeige = "datum" | "prozent" | "zahl" | { stellen: number };

const alsDatum = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
const alsProzent = new Set([9, 10]);

/** By a format's code, e.g. `dd.mm.yyyy`, `0.00%` or `00000`; texts, colours and conditions in it say nothing. */
const anzeigeVon = (formatcode: string): Anzeige => {
  const code = formatcode.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, "").toLowerCase();
  if (/[dy]|m{3}|(?<![hs:])mm?(?![:s])/.test(code) && !/general|standard/.test(code)) return "datum";
  if (code.includes("%")) return "prozent";
  const [nullen] = /^00+(?=$|;)/.exec(code) ?? [];
  return nullen === undefined ? "zahl" : { stellen: nullen.length };
};

/** How each style of the workbook shows a number, in their order. */
export async function liesStile(archiv: Archiv, pfad: string): Promise<Anzeige[]> {
  const eigene = new Map<string, string>();
  const stile: Anzeige[] = [];
  let inZellstilen = false;
  const anzeige = (id: string): Anzeige => {
    const eigenes = eigene.get(id);
    if (eigenes !== undefined) return anzeigeVon(eigenes);
    if (alsDatum.has(Number(id))) return "datum";
    return alsProzent.has(Number(id)) ? "prozent" : "zahl";
  };
  await liesGanz(archiv.lies(pfad, "nebenteil"), {
    auf(name, merkmale) {
      if (name === "numFmt" && merkmale.numFmtId) eigene.set(merkmale.numFmtId, merkmale.formatCode ?? "");
      else if (name === "cellXfs") inZellstilen = true;
      else if (name === "xf" && inZellstilen) stile.push(anzeige(merkmale.numFmtId ?? "0"));
    },
    zu(name) {
      if (name === "cellXfs") inZellstilen = false;
    },
  });
  return stile;
}
