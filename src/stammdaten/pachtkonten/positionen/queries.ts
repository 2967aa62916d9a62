import type { AktiveHebung, PositionVersion } from "../../../kern/pacht/typen.ts";
import type { Db, Fragment } from "../../../technik/database/pool.ts";
import { type PachtkontoPosition, positionFelder } from "../schema.ts";

const spalten = (sql: Db): Fragment => sql`
  p.id, p.version, p.pachtkonto_id, p.ursprung_id, p.positionsart_id, a.name as positionsart_name, p.bezeichnung,
  p.betrag_cent, p.intervall, p.gueltig_von, p.gueltig_bis, p.steuersatz_bp, p.anteilig, p.erstellt_am, p.geaendert_am`;

export const listPositionen = (sql: Db, pachtkontoId: number) => sql<PachtkontoPosition[]>`
  select ${spalten(sql)}
  from pachtkonto_position p join positionsart a on a.id = p.positionsart_id
  where p.pachtkonto_id = ${pachtkontoId}
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

const geschrieben = [...positionFelder, "pachtkontoId"] as const;
export type Positionwerte = Pick<PachtkontoPosition, (typeof geschrieben)[number]>;

/** A version; without `ursprungId` the first one of a new position. */
export const insertPosition = async (sql: Db, werte: Positionwerte, ursprungId?: number): Promise<number> => {
  const [zeile] = await sql<{ id: number }[]>`
    select nextval(pg_get_serial_sequence('pachtkonto_position', 'id')) as id`;
  const id = Number(zeile?.id);
  await sql`
    insert into pachtkonto_position
    ${sql({ ...werte, id, ursprungId: ursprungId ?? id }, ...geschrieben, "id", "ursprungId")}`;
  return id;
};

export const updatePosition = (sql: Db, id: number, werte: Positionwerte) =>
  sql`update pachtkonto_position set ${sql(werte, ...geschrieben)} where id = ${id}`;

export const updateGueltigBis = (sql: Db, id: number, gueltigBis: string) =>
  sql`update pachtkonto_position set gueltig_bis = ${gueltigBis} where id = ${id}`;

export const deletePosition = (sql: Db, id: number) => sql`delete from pachtkonto_position where id = ${id}`;

/** The type stays until the end of the transaction. */
export const findPositionsartIdGesperrt = async (sql: Db, id: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`select id from positionsart where id = ${id} for key share`;
  return zeile?.id;
};

/** Locks the account: its positions change one request after the other. */
export const findLaufzeitGesperrt = async (sql: Db, pachtkontoId: number) => {
  const [zeile] = await sql<{ version: number; pachtbeginn: string; pachtende: string | null }[]>`
    select version, pachtbeginn, pachtende from pachtkonto where id = ${pachtkontoId} for update`;
  return zeile;
};
