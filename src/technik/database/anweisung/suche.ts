import type { Db, Fragment } from "../pool.ts";
import type { Ordnung } from "./sortierung.ts";

/** As `such_norm` writes it, which begins a word with it: what is stored as 12½ has the words 12 and 1/2. */
const bruch = (zeichen: string): string => ` ${zeichen.normalize("NFKC").replace("\u2044", "/")}`;

/** The words of a search text, each once. */
export function worte(search = ""): string[] {
  return [
    ...new Set(
      search
        .replace(/[¼-¾⅐-⅟↉]/g, bruch)
        .split(/\s+/)
        .filter(Boolean),
    ),
  ];
}

/** Whether trigrams find the word: no index does for shorter ones. */
export function hatTrigramm(wort: string): boolean {
  return wort.length >= 3;
}

const laengste = (texte: readonly string[]): string => texte.reduce((a, b) => (b.length > a.length ? b : a), "");

/**
 * `spalte`, normalised text, holds this word. A select, because a cached plan would normalise the word again for each
 * row. Of a number like GS-2026-569453 the index is asked for the last digits alone: what stands before them stands in
 * every document of the year, and its lists are longer to read than the few rows are to look at.
 */
export function enthaeltWort(sql: Db, spalte: string, wort: string): Fragment {
  const wortlaut = sql`strpos(${sql(spalte)}, (select such_norm(${wort}))) > 0`;
  if (!hatTrigramm(wort)) return wortlaut;
  const ziffern = laengste(wort.match(/[0-9]{5,}/g) ?? []);
  return ziffern && ziffern !== wort
    ? sql`(${sql(spalte)} like (select such_muster(${ziffern})) and ${wortlaut})`
    : sql`${sql(spalte)} like (select such_muster(${wort}))`;
}

/** One condition a word: `spalte` has a trigram index, and each word must stand in it. */
export function enthaelt(sql: Db, spalte: string, search: string | undefined): Fragment {
  return aneinander(
    sql,
    worte(search).map((wort) => sql`and ${enthaeltWort(sql, spalte, wort)}`),
  );
}

/** Puts pieces one after another; none of them is an empty piece. */
export function aneinander(sql: Db, teile: Fragment[]): Fragment {
  return teile.length > 0 ? sql`${teile}` : sql``;
}

/** An instant as pool.ts hands it out, for JSON that the database makes. */
export const zeitpunkt = (sql: Db, spalte: string): Fragment =>
  sql`replace((${sql(spalte)} at time zone 'UTC')::text, ' ', 'T') || 'Z'`;

/** One page as the text of a JSON array, and how many rows there are on all pages. */
export type Seitentext = { total: number; zeilen: string };

type Liste = {
  page: number;
  limit: number;
  /** `id` and, as `wert`, what orders the list: `select … from … where …` */
  treffer: Fragment;
  /** Whether to find all of them first: words are looked for once, not for the page and again for the number. */
  gesucht: boolean;
  ordnung: Pick<Ordnung<string>, "ab" | "leer" | "eindeutig">;
  /** The number of all, where it is known without counting. */
  bekannt?: Fragment | undefined;
  /** The row of `seite.id` as it is answered: columns named as on the wire. */
  zeile: Fragment;
};

/** The ids of the page in order, of all rows in `treffer`. */
const ausschnitt = (
  sql: Db,
  { page, limit, ordnung: { ab, leer, eindeutig } }: Liste,
  treffer = sql`treffer`,
): Fragment => {
  const davor = (page - 1) * limit;
  const richtung = ab ? sql`desc` : sql``;
  const folge = eindeutig ? sql`wert ${richtung}` : sql`wert ${richtung}, id ${richtung}`;
  if (!ab || !leer) return sql`select id from ${treffer} order by ${folge} limit ${limit} offset ${davor}`;
  // An index read backwards begins with the empty ones: both parts in its order, and the empty ones behind the others.
  return sql`
    select id
    from (
      (select id, wert from ${treffer} where wert is not null order by wert desc, id desc limit ${davor + limit})
      union all
      (select id, wert from ${treffer} where wert is null order by id desc limit ${davor + limit})
    ) teile
    order by wert desc nulls last, id desc
    limit ${limit} offset ${davor}`;
};

/** So many rows are found and sorted sooner than an index in the list's order has been read for a page of them. */
const hoechstensWenige = 5000;

/** `treffer`, `zahl` (`n`, how many these are) and `ausschnitt`, the ids of the page in order. */
const finde = (sql: Db, liste: Liste, hoechstens: number): Fragment => {
  if (liste.gesucht)
    return sql`
      treffer as materialized (${liste.treffer}),
      zahl as (select count(*) n from treffer),
      ausschnitt as (${ausschnitt(sql, liste)})`;
  if (liste.bekannt)
    return sql`
      treffer as not materialized (${liste.treffer}),
      zahl as (select ${liste.bekannt} n),
      ausschnitt as (${ausschnitt(sql, liste)})`;
  // The number tells which way is the shorter one; what the planner expects of a filter may be wrong by any factor.
  return sql`
    treffer as not materialized (${liste.treffer}),
    zahl as materialized (select count(*) n from treffer),
    wenige as materialized (select id, wert from treffer where (select n from zahl) <= ${hoechstens}),
    ausschnitt as (
      select id from (${ausschnitt(sql, liste, sql`wenige`)}) w
      union all
      select id from (${ausschnitt(sql, liste)}) v where (select n from zahl) > ${hoechstens}
    )`;
};

/**
 * A page and its total as one moment shows them. The page is cut from narrow rows before anything is joined to it, and
 * leaves the database as JSON: nobody in this process looks at up to 5,000 rows.
 *
 * @param wenige up to so many rows that pass a filter are sorted, more are read in the order of an index
 */
export async function leseSeite(sql: Db, liste: Liste, wenige = hoechstensWenige): Promise<Seitentext> {
  const [antwort] = await sql<Seitentext[]>`
    with ${finde(sql, liste, wenige)},
    seite as (select id, row_number() over () nr from ausschnitt)
    select
      (select n from zahl) as total,
      (
        -- offset 0: looked up one by one, however many rows a cached plan expects of a limit that it does not know.
        select '[' || coalesce(string_agg(row_to_json(zeile)::text, ',' order by nr), '') || ']'
        from seite
        cross join lateral (${liste.zeile} offset 0) zeile
      ) as zeilen`;
  return antwort ?? { total: 0, zeilen: "[]" };
}
