import type { Klauselart } from "../../../kern/wertsicherung/klausel.ts";
import { listenzeilenMit } from "../../../stammdaten/pachtkonten/suche.ts";
import { worte } from "../../../technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Ausgelassencode } from "../schema.ts";

/** What is kept of one account: its next proposal, or why there is none. */
export type Stand = {
  pachtkontoId: number;
  klausel: Klauselart;
  code: Ausgelassencode | null;
  wirksamAb: string | null;
  altJahrCent: number | null;
  neuJahrCent: number | null;
  abdruck: string | null;
};

/** What writers have marked since the worker looked: an account each, null for all of them. */
export const listMarken = async (sql: Db): Promise<(number | null)[]> => {
  const zeilen = await sql<{ pachtkontoId: number | null }[]>`
    select distinct pachtkonto_id from hebungsvorschlag_marke order by pachtkonto_id`;
  return zeilen.map(({ pachtkontoId }) => pachtkontoId);
};

/** Accounts by id whose kept proposals count for nothing (null: all), and what is true of them instead. */
export type Abweichung = { marken: readonly number[] | null; frische: readonly Stand[] };

const staende = (sql: Db, { marken, frische }: Abweichung): Fragment => sql`
  select pachtkonto_id, klausel, code, wirksam_ab, alt_jahr_cent, neu_jahr_cent, abdruck
  from hebungsvorschlag
  where ${marken === null ? sql`false` : sql`pachtkonto_id <> all(${marken}::bigint[])`}
  union all
  ${alsZeilen(sql, frische)}`;

const alsZeilen = (sql: Db, frische: readonly Stand[]): Fragment => sql`
  select f.pachtkonto_id, f.klausel, f.code, f.wirksam_ab, f.alt_jahr_cent, f.neu_jahr_cent, decode(f.abdruck, 'hex')
  from unnest(${frische.map((stand) => stand.pachtkontoId)}::bigint[], ${frische.map((stand) => stand.klausel)}::text[],
    ${frische.map((stand) => stand.code)}::text[], ${frische.map((stand) => stand.wirksamAb)}::date[],
    ${frische.map((stand) => stand.altJahrCent)}::bigint[], ${frische.map((stand) => stand.neuJahrCent)}::bigint[],
    ${frische.map((stand) => stand.abdruck)}::text[])
    f (pachtkonto_id, klausel, code, wirksam_ab, alt_jahr_cent, neu_jahr_cent, abdruck)`;

type Vorschlagsfilter = {
  art?: Klauselart | undefined;
  hebemonat?: string[] | undefined;
  search?: string | undefined;
};

const passt = (sql: Db, { art, hebemonat, search }: Vorschlagsfilter): Fragment => sql`
  true ${art ? sql`and klausel = ${art}` : sql``}
  ${hebemonat || worte(search).length > 0 ? sql`and pachtkonto_id in (${gefundene(sql, { hebemonat, search })})` : sql``}`;

const gefundene = (sql: Db, { hebemonat, search }: Vorschlagsfilter): Fragment =>
  listenzeilenMit(
    sql,
    search,
    sql`select k.id from pachtkonto_liste k`,
    hebemonat ? sql`and k.hebemonat in ${sql(hebemonat)}` : sql``,
  );

type Uebersicht = {
  hash: string;
  anzahl: number;
  altJahrCent: number;
  neuJahrCent: number;
  ids: number[];
  ausgelassen: {
    code: Ausgelassencode;
    anzahl: number;
    beispiele: { pachtkontoId: number; kontonummer: string }[];
  }[];
};

type Blick = { bis: string; page: number; limit: number; filter: Vorschlagsfilter; hoechstensBeispiele: number };

/** Proposals up to a day: what they come to, the accounts of one page, and why others have none. */
export const findUebersicht = async (
  sql: Db,
  abweichung: Abweichung,
  { bis, page, limit, filter, hoechstensBeispiele }: Blick,
): Promise<Uebersicht> => {
  const [zeile] = await sql<Uebersicht[]>`
    with stand as materialized (
      select pachtkonto_id, code, alt_jahr_cent, neu_jahr_cent, abdruck, ${passt(sql, filter)} passt
      from (${staende(sql, abweichung)}) s
      where wirksam_ab is null or wirksam_ab <= ${bis}
    ), gruende as (
      select code, count(*) anzahl, (array_agg(pachtkonto_id order by pachtkonto_id))[1:${hoechstensBeispiele}] erste
      from stand
      where code is not null and passt
      group by code
    )
    select encode(sha256(coalesce(string_agg(abdruck, ''::bytea order by pachtkonto_id), '')), 'hex') hash,
      count(*) filter (where passt) anzahl,
      coalesce(sum(alt_jahr_cent) filter (where passt), 0) alt_jahr_cent,
      coalesce(sum(neu_jahr_cent) filter (where passt), 0) neu_jahr_cent,
      array(
        select pachtkonto_id
        from stand
        where code is null and passt
        order by pachtkonto_id
        limit ${limit} offset ${(page - 1) * limit}
      ) ids,
      (
        select coalesce(jsonb_agg(jsonb_build_object('code', g.code, 'anzahl', g.anzahl, 'beispiele', (
          select jsonb_agg(jsonb_build_object('pachtkontoId', k.id, 'kontonummer', k.kontonummer) order by k.id)
          from pachtkonto k where k.id = any(g.erste)))), '[]')
        from gruende g
      ) ausgelassen
    from stand
    where code is null`;
  return zeile as Uebersicht;
};

/** The accounts that have a proposal up to a day, of those meant, and the hashes of all proposals and of these. */
export const findGemeinte = async (
  sql: Db,
  abweichung: Abweichung,
  bis: string,
  auswahl: readonly number[] | null,
): Promise<{ ids: number[]; hash: string; gemeintHash: string }> => {
  const gemeint = auswahl ? sql`pachtkonto_id = any(${auswahl}::bigint[])` : sql`true`;
  const [zeile] = await sql<{ ids: number[]; hash: string; gemeintHash: string }[]>`
    with stand as (
      select pachtkonto_id, abdruck, ${gemeint} gemeint
      from (${staende(sql, abweichung)}) s
      where code is null and wirksam_ab <= ${bis}
    )
    select coalesce(array_agg(pachtkonto_id order by pachtkonto_id) filter (where gemeint), '{}') ids,
      encode(sha256(coalesce(string_agg(abdruck, ''::bytea order by pachtkonto_id), '')), 'hex') hash,
      encode(sha256(coalesce(string_agg(abdruck, ''::bytea order by pachtkonto_id) filter (where gemeint), '')), 'hex')
        gemeint_hash
    from stand`;
  return zeile as { ids: number[]; hash: string; gemeintHash: string };
};

// By the worker --------------------------------------------------------------------------------------------------------

export const findMarke = async (sql: Db): Promise<boolean> => {
  const [zeile] = await sql<{ ja: boolean }[]>`select exists (select from hebungsvorschlag_marke) ja`;
  return zeile?.ja === true;
};

/** False where another worker is at it. */
export const sperreFrei = async (sql: Db): Promise<boolean> => {
  const [zeile] = await sql<{ frei: boolean }[]>`
    select pg_try_advisory_xact_lock(hashtextextended('hebungsvorschlag', 0)) frei`;
  return zeile?.frei === true;
};

/** Takes the marks away that can be seen. @returns what they were on */
export const deleteMarken = async (sql: Db): Promise<(number | null)[]> => {
  const zeilen = await sql<{ pachtkontoId: number | null }[]>`
    with weg as (delete from hebungsvorschlag_marke returning pachtkonto_id)
    select distinct pachtkonto_id from weg order by pachtkonto_id`;
  return zeilen.map(({ pachtkontoId }) => pachtkontoId);
};

export const deleteVorschlaege = (sql: Db, ids: readonly number[] | null) => sql`
  delete from hebungsvorschlag
  where ${ids === null ? sql`true` : sql`pachtkonto_id = any(${ids}::bigint[])`}`;

export const insertVorschlaege = (sql: Db, frische: readonly Stand[]) => sql`
  insert into hebungsvorschlag (pachtkonto_id, klausel, code, wirksam_ab, alt_jahr_cent, neu_jahr_cent, abdruck)
  ${alsZeilen(sql, frische)}`;
