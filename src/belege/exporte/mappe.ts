import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setImmediate as pausiere } from "node:timers/promises";
import type ExcelJS from "exceljs";

/** Media type of a workbook. */
export const mappentyp = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export type Mappenspalte = { titel: string; breite: number; zahlenformat: string };

/** How many rows are written before other requests have their turn. */
const ohnePause = 50;

/** What a cell holds as text. */
export type Mappentext = string | ExcelJS.CellRichTextValue;

/**
 * What XML does not hold or would read as another character stands as its number, what looks like one is marked: Excel
 * reads "_x0041_" as "A". As formatted text, since LibreOffice reads numbers back in such text alone.
 */
export function alsMappentext(text: string): Mappentext {
  const geschrieben = text
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, "_x005F_x")
    .replace(/[\r\uFFFE\uFFFF]/g, (z) => `_x${z.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`);
  return geschrieben === text ? text : { richText: [{ text: geschrieben }] };
}

/** As exceljs has it; its types know no formatted text in a head. */
export function alsArbeitsblattspalte({ titel, breite, zahlenformat }: Mappenspalte): Partial<ExcelJS.Column> {
  return {
    header: alsMappentext(titel) as string,
    width: breite,
    style: { numFmt: zahlenformat },
  };
}

/** A sheet whose head, if it has one, stays in sight. */
export function beginneBlatt(
  mappe: ExcelJS.stream.xlsx.WorkbookWriter,
  name: string,
  spalten: readonly Mappenspalte[],
): ExcelJS.Worksheet {
  if (spalten.length === 0) return mappe.addWorksheet(name);
  const blatt = mappe.addWorksheet(name, { views: [{ state: "frozen", ySplit: 1 }] });
  blatt.columns = spalten.map(alsArbeitsblattspalte);
  const kopf = blatt.getRow(1);
  kopf.font = { bold: true };
  kopf.commit();
  return blatt;
}

/** Until the reader takes more, or is gone; nothing goes on listening for the other: he may be slow time and again. */
const warteAufLeser = async (ausgang: PassThrough): Promise<void> => {
  const ende = new AbortController();
  try {
    await Promise.race(["drain", "close"].map((ereignis) => once(ausgang, ereignis, { signal: ende.signal })));
  } finally {
    ende.abort();
  }
};

/**
 * Rows are written as they come and wait while the reader is slow.
 *
 * @returns whether the reader is still there
 */
export async function schreibeZeilen<Z>(
  stapel: AsyncIterable<readonly Z[]>,
  ausgang: PassThrough,
  schreibe: (zeile: Z) => void,
): Promise<boolean> {
  for await (const zeilen of stapel) {
    for (const [i, zeile] of zeilen.entries()) {
      if (i % ohnePause === 0) await pausiere();
      schreibe(zeile);
    }
    if (ausgang.writableNeedDrain) await warteAufLeser(ausgang);
    if (ausgang.destroyed) return false;
  }
  return true;
}

/** What `fuelle` writes, piece by piece; a reader who leaves ends it. */
export async function* stueckweise(fuelle: (ausgang: PassThrough) => Promise<void>): AsyncGenerator<Uint8Array> {
  const ausgang = new PassThrough();
  fuelle(ausgang).catch((fehler: unknown) =>
    ausgang.destroy(fehler instanceof Error ? fehler : new Error(String(fehler))),
  );
  try {
    yield* ausgang;
  } finally {
    ausgang.destroy();
  }
}
