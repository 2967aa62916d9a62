import { pipeline } from "node:stream/promises";
import type { Tx } from "../../technik/database/pool.ts";
import { inStapeln } from "../../technik/stapel.ts";

export type Wert = string | number | boolean | null | undefined | object;

const jeStueck = 500;

const maskiert: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** A value in the text format of COPY; an object is JSON. */
const feld = (wert: Wert): string => {
  if (wert === null || wert === undefined) return "\\N";
  const text = typeof wert === "object" ? JSON.stringify(wert) : String(wert);
  return text.replace(/[\\\t\n\r]/g, (zeichen) => maskiert[zeichen] ?? zeichen);
};

function* alsText(zeilen: readonly Record<string, Wert>[], spalten: readonly string[]): Generator<string, void> {
  for (const stueck of inStapeln(zeilen, jeStueck))
    yield stueck.map((zeile) => `${spalten.map((spalte) => feld(zeile[spalte])).join("\t")}\n`).join("");
}

/**
 * Copies rows whose keys are columns, ids included; the columns are those of the first row. The table itself says how
 * each value is read.
 */
export async function fuegeEin(tx: Tx, tabelle: string, zeilen: readonly Record<string, Wert>[]): Promise<void> {
  const [erste] = zeilen;
  if (erste === undefined) return;
  const spalten = Object.keys(erste);
  const ziel = await tx`copy ${tx(tabelle)} (${tx(spalten)}) from stdin`.writable();
  await pipeline(alsText(zeilen, spalten), ziel);
}
