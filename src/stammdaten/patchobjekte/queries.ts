import type { Db, Fragment } from "../../technik/database/pool.ts";
import { ordnungVon } from "../../technik/database/sortierung.ts";
import { datensatzSpalten, spaltenFuer } from "../../technik/database/spalten.ts";
import { enthaelt, leseSeite, type Seitentext, worte } from "../../technik/database/suche.ts";
import {
  type Patchobjekt,
  type PatchobjektFilter,
  patchobjektStatus,
  type StatusCount,
  schreibbareFelder,
} from "./schema.ts";
import { objektsortierung } from "./sortierung.ts";

/** Named as on the wire, so that the database can make the JSON of a list. */
const spalten = (sql: Db): Fragment => sql`${datensatzSpalten(sql)}, ${spaltenFuer(sql, schreibbareFelder)}`;

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
  from unnest(${[...patchobjektStatus]}::text[]) with ordinality s (status, nr)
  left join zaehler z on z.bereich = 'patchobjekt' and z.schluessel = s.status
  group by s.status, s.nr
  order by s.nr`;

export const findPatchobjekt = async (sql: Db, id: number): Promise<Patchobjekt | undefined> => {
  const [zeile] = await sql<Patchobjekt[]>`select ${spalten(sql)} from patchobjekt where id = ${id}`;
  return zeile;
};

/** Locks the row until the end of the transaction, so that two clerks change it one after the other. */
export const findPatchobjektGesperrt = async (sql: Db, id: number): Promise<Patchobjekt | undefined> => {
  const [zeile] = await sql<Patchobjekt[]>`select ${spalten(sql)} from patchobjekt where id = ${id} for update`;
  return zeile;
};

/** The account stays until the end of the transaction. */
export const findPachtkontoIdGesperrt = async (sql: Db, id: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`select id from pachtkonto where id = ${id} for key share`;
  return zeile?.id;
};

type Werte = Pick<Patchobjekt, (typeof schreibbareFelder)[number]>;

export const insertPatchobjekt = async (sql: Db, werte: Werte): Promise<Patchobjekt> => {
  const [zeile] = await sql<Patchobjekt[]>`
    insert into patchobjekt ${sql(werte, ...schreibbareFelder)} returning ${spalten(sql)}`;
  return zeile as Patchobjekt;
};

export const updatePatchobjekt = async (sql: Db, id: number, werte: Werte): Promise<Patchobjekt> => {
  const [zeile] = await sql<Patchobjekt[]>`
    update patchobjekt set ${sql(werte, ...schreibbareFelder)} where id = ${id} returning ${spalten(sql)}`;
  return zeile as Patchobjekt;
};

/** The number of the account, if anything was ever booked on it. */
export const findGebuchtesKonto = async (tx: Db, pachtkontoId: number): Promise<string | undefined> => {
  const [zeile] = await tx<{ kontonummer: string }[]>`
    select kontonummer
    from pachtkonto
    where id = ${pachtkontoId} and exists (select from archivkonto where pachtkonto_id = ${pachtkontoId})`;
  return zeile?.kontonummer;
};

export const deletePatchobjekt = (sql: Db, id: number) => sql`delete from patchobjekt where id = ${id}`;
