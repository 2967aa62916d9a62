import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Tx } from "../../../src/database/pool.ts";

export type Wert = string | number | boolean | null | undefined | readonly number[];

const maskiert: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

const alsText = (wert: Wert): string => {
  if (wert === null || wert === undefined) return "\\N";
  if (typeof wert === "string") return wert.replace(/[\\\t\n\r]/g, (zeichen) => maskiert[zeichen] ?? zeichen);
  if (typeof wert === "object") return `{${wert.join(",")}}`;
  return String(wert);
};

const zeilenJeBlock = 500;

function* bloecke(spalten: readonly string[], zeilen: readonly Record<string, Wert>[]): Generator<string> {
  for (let ab = 0; ab < zeilen.length; ab += zeilenJeBlock) {
    let text = "";
    for (const zeile of zeilen.slice(ab, ab + zeilenJeBlock))
      text += `${spalten.map((spalte) => alsText(zeile[spalte])).join("\t")}\n`;
    yield text;
  }
}

/** Writes rows whose keys are columns with COPY; the columns are those of the first row. */
export const kopiere = async (tx: Tx, tabelle: string, zeilen: readonly Record<string, Wert>[]): Promise<void> => {
  const [erste] = zeilen;
  if (erste === undefined) return;
  const spalten = Object.keys(erste);
  const ziel = await tx`copy ${tx(tabelle)} (${tx(spalten)}) from stdin`.writable();
  await pipeline(Readable.from(bloecke(spalten, zeilen)), ziel);
};
