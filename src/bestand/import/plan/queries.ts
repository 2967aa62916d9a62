import type { PachtkontoPosition } from "../../../stammdaten/pachtkonten/positionen/schema.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { type Schluesselart, schluesselanfang } from "../../format/schluessel.ts";
import type { Stand } from "./abgleich.ts";

// Keys and what the last import left ---------------------------------------------------------------------------------

/**
 * Records by their keys, those of before and those that an export of this installation made of their ids. The key of a
 * record that was merged leads to the one that is left.
 */
export const listSchluessel = (sql: Db, art: Schluesselart, schluessel: readonly string[]) => sql<
  { schluessel: string; id: number }[]
>`
  select g.schluessel, coalesce(k.aufgegangen_in, o.aufgegangen_in, g.id) id
  from (
    select n.schluessel, coalesce(s.datensatz_id, case
      when n.schluessel ~ concat('^', ${schluesselanfang[art]}::text, '-[1-9][0-9]{0,14}-', (select kennung from installation), '$')
        then split_part(n.schluessel, '-', 2)::bigint end) id
    from unnest(${schluessel}::text[]) n (schluessel)
    left join importschluessel s on s.art = ${art} and s.schluessel = n.schluessel
  ) g
  left join kontakt k on ${art} = 'kontakt' and k.id = g.id
  left join patchobjekt o on ${art} = 'patchobjekt' and o.id = g.id
  where g.id is not null`;

/**
 * Accounts by their numbers as they are asked for, in whatever case. Of several from before that was refused it is the
 * one that is written so, else the oldest.
 */
export const listKontonummern = (sql: Db, nummern: readonly string[]) => sql<{ kontonummer: string; id: number }[]>`
  select distinct on (g.nummer) g.nummer kontonummer, k.id
  from unnest(${nummern}::text[]) g (nummer)
  join pachtkonto k on lower(k.kontonummer) = lower(g.nummer)
  order by g.nummer, k.kontonummer = g.nummer desc, k.kontonummer_doppel`;

export const listStaende = (sql: Db, art: string, ids: readonly number[]) => sql<(Stand & { id: number })[]>`
  select datensatz_id id, werte, abweichend
  from importstand
  where art = ${art} and datensatz_id = any(${ids}::bigint[])`;

/** Those of the records that an import has written. */
export const listImportierte = async (sql: Db, art: string, ids: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select datensatz_id id from importstand where art = ${art} and datensatz_id = any(${ids}::bigint[])`;
  return zeilen.map(({ id }) => id);
};

// The stock ----------------------------------------------------------------------------------------------------------

/** Of these accounts those that something stands against. */
export const listGebuchteKonten = async (sql: Db, ids: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select id
    from pachtkonto k
    where id = any(${ids}::bigint[]) and (schlussabrechnung is not null or exists (
      select from gebuchter_zeitraum g where g.pachtkonto_id = k.id and g.storniert_am is null))`;
  return zeilen.map(({ id }) => id);
};

/** The day after the last booked one of accounts that have any: there an export says that the billing goes on. */
export const listAnschluesse = (sql: Db, ids: readonly number[]) => sql<{ id: number; tag: string }[]>`
  select pachtkonto_id id, max(zeitraum_bis) + 1 tag
  from gebuchter_zeitraum
  where pachtkonto_id = any(${ids}::bigint[]) and storniert_am is null
  group by pachtkonto_id`;

/** The accounts that these positions, by their first versions, or these increases belong to. */
export const listKontenVon = async (
  sql: Db,
  tabelle: "pachtkonto_position" | "hebung",
  ids: readonly number[],
): Promise<number[]> => {
  const zeilen = await sql<{ pachtkontoId: number }[]>`
    select distinct pachtkonto_id from ${sql(tabelle)} where id = any(${ids}::bigint[])`;
  return zeilen.map(({ pachtkontoId }) => pachtkontoId);
};

type Einmalige = Pick<
  PachtkontoPosition,
  "pachtkontoId" | "intervall" | "gueltigVon" | "bezeichnung" | "positionsartName"
>;

/** Positions of these accounts that are billed once, in the order in which they were entered. */
export const listEinmalige = (sql: Db, ids: readonly number[]) => sql<Einmalige[]>`
  select p.pachtkonto_id, p.intervall, p.gueltig_von, p.bezeichnung, a.name positionsart_name
  from pachtkonto_position p join positionsart a on a.id = p.positionsart_id
  where p.pachtkonto_id = any(${ids}::bigint[]) and p.intervall = 'einmalig'
  order by p.id`;

/** Of these accounts those with an increase that is active. */
export const listKontenMitAktiven = async (sql: Db, ids: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ pachtkontoId: number }[]>`
    select distinct pachtkonto_id
    from hebung
    where pachtkonto_id = any(${ids}::bigint[]) and status = 'aktiv'
    order by pachtkonto_id`;
  return zeilen.map(({ pachtkontoId }) => pachtkontoId);
};
