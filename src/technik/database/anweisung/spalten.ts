import postgres from "postgres";
import type { Db, Fragment } from "../pool.ts";
import { zeitpunkt } from "./suche.ts";

/**
 * A piece of a statement that holds no value, made once for the process: to name the columns of an account anew takes
 * some 25 µs of each request.
 */
export function fest(mache: (sql: Db) => Fragment): (sql: Db) => Fragment {
  let stueck: Fragment | undefined;
  return (sql) => {
    stueck ??= mache(sql);
    return stueck;
  };
}

/**
 * The columns of these fields, named as on the wire, so that the database can make the JSON of a list.
 *
 * @param tabelle alias of their table, where there is more than one
 */
export function spaltenFuer(sql: Db, felder: readonly string[], tabelle?: string): Fragment {
  const vor = tabelle === undefined ? "" : `${tabelle}.`;
  return sql.unsafe(felder.map((feld) => `${vor}${postgres.fromCamel(feld)} "${feld}"`).join(", ")) as Fragment;
}

/** The columns of every record (`datensatz` on the wire), named alike. */
export const datensatzSpalten = (sql: Db, tabelle: string): Fragment => sql`
  ${spaltenFuer(sql, ["id", "version"], tabelle)}, ${zeitpunkt(sql, `${tabelle}.erstellt_am`)} "erstelltAm",
  ${zeitpunkt(sql, `${tabelle}.geaendert_am`)} "geaendertAm"`;
