import type { PassThrough } from "node:stream";
import { alsMappentext, beginneBlatt, type Mappentext, schreibeZeilen, stueckweise } from "../mappe.ts";
import type { Spalte, Summe, Tabelle } from "./spalten.ts";

const zahlenformat: Record<Spalte<unknown>["art"], string> = {
  text: "@",
  datum: "dd.mm.yyyy",
  zahl: "0",
  betrag: '#,##0.00 "€"',
};

/**
 * Days by UTC: a local midnight would show as the day before. Amounts as cents / 100, exact within all cents. Texts
 * without the two characters that XML cannot hold and exceljs lets through: one of them, and no program opens the file.
 */
const zellwert = <Z>(spalte: Spalte<Z>, zeile: Z): Mappentext | number | Date | null => {
  switch (spalte.art) {
    case "datum":
      return new Date(`${spalte.wert(zeile)}T00:00:00Z`);
    case "betrag": {
      const cent = spalte.wert(zeile);
      return cent === null ? null : cent / 100;
    }
    case "text": {
      const text = spalte.wert(zeile);
      return text === null ? null : alsMappentext(text.replace(/[\uFFFE\uFFFF]/g, ""));
    }
    case "zahl":
      return spalte.wert(zeile);
  }
};

const buchstabe = (spalte: number): string =>
  spalte < 26 ? String.fromCharCode(65 + spalte) : `${buchstabe(Math.floor(spalte / 26) - 1)}${buchstabe(spalte % 26)}`;

/** Sums in cents while the rows pass by. */
const sammleSummen = <Z>({ spalten, summen }: Tabelle<Z>) => {
  const bisher = summen.map(() => spalten.map(() => 0));
  const gehoert = ({ nur }: Summe, zeile: Z): boolean => {
    if (!nur) return true;
    const spalte = spalten.find(({ titel }) => titel === nur.spalte);
    return spalte?.art === "text" && (spalte.wert(zeile) ?? "").endsWith(nur.endung);
  };
  return {
    bisher,
    nimm(zeile: Z) {
      for (const [s, summe] of summen.entries()) {
        const werte = bisher[s];
        if (!werte || !gehoert(summe, zeile)) continue;
        for (const [i, spalte] of spalten.entries())
          if (spalte.art === "betrag") werte[i] = (werte[i] ?? 0) + (spalte.wert(zeile) ?? 0);
      }
    },
  };
};

const formel = <Z>({ spalten }: Tabelle<Z>, { nur }: Summe, spalte: number, letzte: number): string => {
  const bereich = (i: number) => `${buchstabe(i)}2:${buchstabe(i)}${letzte}`;
  if (!nur) return `SUBTOTAL(109,${bereich(spalte)})`;
  const suche = spalten.findIndex(({ titel }) => titel === nur.spalte);
  return `SUMIF(${bereich(suche)},"*${nur.endung}",${bereich(spalte)})`;
};

/**
 * The workbook piece by piece: typed cells, a frozen head with filter, sums as formulas below. Rows are written as they
 * come and wait while the reader is slow; a reader who leaves ends it.
 */
export function schreibeXlsx<Z>(tabelle: Tabelle<Z>, stapel: AsyncIterable<Z[]>): AsyncGenerator<Uint8Array> {
  return stueckweise((ausgang) => fuelle(tabelle, stapel, ausgang));
}

const fuelle = async <Z>(tabelle: Tabelle<Z>, stapel: AsyncIterable<Z[]>, ausgang: PassThrough): Promise<void> => {
  const { spalten, summen, blatt } = tabelle;
  // Not before the first workbook: no package takes longer to load.
  const { default: ExcelJS } = await import("exceljs");
  const mappe = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: ausgang, useStyles: true });
  const arbeitsblatt = beginneBlatt(
    mappe,
    blatt,
    spalten.map(({ titel, breite, art }) => ({ titel, breite, zahlenformat: zahlenformat[art] })),
  );
  const summe = sammleSummen(tabelle);
  let letzte = 1;
  const istDa = await schreibeZeilen(stapel, ausgang, (zeile) => {
    arbeitsblatt.addRow(spalten.map((spalte) => zellwert(spalte, zeile))).commit();
    summe.nimm(zeile);
    letzte += 1;
  });
  if (!istDa) return;
  arbeitsblatt.autoFilter = { from: { row: 1, column: 1 }, to: { row: letzte, column: spalten.length } };
  if (letzte > 1)
    for (const [s, zeile] of summen.entries()) {
      const werte = spalten.map((spalte, i) => {
        if (i === 0) return zeile.titel;
        if (spalte.art !== "betrag") return null;
        return { formula: formel(tabelle, zeile, i, letzte), result: (summe.bisher[s]?.[i] ?? 0) / 100 };
      });
      const reihe = arbeitsblatt.addRow(werte);
      reihe.font = { bold: true };
      reihe.commit();
    }
  arbeitsblatt.commit();
  await mappe.commit();
};
