import { dezimal } from "../../../kern/geld/dezimal.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { Spalte, Tabelle } from "./spalten.ts";

/** Cents as "-1234,50": what German Excel reads as a number. */
export function betragText(cent: number): string {
  return dezimal(cent, ",");
}

/**
 * A text cell: what a spreadsheet would run as a formula gets an apostrophe in front, what would break the row is
 * quoted. Numbers never come here, so that "-240,00" stays a number.
 */
export function textzelle(text: string): string {
  const sicher = /^[\s\u00a0\ufeff]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
  return /[;"\r\n]|^\s|\s$/.test(sicher) ? `"${sicher.replaceAll('"', '""')}"` : sicher;
}

const zelle = <Z>(spalte: Spalte<Z>, zeile: Z): string => {
  switch (spalte.art) {
    case "text":
      return textzelle(spalte.wert(zeile) ?? "");
    case "datum":
      return deutschesDatum(spalte.wert(zeile));
    case "zahl":
      return String(spalte.wert(zeile));
    case "betrag": {
      const cent = spalte.wert(zeile);
      return cent === null ? "" : betragText(cent);
    }
  }
};

const reihe = (zellen: string[]): string => `${zellen.join(";")}\r\n`;

/** The file piece by piece: byte order mark, head, rows. */
export async function* schreibeCsv<Z>(
  { spalten }: Tabelle<Z>,
  stapel: AsyncIterable<Z[]>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const utf8 = new TextEncoder();
  yield utf8.encode(`\uFEFF${reihe(spalten.map(({ titel }) => textzelle(titel)))}`);
  for await (const zeilen of stapel)
    yield utf8.encode(zeilen.map((zeile) => reihe(spalten.map((spalte) => zelle(spalte, zeile)))).join(""));
}
