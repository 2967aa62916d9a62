import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate as pausiere } from "node:timers/promises";
import type ExcelJS from "exceljs";
import type { Zelle } from "./zelle.ts";

export type Mappenspalte = { titel: string; breite: number; zahlenformat: string };

/** `zeile`: where it stands, if not below the one before; `farben`: of the background, by column from 0, as ARGB. */
export type Mappenzeile = { zellen: Zelle[]; zeile?: number; farben?: ReadonlyMap<number, string> };

export type Mappenblatt = {
  name: string;
  spalten: readonly Mappenspalte[];
  stapel: AsyncIterable<readonly Mappenzeile[]>;
};

/** How many rows are written before other requests have their turn. */
const ohnePause = 50;

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

const schreibeZeile = (blatt: ExcelJS.Worksheet, { zellen, zeile, farben }: Mappenzeile): void => {
  const reihe = zeile === undefined ? blatt.addRow(zellen) : blatt.getRow(zeile);
  if (zeile !== undefined) reihe.values = zellen as ExcelJS.CellValue[];
  for (const [stelle, argb] of farben ?? [])
    reihe.getCell(stelle + 1).fill = { type: "pattern", pattern: "solid", fgColor: { argb } };
  reihe.commit();
};

const schreibeBlatt = async (
  mappe: ExcelJS.stream.xlsx.WorkbookWriter,
  { name, spalten, stapel }: Mappenblatt,
  ausgang: PassThrough,
): Promise<void> => {
  const blatt = mappe.addWorksheet(name, { views: [{ state: "frozen", ySplit: 1 }] });
  blatt.columns = spalten.map(({ titel, breite, zahlenformat }) => ({
    header: titel,
    width: breite,
    style: { numFmt: zahlenformat },
  }));
  const kopf = blatt.getRow(1);
  kopf.font = { bold: true };
  kopf.commit();
  for await (const zeilen of stapel) {
    for (const [i, zeile] of zeilen.entries()) {
      if (i % ohnePause === 0) await pausiere();
      schreibeZeile(blatt, zeile);
    }
    if (ausgang.writableNeedDrain) await Promise.race([once(ausgang, "drain"), once(ausgang, "close")]);
    if (ausgang.destroyed) return;
  }
  blatt.commit();
};

const fuelle = async (blaetter: AsyncIterable<Mappenblatt>, ausgang: PassThrough): Promise<void> => {
  const mappe = await neueMappe(ausgang);
  for await (const blatt of blaetter) {
    await schreibeBlatt(mappe, blatt, ausgang);
    if (ausgang.destroyed) return;
  }
  await mappe.commit();
};

/**
 * A workbook piece by piece, sheet after sheet. Rows are written as they come and wait while the reader is slow; a reader
 * who leaves ends it.
 */
export async function* schreibeMappe(blaetter: AsyncIterable<Mappenblatt>): AsyncGenerator<Uint8Array> {
  const ausgang = new PassThrough();
  fuelle(blaetter, ausgang).catch((fehler: unknown) =>
    ausgang.destroy(fehler instanceof Error ? fehler : new Error(String(fehler))),
  );
  try {
    yield* ausgang;
  } finally {
    ausgang.destroy();
  }
}
