import type { Db, Fragment } from "../../../technik/database/pool.ts";
import { datensatzSpalten, spaltenFuer } from "../../../technik/database/spalten.ts";
import { type Positionsart, schreibbareFelder, type Verwendung } from "./schema.ts";

// A position is counted once, by its first version.
const spalten = (sql: Db): Fragment => sql`
  ${datensatzSpalten(sql)}, ${spaltenFuer(sql, schreibbareFelder)},
  (select count(*) from pachtkonto_position p where p.positionsart_id = positionsart.id and p.id = p.ursprung_id)
    as anzahl_verwendungen`;

export const listPositionsarten = (sql: Db) => sql<Positionsart[]>`
  select ${spalten(sql)} from positionsart order by lower(name), id`;

/** Locks the row: meanwhile no position can begin to use it, and open ones are waited for. */
export const findPositionsartIdGesperrt = async (sql: Db, id: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`select id from positionsart where id = ${id} for update`;
  return zeile?.id;
};

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

type Werte = Pick<Positionsart, (typeof schreibbareFelder)[number]>;

/** undefined where the name is taken, also by a transaction that commits while this one waits. */
export const insertPositionsart = async (sql: Db, werte: Werte): Promise<Positionsart | undefined> => {
  const [zeile] = await sql<Positionsart[]>`
    insert into positionsart ${sql(werte, ...schreibbareFelder)}
    on conflict (lower(name)) do nothing
    returning ${spalten(sql)}`;
  return zeile;
};

export const updatePositionsart = async (sql: Db, id: number, werte: Werte): Promise<Positionsart> => {
  const [zeile] = await sql<Positionsart[]>`
    update positionsart set ${sql(werte, ...schreibbareFelder)} where id = ${id} returning ${spalten(sql)}`;
  return zeile as Positionsart;
};

export const deletePositionsart = (sql: Db, id: number) => sql`delete from positionsart where id = ${id}`;

export const listVerwendungen = (sql: Db, id: number, hoechstens: number) => sql<Verwendung[]>`
  select k.id as pachtkonto_id, k.kontonummer
  from pachtkonto k
  where exists (select 1 from pachtkonto_position p where p.pachtkonto_id = k.id and p.positionsart_id = ${id})
  order by k.kontonummer
  limit ${hoechstens}`;
