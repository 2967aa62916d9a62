import { Buffer } from "node:buffer";
import ExcelJS from "exceljs";
import { Demofehler } from "../klient.ts";

export type Wert = string | number | Date;
/** A row names its columns; what it does not name stays empty. */
export type Blattzeile = Record<string, Wert>;
export type Blaetter = Record<string, readonly Blattzeile[]>;
/** A cell, its row as the spreadsheet counts. */
export type Zelle = { blatt: string; zeile: number; spalte: string; wert: Wert };

/** Below the head and the template's example. */
export const ersteZeile = 3;

const oeffne = async (inhalt: Uint8Array): Promise<ExcelJS.Workbook> => {
  const mappe = new ExcelJS.Workbook();
  await mappe.xlsx.load(Buffer.from(inhalt) as unknown as ExcelJS.Buffer);
  return mappe;
};

const speichere = async (mappe: ExcelJS.Workbook): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await mappe.xlsx.writeBuffer());

const spaltenVon = (blatt: ExcelJS.Worksheet): Map<string, number> => {
  const spalten = new Map<string, number>();
  blatt.getRow(1).eachCell((zelle, nr) => spalten.set(zelle.text, nr));
  return spalten;
};

const schreibe = (mappe: ExcelJS.Workbook, zellen: readonly Zelle[]): void => {
  for (const name of new Set(zellen.map(({ blatt }) => blatt))) {
    const blatt = mappe.getWorksheet(name);
    if (!blatt) throw new Demofehler(`Die Mappe hat kein Blatt ${name}.`);
    const spalten = spaltenVon(blatt);
    for (const { zeile, spalte, wert } of zellen.filter((zelle) => zelle.blatt === name)) {
      const nr = spalten.get(spalte);
      if (nr === undefined) throw new Demofehler(`Das Blatt ${name} hat keine Spalte ${spalte}.`);
      blatt.getRow(zeile).getCell(nr).value = wert;
    }
  }
};

/** Writes rows below the example of each sheet. */
export async function fuelle(vorlage: Uint8Array, blaetter: Blaetter): Promise<Uint8Array<ArrayBuffer>> {
  const mappe = await oeffne(vorlage);
  const zellen = Object.entries(blaetter).flatMap(([blatt, zeilen]) =>
    zeilen.flatMap((zeile, nr) =>
      Object.entries(zeile).map(([spalte, wert]) => ({ blatt, zeile: ersteZeile + nr, spalte, wert })),
    ),
  );
  schreibe(mappe, zellen);
  return speichere(mappe);
}

/** The same workbook with other values in these cells. */
export async function verbessere(inhalt: Uint8Array, zellen: readonly Zelle[]): Promise<Uint8Array<ArrayBuffer>> {
  const mappe = await oeffne(inhalt);
  schreibe(mappe, zellen);
  return speichere(mappe);
}

/** The rows of each sheet as they stand in a workbook; empty cells are left out. */
export async function liesBlaetter(inhalt: Uint8Array): Promise<Blaetter> {
  const mappe = await oeffne(inhalt);
  return Object.fromEntries(
    mappe.worksheets.map((blatt) => {
      const spalten = [...spaltenVon(blatt)];
      const zeilen: Blattzeile[] = [];
      blatt.eachRow((zeile, nr) => {
        if (nr < ersteZeile) return;
        const werte = spalten.map(([name, spalte]) => [name, zeile.getCell(spalte).value] as const);
        zeilen.push(Object.fromEntries(werte.filter(([, wert]) => wert !== null)) as Blattzeile);
      });
      return [blatt.name, zeilen];
    }),
  );
}
