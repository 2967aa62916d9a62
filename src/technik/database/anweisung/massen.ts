import postgres from "postgres";
import type { Db, Fragment, Tx } from "../pool.ts";

/**
 * Rows of `tabelle` with these fields, in the order given (`ordinality`), for one statement that writes one of them or
 * thousands. A field that a row does not name is null.
 */
export function alsZeilen(
  sql: Db,
  tabelle: string,
  felder: readonly string[],
  zeilen: readonly Record<string, unknown>[],
): Fragment {
  const spalten = felder.map((feld) => [feld, postgres.fromCamel(feld)] as const);
  const text = JSON.stringify(
    zeilen.map((zeile) => {
      // Field by field: put together from pairs, rows take over half as long again.
      const eine: Record<string, unknown> = {};
      for (const [feld, spalte] of spalten) eine[spalte] = zeile[feld] ?? null;
      return eine;
    }),
  );
  return sql`json_populate_recordset(null::${sql(tabelle)}, ${text}::text::json) with ordinality`;
}

/**
 * A value of each row as an array that PostgreSQL reads, for `${feld(…)}::bigint[]`: numbers, days, instants, words of
 * ours, JSON. The driver escapes value by value, this is one call. Free text goes as JSON instead: JSON writes control
 * characters in a way that an array does not know; in what is JSON already it has none to write.
 *
 * @throws TypeError for what JSON would make null of without a word: undefined, and numbers that are none
 */
export function feld<T>(zeilen: readonly T[], wert: (zeile: T) => string | number | boolean | null): string {
  const werte = zeilen.map(wert);
  if (werte.some((w) => w === undefined || (typeof w === "number" && !Number.isFinite(w))))
    throw new TypeError("Ein Wert fehlt oder ist keine Zahl.");
  return `{${JSON.stringify(werte).slice(1, -1)}}`;
}

/** What an update sets from the row `n`. */
export function setzung(sql: Db, felder: readonly string[]): Fragment {
  return sql.unsafe(
    felder
      .map((feld) => postgres.fromCamel(feld))
      .map((spalte) => `${spalte} = n.${spalte}`)
      .join(", "),
  ) as Fragment;
}

/**
 * `cross join lateral`: for each row on its left those that `zeilen` finds by a key of it, whatever else is planned. Any
 * other join of few rows with the archive may read all of the archive, and takes longer with each year of it.
 *
 * Of a table whose rows nobody has counted all indexes seem as good, and another one may be read to its end for each
 * row. So the key is to be all that an index knows of what is asked: a second condition is written as an expression
 * (`status || ''`, `coalesce(…)`) where any index has its column, in whatever place or as the condition that it is for,
 * the rows are in no order, and no index but that of the key has all columns that are asked for. The same holds for
 * `= any(…)` of many keys.
 */
export const nachgeschlagen = (sql: Db, zeilen: Fragment): Fragment =>
  // offset 0: else it is pulled up, and is a join like any other.
  sql`cross join lateral (${zeilen} offset 0)`;

/**
 * For a transaction that writes thousands of rows and reads them again, or reads all there are. Plans made when a few
 * rows were touched must not serve it, its sorts and joins stay in memory, and no estimate may lead to a nested loop
 * that is not `nachgeschlagen`: statistics that are taken while rows are written see their pages but none of them.
 * (Forbidding generic plans instead would plan each foreign key check of each row anew.) Up to PostgreSQL 17 what is
 * forbidden and done all the same counts as so costly that it is compiled first, which takes longer than the statement.
 */
export async function planeFuerMassen(tx: Tx): Promise<void> {
  await tx`discard plans`;
  await tx`set local work_mem = '64MB'`;
  await tx`set local enable_nestloop = off`;
  await tx`set local jit = off`;
}

/** Back to statements about single rows; what is planned without nested loops must not serve the next request either. */
export async function planeFuerEinzelne(tx: Tx): Promise<void> {
  await tx`set local enable_nestloop = on`;
  await tx`discard plans`;
}
