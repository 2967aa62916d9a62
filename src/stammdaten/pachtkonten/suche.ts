import { aneinander, enthaelt, enthaeltWort, hatTrigramm, worte } from "../../technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";

/**
 * What an account is found by stands in its row of `pachtkonto_liste`, but for parties who are on hundreds of accounts:
 * their words stand once, in `pachtkonto_liste_kontakt`, and `pachtkonto_liste_partei` says which accounts are theirs. A
 * word has no blank, so that it is in one of the two or nowhere.
 */
const beiVielfachen = (sql: Db, wort: string): Fragment => sql`
  from pachtkonto_liste_partei p
  join pachtkonto_liste_kontakt t on t.kontakt_id = p.kontakt_id and ${enthaeltWort(sql, "t.suchtext", wort)}`;

/** The row `k` of the list has the word, or one of its parties who are on many accounts has it. */
const hatWort = (sql: Db, wort: string): Fragment => sql`
  and (${enthaeltWort(sql, "k.suchtext", wort)}
    or exists (select ${beiVielfachen(sql, wort)} where p.pachtkonto_id = k.id))`;

/** Ids from both sides, word by word: as an `or` no index would find them. */
const hatAlle = (sql: Db, gesucht: readonly string[]): Fragment => {
  const [erstes, ...weitere] = gesucht.map(
    (wort) => sql`(
      select l.id from pachtkonto_liste l where ${enthaeltWort(sql, "l.suchtext", wort)}
      union all
      select p.pachtkonto_id ${beiVielfachen(sql, wort)})`,
  );
  if (!erstes) return sql``;
  return sql`and k.id in (${erstes} ${aneinander(
    sql,
    weitere.map((ids) => sql`intersect ${ids}`),
  )})`;
};

/**
 * Rows `k` of the list that have each word. Mostly none of them is a word of somebody on hundreds of accounts: then the
 * index of the rows finds them all, and the other way is not gone.
 *
 * @param auswahl `select … from pachtkonto_liste k`   @param bedingung `and …`
 */
export function listenzeilenMit(sql: Db, search: string | undefined, auswahl: Fragment, bedingung: Fragment): Fragment {
  const [erstes, ...weitere] = worte(search);
  if (erstes === undefined) return sql`${auswahl} where true ${bedingung}`;
  const vielfache = sql`(
    select exists (
      select
      from pachtkonto_liste_kontakt t
      where ${enthaeltWort(sql, "t.suchtext", erstes)} ${aneinander(
        sql,
        weitere.map((wort) => sql`or ${enthaeltWort(sql, "t.suchtext", wort)}`),
      )}))`;
  return sql`
    ${auswahl}
    where not ${vielfache} ${enthaelt(sql, "k.suchtext", search)} ${bedingung}
    union all
    ${auswahl}
    where ${vielfache} ${hatAlle(sql, [erstes, ...weitere].filter(hatTrigramm))} ${aneinander(
      sql,
      [erstes, ...weitere].filter((wort) => !hatTrigramm(wort)).map((wort) => hatWort(sql, wort)),
    )} ${bedingung}`;
}
