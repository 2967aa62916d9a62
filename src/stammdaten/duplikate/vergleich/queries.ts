import { Buffer } from "node:buffer";
import { pipeline } from "node:stream/promises";
import type { Db } from "../../../technik/database/pool.ts";
import type { Tabellen } from "../arten.ts";
import type { Duplikatpaar } from "../berechnung/bestand.ts";

/** A new full comparison; an older one under way will find that it no longer is the newest. */
export const updateBegonnen = async (tx: Db, { name }: Tabellen): Promise<{ nr: number; fassung: number }> => {
  const [begonnen] = await tx<{ nr: number; fassung: number }[]>`
    update duplikat_lauf set nr = nr + 1, laeuft = true where art = ${name} returning nr, fassung`;
  return begonnen ?? { nr: 0, fassung: 0 };
};

export const findNeuesteNr = async (tx: Db, { name }: Tabellen): Promise<number | undefined> => {
  const [zeile] = await tx<{ nr: number }[]>`select nr from duplikat_lauf where art = ${name}`;
  return zeile?.nr;
};

export const updateAbgeschlossen = (tx: Db, { name }: Tabellen, fassung: number, bestand: number) => tx`
  update duplikat_lauf
  set laeuft = false, fassung = ${fassung}, bestand = ${bestand}, abgeschlossen_am = now()
  where art = ${name}`;

export const listNachDerId = <D extends object>(sql: Db, art: Tabellen, nachId: number, hoechstens: number) => sql<D[]>`
  select ${sql(art.felder)}
  from ${sql(art.name)}
  where id > ${nachId} and aufgegangen_in is null
  order by id
  limit ${hoechstens}`;

export const listMitIds = <D extends object>(sql: Db, art: Tabellen, ids: readonly number[]) => sql<D[]>`
  select ${sql(art.felder)}
  from ${sql(art.name)}
  where id = any(${ids}::bigint[]) and aufgegangen_in is null
  order by id`;

export const deleteAlleSchluessel = (sql: Db, art: Tabellen) => sql`delete from ${sql(art.schluesseltabelle)}`;

/** Records that came past the service and so have no keys yet, some thousand at a time. */
export const listOhneSchluessel = (sql: Db, art: Tabellen) =>
  sql<{ id: number }[]>`
  select k.id
  from ${sql(art.name)} k
  where k.aufgegangen_in is null
    and not exists (select from ${sql(art.schluesseltabelle)} s where s.id = k.id)`.cursor(10_000);

/** The stored keys are those of some records only: the next comparison makes all of them anew. */
export const updateUnvollstaendig = (tx: Db, { name }: Tabellen) =>
  tx`update duplikat_lauf set fassung = 0 where art = ${name} and fassung <> 0`;

const kopf = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
const zeilenlaenge = 22;

/** Keys with their records: `ids[n]` has `schluessel[n]`. */
export type Schluesselblock = { schluessel: Int32Array; ids: Float64Array };

/** Stores keys none of which is stored yet. @param ausser records whose keys are left out */
export const kopiereSchluessel = async (
  tx: Db,
  art: Tabellen,
  { schluessel, ids }: Schluesselblock,
  ausser: ReadonlySet<number>,
): Promise<void> => {
  const daten = Buffer.allocUnsafe(kopf.length + schluessel.length * zeilenlaenge + 2);
  let ab = kopf.copy(daten);
  // In the binary format of COPY: two columns, each with its length before it.
  for (const [n, id] of ids.entries()) {
    if (ausser.has(id)) continue;
    daten.writeInt16BE(2, ab);
    daten.writeInt32BE(4, ab + 2);
    daten.writeInt32BE(schluessel[n] as number, ab + 6);
    daten.writeInt32BE(8, ab + 10);
    daten.writeInt32BE(Math.floor(id / 2 ** 32), ab + 14);
    daten.writeUInt32BE(id % 2 ** 32, ab + 18);
    ab += zeilenlaenge;
  }
  ab = daten.writeInt16BE(-1, ab);
  const ziel = await tx`copy ${tx(art.schluesseltabelle)} (schluessel, id) from stdin with (format binary)`.writable();
  await pipeline([daten.subarray(0, ab)], ziel);
};

export const listNachtrag = async (tx: Db, { name }: Tabellen): Promise<number[]> => {
  const zeilen = await tx<{ id: number }[]>`select id from duplikat_nachtrag where art = ${name} order by id`;
  return zeilen.map(({ id }) => id);
};

export const deleteNachtrag = (tx: Db, { name }: Tabellen) => tx`delete from duplikat_nachtrag where art = ${name}`;

export const deleteHaeufigkeit = (tx: Db, { name }: Tabellen) =>
  tx`delete from duplikat_haeufigkeit where art = ${name}`;

export const insertHaeufigkeit = (tx: Db, { name }: Tabellen, anzahlen: ReadonlyMap<string, number>) => tx`
  insert into duplikat_haeufigkeit (art, wort, anzahl)
  select ${name}, w, n
  from unnest(${[...anzahlen.keys()]}::text[], ${[...anzahlen.values()]}::bigint[]) z (w, n)`;

/** Pairs that are none any more; those of `ausser` are looked at one by one. */
export const deleteUebrigePaare = (
  tx: Db,
  art: Tabellen,
  paare: readonly Duplikatpaar[],
  ausser: readonly number[],
) => tx`
  delete from ${tx(art.paartabelle)} p
  where not exists (
    select from unnest(${paare.map(({ a }) => a)}::bigint[], ${paare.map(({ b }) => b)}::bigint[]) n (a_id, b_id)
    where n.a_id = p.a_id and n.b_id = p.b_id
  ) and p.a_id <> all(${ausser}::bigint[]) and p.b_id <> all(${ausser}::bigint[])`;
