import { alsZeilen, setzung } from "../../../technik/database/anweisung/massen.ts";
import { datensatzSpalten, spaltenFuer } from "../../../technik/database/anweisung/spalten.ts";
import type { Db, Fragment } from "../../../technik/database/pool.ts";
import { type Positionsart, schreibbareFelder, type Verwendung } from "./schema.ts";

// A position is counted once, by its first version.
const spalten = (sql: Db): Fragment => sql`
  ${datensatzSpalten(sql, "positionsart")}, ${spaltenFuer(sql, schreibbareFelder, "positionsart")},
  (select count(*) from pachtkonto_position p where p.positionsart_id = positionsart.id and p.id = p.ursprung_id)
    as anzahl_verwendungen`;

export const listPositionsarten = (sql: Db) => sql<Positionsart[]>`
  select ${spalten(sql)} from positionsart order by such_norm(name), id`;

/**
 * Locks the rows for a change. Positions go on using them: whoever writes one holds its account already, which the change
 * is about to touch.
 */
export const sperrePositionsarten = (sql: Db, ids: readonly number[]) => sql`
  select id from positionsart where id = any(${ids}::bigint[]) order by id for no key update`;

/** Locks the row: meanwhile no position can begin to use it, and open ones are waited for. */
export const sperreZumLoeschen = (sql: Db, id: number) => sql`
  select from positionsart where id = ${id} for update`;

export const findPositionsart = async (sql: Db, id: number): Promise<Positionsart | undefined> => {
  const [zeile] = await sql<Positionsart[]>`select ${spalten(sql)} from positionsart where id = ${id}`;
  return zeile;
};

/** Another type of this name. */
export const findNamensvetterId = async (sql: Db, name: string, ausserId: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`
    select id from positionsart where lower(name) = lower(${name}) and id <> ${ausserId}`;
  return zeile?.id;
};

export type Positionsartwerte = Pick<Positionsart, (typeof schreibbareFelder)[number]>;

/**
 * The new ones; their ids are in the order given. One is left out where its name is taken, also by a transaction that
 * commits while this one waits.
 */
export const insertPositionsarten = async (sql: Db, werte: readonly Positionsartwerte[]): Promise<Positionsart[]> => {
  const neue = await sql<Positionsart[]>`
    insert into positionsart (${sql(schreibbareFelder)})
    select ${sql(schreibbareFelder)}
    from ${alsZeilen(sql, "positionsart", schreibbareFelder, werte)} n
    order by n.ordinality
    on conflict (lower(name)) do nothing
    returning ${spalten(sql)}`;
  return neue.toSorted((a, b) => a.id - b.id);
};

export const updatePositionsarten = (sql: Db, werte: readonly (Positionsartwerte & { id: number })[]) => sql<
  Positionsart[]
>`
  update positionsart
  set ${setzung(sql, schreibbareFelder)}
  from ${alsZeilen(sql, "positionsart", ["id", ...schreibbareFelder], werte)} n
  where positionsart.id = n.id
  returning ${spalten(sql)}`;

export const deletePositionsart = (sql: Db, id: number) => sql`delete from positionsart where id = ${id}`;

export const listVerwendungen = (sql: Db, id: number, hoechstens: number) => sql<Verwendung[]>`
  select k.id as pachtkonto_id, k.kontonummer
  from pachtkonto k
  where exists (select 1 from pachtkonto_position p where p.pachtkonto_id = k.id and p.positionsart_id = ${id})
  order by k.kontonummer
  limit ${hoechstens}`;
