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

/**
 * Locks the accounts that have positions of these types, in the order of their ids: a change touches them all, and what it
 * finds booked of them stays so meanwhile.
 */
export const sperreVerwendende = (sql: Db, ids: readonly number[]) => sql`
  select count(*)
  from (
    select
    from pachtkonto
    where id in (select pachtkonto_id from pachtkonto_position where positionsart_id = any(${ids}::bigint[]))
    order by id
    for no key update
  ) t`;

/** Active increases `h` of all positions that follow increases, with those of this type, `p`, which would follow then. */
const erreichte = (sql: Db, id: number): Fragment => sql`
  hebung h
    join pachtkonto k on k.id = h.pachtkonto_id
    join pachtkonto_position p on p.pachtkonto_id = h.pachtkonto_id and p.positionsart_id = ${id}
      and p.intervall <> 'einmalig' and daterange(p.gueltig_von, p.gueltig_bis, '[]') @> h.wirksam_ab
      and h.status = 'aktiv' and h.position_ids is null`;

type Rueckwirkende = { hebungId: number; wirksamAb: string; kontonummer: string };

/**
 * An active increase which would change booked days if the positions of this type followed it: it has reached none of them
 * when they were booked, and so stands beside what is booked.
 */
export const findRueckwirkende = async (sql: Db, id: number): Promise<Rueckwirkende | undefined> => {
  const [zeile] = await sql<Rueckwirkende[]>`
    select h.id hebung_id, h.wirksam_ab, k.kontonummer
    from ${erreichte(sql, id)}
    where exists (
      select from gebuchter_zeitraum g
      where g.pachtkonto_id = h.pachtkonto_id and g.storniert_am is null
        and g.zeitraum_bis >= h.wirksam_ab and g.zeitraum_von <= coalesce(p.gueltig_bis, 'infinity'))
    order by h.id
    limit 1`;
  return zeile;
};

type Ueberholende = Rueckwirkende & { abgeschlosseneId: number; abgeschlossenZum: string };

/** An active increase, and a later one that is completed already on a position of this type. */
export const findUeberholende = async (sql: Db, id: number): Promise<Ueberholende | undefined> => {
  const [zeile] = await sql<Ueberholende[]>`
    select h.id hebung_id, h.wirksam_ab, k.kontonummer, s.id abgeschlossene_id, s.wirksam_ab abgeschlossen_zum
    from ${erreichte(sql, id)}
      join hebung s on s.pachtkonto_id = h.pachtkonto_id and s.status = 'abgeschlossen'
        and (s.wirksam_ab, s.id) > (h.wirksam_ab, h.id)
        and s.abschluss @> jsonb_build_array(jsonb_build_object('ursprungId', p.ursprung_id))
    order by h.id, s.wirksam_ab, s.id
    limit 1`;
  return zeile;
};

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
