import type { Db, Fragment } from "./pool.ts";

/** The words of a search text, at most twenty of them. */
export const worte = (search: string | undefined): string[] => (search ?? "").split(/\s+/).filter(Boolean).slice(0, 20);

/** One condition a word: `spalte` holds normalised text with a trigram index, and each word must stand in it. */
export const enthaelt = (sql: Db, spalte: string, search: string | undefined): Fragment =>
  aneinander(
    sql,
    worte(search).map((wort) => sql`and ${sql(spalte)} like such_muster(${wort})`),
  );

/** Puts pieces one after another; none of them is an empty piece. */
export const aneinander = (sql: Db, teile: Fragment[]): Fragment => (teile.length > 0 ? sql`${teile}` : sql``);
