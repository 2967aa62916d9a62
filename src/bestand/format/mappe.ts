import type { PassThrough } from "node:stream";
import type ExcelJS from "exceljs";
import { beginneBlatt, type Mappenspalte, schreibeZeilen, stueckweise } from "../../belege/exporte/mappe.ts";
import type { Spalte } from "./spalte.ts";
import { type Zelle, zahlenformat } from "./zelle.ts";

export type Mappenwert = Zelle | ExcelJS.CellFormulaValue | ExcelJS.CellErrorValue;

/**
 * `zeile`: where it stands, if not below the one before; by column from 0 `formate`, where another than the column's, and
 * `farben` of the background as ARGB.
 */
export type Mappenzeile = {
  zellen: Mappenwert[];
  zeile?: number;
  formate?: ReadonlyMap<number, string>;
  farben?: ReadonlyMap<number, string>;
};

/** A column of the format, wide enough for its name. */
export function alsMappenspalte(spalte: Spalte): Mappenspalte {
  return {
    titel: spalte.name,
    breite: Math.max(14, spalte.name.length + 2),
    zahlenformat: zahlenformat(spalte),
  };
}

export function textspalte(titel: string, breite: number): Mappenspalte {
  return { titel, breite, zahlenformat: "@" };
}

/** Without `spalten` the rows have no head above them. */
export type Mappenblatt = {
  name: string;
  spalten: readonly Mappenspalte[];
  stapel: AsyncIterable<readonly Mappenzeile[]>;
};

/** The same content is the same file, whenever it is written. */
const fest = new Date(Date.UTC(2000, 0, 1));

type MitArchiv = { zip: { append(quelle: unknown, angaben: { name: string; date?: Date }): unknown } };

/**
 * exceljs gives the parts of its archive the time of writing; here they get a fixed one. The first parts are added while
 * it is constructed, the themes before all others.
 */
const neueMappe = async (ausgang: PassThrough): Promise<ExcelJS.stream.xlsx.WorkbookWriter> => {
  const { default: exceljs } = await import("exceljs");
  class FestDatiert extends exceljs.stream.xlsx.WorkbookWriter {
    override addThemes(): Promise<void> {
      const { zip } = this as unknown as MitArchiv;
      const append = zip.append.bind(zip);
      zip.append = (quelle, angaben) => append(quelle, { ...angaben, date: fest });
      return super.addThemes();
    }
  }
  return new FestDatiert({ stream: ausgang, useStyles: true, created: fest, modified: fest } as ConstructorParameters<
    typeof ExcelJS.stream.xlsx.WorkbookWriter
  >[0]);
};

const schreibeZeile = (blatt: ExcelJS.Worksheet, { zellen, zeile, formate, farben }: Mappenzeile): void => {
  const reihe = zeile === undefined ? blatt.addRow(zellen) : blatt.getRow(zeile);
  if (zeile !== undefined) reihe.values = zellen;
  for (const [stelle, format] of formate ?? []) reihe.getCell(stelle + 1).numFmt = format;
  for (const [stelle, argb] of farben ?? [])
    reihe.getCell(stelle + 1).fill = { type: "pattern", pattern: "solid", fgColor: { argb } };
  reihe.commit();
};

const fuelle = async (blaetter: AsyncIterable<Mappenblatt>, ausgang: PassThrough): Promise<void> => {
  const mappe = await neueMappe(ausgang);
  for await (const { name, spalten, stapel } of blaetter) {
    const blatt = beginneBlatt(mappe, name, spalten);
    if (!(await schreibeZeilen(stapel, ausgang, (zeile) => schreibeZeile(blatt, zeile)))) return;
    blatt.commit();
  }
  await mappe.commit();
};

/**
 * A workbook piece by piece, sheet after sheet. Rows are written as they come and wait while the reader is slow; a reader
 * who leaves ends it.
 */
export function schreibeMappe(blaetter: AsyncIterable<Mappenblatt>): AsyncGenerator<Uint8Array> {
  return stueckweise((ausgang) => fuelle(blaetter, ausgang));
}
