import { nachgeschlagen } from "../../../technik/database/anweisung/massen.ts";
import type { Db, Fragment } from "../../../technik/database/pool.ts";
import { type Vorgang, zeitraeume } from "../vorgang.ts";

export const listKontenDesLaufs = async (sql: Db, laufId: string): Promise<number[]> => {
  const zeilen = await sql<{ pachtkontoId: number }[]>`
    select pachtkonto_id from archivkonto where buchungslauf_id = ${laufId}`;
  return zeilen.map(({ pachtkontoId }) => pachtkontoId);
};

export const listGenannteBelege = (sql: Db, ids: number[]) => sql<
  { id: number; belegnummer: string; pachtkontoId: number; stornoVonId: number | null }[]
>`
  select id, belegnummer, pachtkonto_id, storno_von_id
  from archiv_beleg
  where id = any(${ids})
  order by id`;

/**
 * Everything that these entries of the archive booked, also what is cancelled, by account and period. Their runs are
 * named as a list, by which an index is asked: the join alone may read what all runs have booked.
 */
const listVorgaenge = (sql: Db, nur: Fragment) => sql<Vorgang[]>`
  with k as (
    select k.id, k.buchungslauf_id, k.pachtkonto_id, k.kontonummer
    from archivkonto k
    where ${nur}
  )
  select k.buchungslauf_id, k.id archivkonto_id, k.pachtkonto_id, k.kontonummer,
    case when s.archivkonto_id is null then 'regulaer' else 'schlussabrechnung' end art, g.faelligkeit_id,
    g.zeitraum_von, g.zeitraum_bis, g.storniert_am is not null ist_storniert
  from k
  join gebuchter_zeitraum g on g.buchungslauf_id = k.buchungslauf_id and g.pachtkonto_id = k.pachtkonto_id
    and g.buchungslauf_id = any(array(select distinct buchungslauf_id from k))
  left join schlussabrechnung s on s.archivkonto_id = k.id and s.faelligkeit_id = g.faelligkeit_id
  union all
  select k.buchungslauf_id, k.id, k.pachtkonto_id, k.kontonummer, 'schlussabrechnung', null, s.zeitraum_von,
    s.zeitraum_bis, s.storniert_am is not null
  from k
  join schlussabrechnung s on s.archivkonto_id = k.id and s.faelligkeit_id is null
  order by kontonummer, zeitraum_von, archivkonto_id, faelligkeit_id nulls last`;

export const listVorgaengeDesLaufs = (sql: Db, laufId: string, nurKonten: number[] | null = null) =>
  listVorgaenge(
    sql,
    sql`k.buchungslauf_id = ${laufId} ${nurKonten ? sql`and k.pachtkonto_id = any(${nurKonten})` : sql``}`,
  );

export const listVorgaengeDerBelege = async (sql: Db, ids: number[]): Promise<Vorgang[]> => {
  const alle = await listVorgaenge(
    sql,
    sql`k.id = any(array(select b.archivkonto_id from archiv_beleg b where b.id = any(${ids})))`,
  );
  const genannt = await sql<{ archivkontoId: number; faelligkeitId: number | null }[]>`
    select distinct archivkonto_id, faelligkeit_id from archiv_beleg where id = any(${ids})`;
  const schluessel = new Set(genannt.map((b) => `${b.archivkontoId} ${b.faelligkeitId}`));
  return alle.filter((v) => schluessel.has(`${v.archivkontoId} ${v.faelligkeitId}`));
};

/** The cancelled ones among these documents. */
export const listSchonStornierte = async (sql: Db, ids: number[]): Promise<string[]> => {
  const zeilen = await sql<{ belegnummer: string }[]>`
    select b.belegnummer
    from archiv_beleg b
    ${nachgeschlagen(sql, sql`select from archiv_beleg where storno_von_id = b.id`)} s
    where b.id = any(${ids})
    order by b.belegnummer
    limit 100`;
  return zeilen.map(({ belegnummer }) => belegnummer);
};

/** Final settlements that rest on one of these periods and are not cancelled with them; at most a hundred documents. */
export const listStehendeSchlussabrechnungen = (sql: Db, vorgaenge: readonly Vorgang[], mitStorniert: number[]) => sql<
  { pachtkontoId: number; kontonummer: string; buchungslaufId: string; laufAm: string; belegnummer: string | null }[]
>`
  select distinct s.pachtkonto_id, a.kontonummer, s.buchungslauf_id, l.belegdatum lauf_am, b.belegnummer
  from ${zeitraeume(sql, vorgaenge)}
  join schlussabrechnung_korrektur k on k.faelligkeit_id = v.faelligkeit_id and k.buchungslauf_id = v.buchungslauf_id
  join schlussabrechnung s on s.archivkonto_id = k.archivkonto_id and s.storniert_am is null
    and s.archivkonto_id <> all(${mitStorniert}::bigint[])
  join buchungslauf l on l.id = s.buchungslauf_id
  ${nachgeschlagen(sql, sql`select * from archivkonto where id = s.archivkonto_id`)} a
  left join lateral (select * from archiv_beleg where archivkonto_id = s.archivkonto_id offset 0) b
    on b.art = 'schlussabrechnung' and b.storno_von_id is null
  order by a.kontonummer, b.belegnummer
  limit 100`;
