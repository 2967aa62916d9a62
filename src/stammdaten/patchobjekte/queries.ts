import { alsZeilen, setzung } from "../../technik/database/anweisung/massen.ts";
import { ordnungVon } from "../../technik/database/anweisung/sortierung.ts";
import { datensatzSpalten, fest, spaltenFuer } from "../../technik/database/anweisung/spalten.ts";
import { enthaelt, leseSeite, type Seitentext, worte } from "../../technik/database/anweisung/suche.ts";
import type { Db } from "../../technik/database/pool.ts";
import { objektstatus } from "../kontakte/verknuepft/schema.ts";
import type { Objektwerte } from "./pruefung.ts";
import { type Patchobjekt, type PatchobjektFilter, type StatusCount, schreibbareFelder } from "./schema.ts";
import { objektsortierung } from "./sortierung.ts";

/** Named as on the wire, so that the database can make the JSON of a list. */
const spalten = fest(
  (sql) => sql`${datensatzSpalten(sql, "patchobjekt")}, ${spaltenFuer(sql, schreibbareFelder, "patchobjekt")}`,
);

export const listPatchobjekte = (sql: Db, filter: PatchobjektFilter): Promise<Seitentext> => {
  const { search, pachtkontoId } = filter;
  const status = filter.status?.includes("alle") ? undefined : filter.status;
  const gesucht = worte(search).length > 0;
  const ordnung = ordnungVon(objektsortierung, filter.sort);
  // What is not in the list's own rows is in the objects', and has its index there.
  const inListe = ordnung.feld === "bezeichnung" || ordnung.feld === "id";
  const nachgeschlagen = gesucht && !inListe;
  return leseSeite(sql, {
    ...filter,
    gesucht,
    treffer: sql`
      select o.id, ${sql(`${nachgeschlagen ? "r" : "o"}.${ordnung.spalte}`)} wert
      from ${sql(gesucht || inListe ? "patchobjekt_liste" : "patchobjekt")} o
      ${nachgeschlagen ? sql`join patchobjekt r on r.id = o.id` : sql``}
      where true ${enthaelt(sql, "o.suchtext", search)}
        ${gesucht || inListe ? sql`` : sql`and o.aufgegangen_in is null`}
        ${status ? sql`and o.status in ${sql(status)}` : sql``}
        ${pachtkontoId ? sql`and o.pachtkonto_id = ${pachtkontoId}` : sql``}`,
    ordnung,
    // Without a search text and an account the objects are counted already.
    bekannt:
      gesucht || pachtkontoId
        ? undefined
        : sql`(
            select coalesce(sum(anzahl), 0)
            from zaehler
            where bereich = 'patchobjekt' ${status ? sql`and schluessel in ${sql([...new Set(status)])}` : sql``})`,
    zeile: sql`select ${spalten(sql)} from patchobjekt where patchobjekt.id = seite.id`,
  });
};

/** Every status in the order of the value set, also those that no object has. */
export const countJeStatus = (sql: Db) => sql<StatusCount[]>`
  select s.status, coalesce(sum(z.anzahl), 0) as anzahl
  from unnest(${objektstatus}::text[]) with ordinality s (status, nr)
  left join zaehler z on z.bereich = 'patchobjekt' and z.schluessel = s.status
  group by s.status, s.nr
  order by s.nr`;

export const findPatchobjekt = async (sql: Db, id: number): Promise<Patchobjekt | undefined> => {
  const [zeile] = await sql<Patchobjekt[]>`
    select ${spalten(sql)} from patchobjekt where id = ${id} and aufgegangen_in is null`;
  return zeile;
};

export const listPatchobjekteMitIds = (sql: Db, ids: readonly number[]) => sql<Patchobjekt[]>`
  select ${spalten(sql)} from patchobjekt where id = any(${ids}::bigint[]) order by id`;

/**
 * Locks the rows until the end of the transaction, so that two clerks change them one after the other; who only refers
 * to an object, as a pair of duplicates does, need not wait.
 */
export const listPatchobjekteGesperrt = (sql: Db, ids: readonly number[]) => sql<Patchobjekt[]>`
  select ${spalten(sql)}
  from patchobjekt
  where id = any(${ids}::bigint[]) and aufgegangen_in is null
  order by id
  for no key update`;

/** The object that this one was merged into. */
export const findAufgegangenIn = async (sql: Db, id: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ aufgegangenIn: number }[]>`
    select aufgegangen_in from patchobjekt where id = ${id} and aufgegangen_in is not null`;
  return zeile?.aufgegangenIn;
};

/** One that was merged into this object. */
export const findAufgegangenes = async (sql: Db, id: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`select id from patchobjekt where aufgegangen_in = ${id} limit 1`;
  return zeile?.id;
};

/**
 * From now on `geht`, which no account has any more, and all that were merged into it lead to `bleibt`.
 *
 * @returns the latter
 */
export const updateAufgegangen = async (sql: Db, geht: number, bleibt: number): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    update patchobjekt
    set aufgegangen_in = ${bleibt}, pachtkonto_id = null
    where id = ${geht} or aufgegangen_in = ${geht}
    returning id`;
  return zeilen.map(({ id }) => id).filter((id) => id !== geht);
};

/** The same back again. */
export const updateGetrennt = (
  sql: Db,
  geht: number,
  pachtkontoId: number | null,
  mitgenommen: readonly number[],
) => sql`
  update patchobjekt
  set aufgegangen_in = case when id = ${geht} then null else ${geht}::bigint end,
    pachtkonto_id = case when id = ${geht} then ${pachtkontoId}::bigint end
  where id = ${geht} or id = any(${mitgenommen}::bigint[])`;

/** Those of the accounts that there are; nobody deletes them. */
export const listPachtkontoIdsGehalten = async (sql: Db, ids: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select id from pachtkonto where id = any(${ids}::bigint[]) order by id for key share`;
  return zeilen.map(({ id }) => id);
};

/** The new objects; their ids are in the order given. */
export const insertPatchobjekte = async (sql: Db, werte: readonly Objektwerte[]): Promise<Patchobjekt[]> => {
  const neue = await sql<Patchobjekt[]>`
    insert into patchobjekt (${sql(schreibbareFelder)})
    select ${sql(schreibbareFelder)}
    from ${alsZeilen(sql, "patchobjekt", schreibbareFelder, werte)} n
    order by n.ordinality
    returning ${spalten(sql)}`;
  return neue.toSorted((a, b) => a.id - b.id);
};

export const updatePatchobjekte = (sql: Db, werte: readonly (Objektwerte & { id: number })[]) => sql<Patchobjekt[]>`
  update patchobjekt
  set ${setzung(sql, schreibbareFelder)}
  from ${alsZeilen(sql, "patchobjekt", ["id", ...schreibbareFelder], werte)} n
  where patchobjekt.id = n.id
  returning ${spalten(sql)}`;

/** The number of the account, if anything was ever booked on it. */
export const findGebuchtesKonto = async (tx: Db, pachtkontoId: number): Promise<string | undefined> => {
  const [zeile] = await tx<{ kontonummer: string }[]>`
    select kontonummer
    from pachtkonto
    where id = ${pachtkontoId} and exists (select from archivkonto where pachtkonto_id = ${pachtkontoId})`;
  return zeile?.kontonummer;
};

export const deletePatchobjekt = (sql: Db, id: number) => sql`delete from patchobjekt where id = ${id}`;
