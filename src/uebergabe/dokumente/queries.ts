import { enthaelt } from "../../technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import {
  type Integrationsstart,
  istGesperrt,
  istUebersprungen,
  startTag,
  teilzustaende,
  verknuepft,
  zustandIst,
  zustandSpalte,
} from "../versuch/zustand.ts";
import type { DokumentFilter, ExtaccountingDocument, ExtaccountingVersuch } from "./schema.ts";

const nurIds = (zeilen: { id: number }[]): number[] => zeilen.map(({ id }) => id);

/** A page without a search, the newest first: each state in the order of its index, that of all with `id + 0`. */
export const listIds = async (
  sql: Db,
  { state, page, limit }: DokumentFilter,
  start: Integrationsstart,
): Promise<number[]> => {
  const offset = (page - 1) * limit;
  if (state === "all")
    return nurIds(
      await sql<{ id: number }[]>`
      select id from archiv_beleg order by belegdatum desc, id + 0 desc limit ${limit} offset ${offset}`,
    );
  const teile = teilzustaende(sql, state, start).map(
    (teil) => sql`(
      select d.beleg_id id, d.belegdatum
      from extaccounting_dokument d
      where ${teil}
      order by d.belegdatum desc, d.beleg_id desc
      limit ${offset + limit})`,
  );
  return nurIds(
    await sql<{ id: number }[]>`
    select id from (${verknuepft(sql, teile, sql`union all`)}) t
    order by belegdatum desc, id desc
    limit ${limit} offset ${offset}`,
  );
};

/** How many are in a state, from the counts that triggers keep. */
export const countDokumente = async (sql: Db, state: string, start: Integrationsstart): Promise<number> => {
  const zustand = sql`split_part(schluessel, ' ', 1)`;
  const vorStart = sql`split_part(schluessel, ' ', 2) < ${startTag(start)}`;
  const eigene: Record<string, Fragment> = {
    all: sql`true`,
    pending: sql`${zustand} = 'pending' or (${zustand} = 'offen' and not ${vorStart})`,
    legacy: sql`${zustand} = 'offen' and ${vorStart}`,
  };
  const passt = eigene[state] ?? sql`${zustand} = ${state}`;
  const [zeile] = await sql<{ total: number }[]>`
    select coalesce(sum(anzahl), 0) total from zaehler where bereich = 'extaccounting' and (${passt})`;
  return zeile?.total ?? 0;
};

/**
 * A page of those with these words, the newest first, and how many there are. Found by their words first, and only then
 * their states by key: what a join expects of a search is too much, and it would read the states of all documents.
 */
export const findGesuchte = async (
  sql: Db,
  { search, state, page, limit }: DokumentFilter,
  start: Integrationsstart,
): Promise<{ ids: number[]; total: number }> => {
  const imZustand = sql`
    cross join lateral (
      select from extaccounting_dokument d where d.beleg_id = g.id and ${zustandIst(sql, state, start)} offset 0
    ) d`;
  const [gefunden] = await sql<{ ids: number[]; total: number }[]>`
    with gefunden as materialized (
      select b.id, b.belegdatum from archiv_beleg b where true ${enthaelt(sql, "b.suchtext", search)}
    ),
    treffer as materialized (select g.id, g.belegdatum from gefunden g ${state === "all" ? sql`` : imZustand})
    select (select count(*) from treffer) total,
      array(
        select id from treffer order by belegdatum desc, id desc limit ${limit} offset ${(page - 1) * limit}
      ) ids`;
  return gefunden ?? { ids: [], total: 0 };
};

/** These documents, the newest first. */
export const listDokumente = (sql: Db, ids: number[]) => sql<ExtaccountingDocument[]>`
  select b.id, b.belegnummer, b.belegart, b.belegdatum, b.pachtkonto_id, b.kontonummer,
    b.empfaenger->>'anzeigename' empfaenger, b.netto_cent, b.brutto_cent, b.storno_von_id,
    (select s.id from archiv_beleg s where s.storno_von_id = b.id) storniert_durch_id, ${zustandSpalte(sql)} state,
    ${istUebersprungen(sql)} uebersprungen, ${istGesperrt(sql)} gesperrt, d.system, d.referenz, d.extern_id,
    d.extern_nummer, d.ursache, d.geaendert_am
  from archiv_beleg b
  join extaccounting_dokument d on d.beleg_id = b.id
  where b.id = any(${ids})
  order by b.belegdatum desc, b.id desc`;

export const listVersuche = (sql: Db, belegId: number) => sql<ExtaccountingVersuch[]>`
  select id, aktion, system, referenz, benutzer_name benutzer, auftrag_id, begonnen_am, beendet_am, phase,
    phase_begonnen_am, ausgang, code, ursache, extern_id, extern_nummer
  from extaccounting_versuch
  where beleg_id = ${belegId}
  order by begonnen_am desc, id`;
