import type { Db, Fragment } from "../../technik/database/pool.ts";
import { enthaelt } from "../../technik/database/suche.ts";
import type { DokumentFilter, ExtaccountingDocument } from "../schema.ts";
import { istGesperrt, zustandSpalte } from "../versuch/queries.ts";

type Start = string | null;

/** Before any other day, where there is no start. */
const tag = (start: Start): string => start ?? "0001-01-01";

/** One condition for each of the states that stand for what is asked for. */
const arme = (sql: Db, state: string, start: Start): Fragment[] => {
  if (state === "pending")
    return [sql`d.zustand = 'offen' and d.belegdatum >= ${tag(start)}`, sql`d.zustand = 'pending'`];
  if (state === "legacy") return [sql`d.zustand = 'offen' and d.belegdatum < ${tag(start)}`];
  return [sql`d.zustand = ${state}`];
};

const verbunden = (sql: Db, teile: Fragment[], wort: Fragment): Fragment =>
  teile.reduce((bisher, teil) => sql`${bisher} ${wort} ${teil}`);

export const zustandIst = (sql: Db, state: string, start: Start): Fragment =>
  state === "all"
    ? sql`true`
    : sql`(${verbunden(
        sql,
        arme(sql, state, start).map((arm) => sql`(${arm})`),
        sql`or`,
      )})`;

const nurIds = (zeilen: { id: number }[]): number[] => zeilen.map(({ id }) => id);

/** A page without a search, the newest first: each state in the order of its index. */
export const listIds = async (sql: Db, { state, page, limit }: DokumentFilter, start: Start): Promise<number[]> => {
  const offset = (page - 1) * limit;
  if (state === "all")
    return nurIds(
      await sql<{ id: number }[]>`
      select id from archiv_beleg order by belegdatum desc, id desc limit ${limit} offset ${offset}`,
    );
  const teile = arme(sql, state, start).map(
    (arm) => sql`(
      select d.beleg_id id, d.belegdatum
      from extaccounting_dokument d
      where ${arm}
      order by d.belegdatum desc, d.beleg_id desc
      limit ${offset + limit})`,
  );
  return nurIds(
    await sql<{ id: number }[]>`
    select id from (${verbunden(sql, teile, sql`union all`)}) t
    order by belegdatum desc, id desc
    limit ${limit} offset ${offset}`,
  );
};

/** How many are in a state, from the counts that triggers keep. */
export const findAnzahl = async (sql: Db, state: string, start: Start): Promise<number> => {
  const zustand = sql`split_part(schluessel, ' ', 1)`;
  const vorStart = sql`split_part(schluessel, ' ', 2) < ${tag(start)}`;
  const passt =
    state === "all"
      ? sql`true`
      : state === "pending"
        ? sql`${zustand} = 'pending' or (${zustand} = 'offen' and not ${vorStart})`
        : state === "legacy"
          ? sql`${zustand} = 'offen' and ${vorStart}`
          : sql`${zustand} = ${state}`;
  const [zeile] = await sql<{ total: number }[]>`
    select coalesce(sum(anzahl), 0) total from zaehler where bereich = 'extaccounting' and (${passt})`;
  return zeile?.total ?? 0;
};

const gesucht = (sql: Db, { search, state }: DokumentFilter, start: Start): Fragment => sql`
  from archiv_beleg b
  join extaccounting_dokument d on d.beleg_id = b.id
  where ${zustandIst(sql, state, start)} ${enthaelt(sql, "suchtext", search)}`;

export const listGesuchte = async (sql: Db, filter: DokumentFilter, start: Start): Promise<number[]> =>
  nurIds(
    await sql<{ id: number }[]>`
    select b.id ${gesucht(sql, filter, start)}
    order by b.belegdatum desc, b.id desc
    limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`,
  );

export const zaehleGesuchte = async (sql: Db, filter: DokumentFilter, start: Start): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`select count(*) total ${gesucht(sql, filter, start)}`;
  return zeile?.total ?? 0;
};

const nieAussen = (sql: Db, d: string): Fragment => sql`
  ${sql(d)}.zustand in ('offen', 'pending', 'failed', 'deleted') and ${sql(d)}.extern_nummer is null`;

/** A cancelled document that was never sent, or the Storno of one. */
export const istUebersprungen = (sql: Db): Fragment => sql`
  (case
    when b.storno_von_id is null then ${nieAussen(sql, "d")}
      and exists (select from archiv_beleg s where s.storno_von_id = b.id)
    else d.zustand in ('offen', 'pending', 'failed')
      and exists (select from extaccounting_dokument o where o.beleg_id = b.storno_von_id and ${nieAussen(sql, "o")})
  end)`;

/** These documents, the newest first. */
export const listDokumente = (sql: Db, ids: number[]) => sql<ExtaccountingDocument[]>`
  select b.id, b.belegnummer, b.belegart, b.belegdatum, b.pachtkonto_id, b.kontonummer,
    b.empfaenger->>'anzeigename' empfaenger, b.netto_cent, b.brutto_cent, b.storno_von_id,
    (select s.id from archiv_beleg s where s.storno_von_id = b.id) storniert_durch_id, ${zustandSpalte(sql)} state,
    ${istUebersprungen(sql)} uebersprungen, ${istGesperrt(sql)} gesperrt, d.system, d.referenz, d.extern_id,
    d.extern_nummer, d.ursache, d.geaendert_am
  from archiv_beleg b
  join extaccounting_dokument d on d.beleg_id = b.id
  where b.id = any(${ids})
  order by b.belegdatum desc, b.id desc`;
