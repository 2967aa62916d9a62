import { hoechstensMonate, type Indexstand } from "./schema.ts";

type Monatswert = Pick<Indexstand, "monat" | "wert">;

/** The file is no table of monthly values; the message says in which line. */
export class KeineStaende extends Error {
  override name = "KeineStaende";
}

const monatsnamen = "januar februar märz april mai juni juli august september oktober november dezember".split(" ");

/** What a table has where no value is published (yet). */
const ohneWert = new Set(["", "-", ".", "...", "…", "/", "x"]);

/** UTF-8, or else what Windows writes. */
const alsText = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};

const zellenVon = (zeile: string): string[] => {
  const trenner = [";", "\t"].find((zeichen) => zeile.includes(zeichen)) ?? ",";
  return zeile.split(trenner).map((zelle) => zelle.trim().replace(/^"(.*)"$/, "$1"));
};

const zweistellig = (monat: number | string): string => String(monat).padStart(2, "0");

const istJahr = (text: string): boolean => /^(19|20|21)\d{2}$/.test(text);

/** "2026-09", "09/2026", "9.2026" */
const monatVon = (text: string): string | null => {
  const [, jahr, monat] = /^(\d{4})-(\d{1,2})$/.exec(text) ?? [];
  const [, vorn, hinten] = /^(\d{1,2})[./](\d{4})$/.exec(text) ?? [];
  const [y, m] = jahr ? [jahr, monat] : [hinten, vorn];
  return y && m && Number(m) >= 1 && Number(m) <= 12 && istJahr(y) ? `${y}-${zweistellig(m)}` : null;
};

/** Before the first value: written like no month, and with nothing that reads like a value. */
const istUeberschrift = ([erste = "", ...weitere]: readonly string[]): boolean =>
  !/^(\d{4}-\d{1,2}|\d{1,2}[./]\d{4})$/.test(erste) && !weitere.some((zelle) => /^\d{2,3}[.,]\d$/.test(zelle));

/** null: the row says no month. */
const lies = (zellen: readonly string[]): { monat: string; text: string } | null => {
  const [erste = "", zweite = "", dritte = ""] = zellen;
  const monat = monatVon(erste);
  if (monat !== null && dritte === "") return { monat, text: zweite };
  const nr = monatsnamen.indexOf(zweite.toLowerCase()) + 1;
  return istJahr(erste) && nr > 0 ? { monat: `${erste}-${zweistellig(nr)}`, text: dritte } : null;
};

/**
 * Monthly values of a CSV table: `2026-09;124,5` or, as the statistical office writes it, `2026;September;124,5`. Semicolon,
 * tab or comma between, decimal comma or point; headings before the first value and months without one are passed over.
 *
 * @throws KeineStaende
 */
export function liesStaende(bytes: Uint8Array): Monatswert[] {
  const zeilen = alsText(bytes)
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/);
  const staende: Monatswert[] = [];
  for (const [i, zeile] of zeilen.entries()) {
    if (zeile.trim() === "") continue;
    const zellen = zellenVon(zeile);
    const gelesen = lies(zellen);
    if (gelesen === null) {
      if (staende.length === 0 && istUeberschrift(zellen)) continue;
      throw new KeineStaende(`Zeile ${i + 1} nennt keinen Monat wie 2026-09 oder 2026;September.`);
    }
    const { monat, text } = gelesen;
    if (ohneWert.has(text)) continue;
    const [, ganz, zehntel = "0"] = /^(\d{1,5})(?:[.,](\d))?$/.exec(text) ?? [];
    if (ganz === undefined || Number(`${ganz}.${zehntel}`) === 0)
      throw new KeineStaende(`Zeile ${i + 1} hat keinen Wert mit höchstens einer Nachkommastelle.`);
    staende.push({ monat, wert: `${Number(ganz)}.${zehntel}` });
  }
  if (staende.length === 0) throw new KeineStaende("Die Datei enthält keinen Monatswert.");
  if (staende.length > hoechstensMonate) throw new KeineStaende(`Mehr als ${hoechstensMonate} Monate.`);
  return staende;
}
