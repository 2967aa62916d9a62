import type { AbgeschlosseneHebung } from "../../../kern/pacht/hebung/reihenfolge.ts";
import type { AktiveHebung, PositionVersion } from "../../../kern/pacht/typen.ts";
import { alsZeilen, setzung } from "../../../technik/database/anweisung/massen.ts";
import { datensatzSpalten, fest, spaltenFuer } from "../../../technik/database/anweisung/spalten.ts";
import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Positionwerte } from "./pruefung.ts";
import { type PachtkontoPosition, positionFelder } from "./schema.ts";

/** Named as on the wire, so that the database can make the JSON of an account. */
const spalten = fest(
  (sql) => sql`
    ${datensatzSpalten(sql, "p")}, ${spaltenFuer(sql, ["pachtkontoId", "ursprungId", ...positionFelder], "p")},
    a.name "positionsartName"`,
);

/** Of one account, in the order in which a clerk reads them. */
const vonPachtkonto = (sql: Db, pachtkontoId: Fragment): Fragment => sql`
  select ${spalten(sql)}
  from pachtkonto_position p join positionsart a on a.id = p.positionsart_id
  where p.pachtkonto_id = ${pachtkontoId}
  order by p.ursprung_id, p.gueltig_von nulls first, p.id`;

export const listPositionen = (sql: Db, pachtkontoId: number) =>
  sql<PachtkontoPosition[]>`${vonPachtkonto(sql, sql`${pachtkontoId}`)}`;

/** The same as a JSON array, for a statement that shows the account besides. */
export const positionenAlsJson = (sql: Db, pachtkontoId: Fragment): Fragment => sql`
  coalesce((select json_agg(position) from (${vonPachtkonto(sql, pachtkontoId)}) position), '[]')`;

export const listPositionenMitIds = (sql: Db, ids: readonly number[]) => sql<PachtkontoPosition[]>`
  select ${spalten(sql)}
  from pachtkonto_position p join positionsart a on a.id = p.positionsart_id
  where p.id = any(${ids}::bigint[])`;

/** All versions of these positions, each position's in the order of their days. */
export const listFassungen = (sql: Db, ursprungIds: readonly number[]) => sql<PachtkontoPosition[]>`
  select ${spalten(sql)}
  from pachtkonto_position p join positionsart a on a.id = p.positionsart_id
  where p.ursprung_id = any(${ursprungIds}::bigint[])
  order by p.ursprung_id, p.gueltig_von nulls first, p.id`;

/** As the calculation takes them, with what their types say. */
export const listVersionen = (sql: Db, pachtkontoId: number) => sql<PositionVersion[]>`
  select p.id, p.ursprung_id, p.positionsart_id, coalesce(p.bezeichnung, a.name) bezeichnung, p.betrag_cent, p.intervall,
    p.gueltig_von, p.gueltig_bis, coalesce(p.steuersatz_bp, a.steuersatz_bp) steuersatz_bp,
    case when coalesce(p.steuersatz_bp, a.steuersatz_bp) = 0 then a.steuerbefreiung_grund end steuerbefreiung_grund,
    p.anteilig, a.erhoehbar, a.weiterleitung
  from pachtkonto_position p join positionsart a on a.id = p.positionsart_id
  where p.pachtkonto_id = ${pachtkontoId}
  order by p.id`;

export const listAktiveHebungen = (sql: Db, pachtkontoId: number) => sql<AktiveHebung[]>`
  select id, art, wert_bp, betrag_cent, index_basis::text, index_neu::text, weitergabe_bp, obergrenze_bp, verkettung,
    wirksam_ab, position_ids
  from hebung
  where pachtkonto_id = ${pachtkontoId} and status = 'aktiv'
  order by wirksam_ab, id`;

/** Completed increases of these accounts, with the positions that they have changed. */
export const listAbgeschlosseneHebungen = (sql: Db, pachtkontoIds: readonly number[]) => sql<
  (AbgeschlosseneHebung & { pachtkontoId: number })[]
>`
  select id, pachtkonto_id, wirksam_ab, array(
    select distinct (eine ->> 'ursprungId')::bigint from jsonb_array_elements(abschluss) eine) ursprung_ids
  from hebung
  where pachtkonto_id = any(${pachtkontoIds}::bigint[]) and status = 'abgeschlossen'
  order by wirksam_ab, id`;

const geschrieben = [...positionFelder, "pachtkontoId"] as const;

/** Ids for new versions, ascending. */
export const zieheIds = async (sql: Db, anzahl: number): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('pachtkonto_position', 'id')) as id
    from generate_series(1, ${anzahl}::integer)`;
  return zeilen.map(({ id }) => Number(id));
};

export const insertPositionen = (sql: Db, werte: readonly (Positionwerte & { id: number; ursprungId: number })[]) => {
  const felder = ["id", "ursprungId", ...geschrieben] as const;
  return sql`
    insert into pachtkonto_position (${sql(felder)})
    select ${sql(felder)}
    from ${alsZeilen(sql, "pachtkonto_position", felder, werte)} n
    order by n.ordinality`;
};

export const updatePositionen = (sql: Db, werte: readonly (Positionwerte & { id: number })[]) => sql`
  update pachtkonto_position
  set ${setzung(sql, geschrieben)}
  from ${alsZeilen(sql, "pachtkonto_position", ["id", ...geschrieben], werte)} n
  where pachtkonto_position.id = n.id`;

export const updateGueltigBis = (sql: Db, id: number, gueltigBis: string) =>
  sql`update pachtkonto_position set gueltig_bis = ${gueltigBis} where id = ${id}`;

export const deletePosition = (sql: Db, id: number) => sql`delete from pachtkonto_position where id = ${id}`;

/** Those of the types that there are; nobody deletes them. */
export const listPositionsartIdsGehalten = async (sql: Db, ids: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select id from positionsart where id = any(${ids}::bigint[]) order by id for key share`;
  return zeilen.map(({ id }) => id);
};

/** Locks the account: its positions change one request after the other. */
export const findLaufzeitGesperrt = async (sql: Db, pachtkontoId: number) => {
  const [zeile] = await sql<{ version: number; pachtbeginn: string; pachtende: string | null }[]>`
    select version, pachtbeginn, pachtende from pachtkonto where id = ${pachtkontoId} for update`;
  return zeile;
};
