import type { Tx } from "../../technik/database/pool.ts";

export type Wert = string | number | boolean | null | undefined | object;

const zeilenJeAnweisung = 2500;

/**
 * Inserts rows whose keys are columns, ids included; the columns are those of the first row. The table itself says how
 * each value is read.
 */
export const fuegeEin = async (tx: Tx, tabelle: string, zeilen: readonly Record<string, Wert>[]): Promise<void> => {
  const [erste] = zeilen;
  if (erste === undefined) return;
  const spalten = Object.keys(erste);
  for (let ab = 0; ab < zeilen.length; ab += zeilenJeAnweisung) {
    const block = JSON.stringify(zeilen.slice(ab, ab + zeilenJeAnweisung));
    await tx`
      insert into ${tx(tabelle)} (${tx(spalten)}) overriding system value
      select ${tx(spalten)}
      from json_populate_recordset(null::${tx(tabelle)}, ${block}::text::json)`;
  }
};
