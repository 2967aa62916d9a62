import type { Vertragsart } from "../../../kern/fristen/vertrag.ts";
import type { Angeschrieben } from "../../../kern/pacht/schnappschuss.ts";
import type { Db } from "../../../technik/database/pool.ts";
import type { HebungsbriefDaten } from "./daten.ts";

export type Hebungsbrief = { inhalt: Uint8Array; sha256: string; kontonummer: string; wirksamAb: string };

/** The stored letter. */
export const findHebungsbrief = async (sql: Db, hebungId: number): Promise<Hebungsbrief | undefined> => {
  const [zeile] = await sql<Hebungsbrief[]>`
    select b.inhalt, b.sha256, k.kontonummer, h.wirksam_ab
    from hebung_brief b
    join hebung h on h.id = b.hebung_id
    join pachtkonto k on k.id = h.pachtkonto_id
    where b.hebung_id = ${hebungId}`;
  return zeile;
};

export const findHebungStatus = async (sql: Db, hebungId: number): Promise<string | undefined> => {
  const [zeile] = await sql<{ status: string }[]>`select status from hebung where id = ${hebungId}`;
  return zeile?.status;
};

export const listAbgeschlossene = (sql: Db, ids: number[]) => sql<
  Omit<HebungsbriefDaten, "vertragsart" | "aussteller" | "logo" | "empfaenger">[]
>`
  select h.id hebung_id, k.kontonummer, h.bezeichnung, h.art, h.wert_bp, h.betrag_cent, h.index_basis::text,
    h.index_neu::text, h.index_basisjahr, h.weitergabe_bp, h.obergrenze_bp, h.verkettung, h.wirksam_ab, h.begruendung,
    (h.abgeschlossen_am at time zone 'Europe/Berlin')::date datum, h.abschluss positionen
  from hebung h
  join pachtkonto k on k.id = h.pachtkonto_id
  where h.id = any(${ids}) and h.status = 'abgeschlossen'
  order by h.id`;

export const listVertragsarten = (sql: Db, ids: number[]) => sql<
  { hebungId: number; vertragsart: Vertragsart | null }[]
>`
  select h.id hebung_id, k.vertragsart
  from hebung h
  join pachtkonto k on k.id = h.pachtkonto_id
  where h.id = any(${ids})`;

/** Each lessee once, the main contact first. */
export const listPaechter = (sql: Db, ids: number[]) => sql<(Angeschrieben & { hebungId: number })[]>`
  select h.id hebung_id, k.anzeigename, k.ist_organisation, k.anrede, k.titel, k.vorname, k.nachname, k.firma,
    k.strasse, k.hausnummer, k.adresszusatz, k.plz, k.ort, k.land, k.debitornummer
  from hebung h
  join lateral (
    select b.kontakt_id, bool_or(b.hauptkontakt) hauptkontakt
    from pachtkonto_beteiligter b
    where b.pachtkonto_id = h.pachtkonto_id and b.rolle = 'paechter'
      and daterange(b.gueltig_von, b.gueltig_bis, '[]') @> h.wirksam_ab
    group by b.kontakt_id
  ) b on true
  join kontakt k on k.id = b.kontakt_id
  where h.id = any(${ids})
  order by h.id, b.hauptkontakt desc, k.id`;

export type HebungsbriefZeile = { hebungId: number; layoutVersion: number; sha256: string; inhalt: Uint8Array };

/** Stores letters. One that is stored already stays: the first to come wins. */
export const insertHebungsbriefe = (sql: Db, zeilen: HebungsbriefZeile[]) =>
  sql`insert into hebung_brief ${sql(zeilen)} on conflict (hebung_id) do nothing`;

/** Completed increases after `nach` (an id) that have no letter yet. */
export const listOhneBrief = async (sql: Db, nach: number, anzahl: number): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select h.id
    from hebung h
    where h.status = 'abgeschlossen' and h.id > ${nach}
      and not exists (select from hebung_brief b where b.hebung_id = h.id)
    order by h.id
    limit ${anzahl}`;
  return zeilen.map(({ id }) => id);
};
