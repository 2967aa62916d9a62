import type { Aenderung } from "../../technik/auditlog/protokolliere.ts";
import type { Db } from "../../technik/database/pool.ts";
import type { Fremdes } from "./eigenes.ts";

/** Of an account what is the contact's own: his share, not the others'. */
export const listBeteiligungen = (sql: Db, ids: readonly number[]) => sql<
  {
    kontonummer: string;
    bezeichnung: string | null;
    pachtbeginn: string;
    pachtende: string | null;
    rolle: string;
    anteilZaehler: number | null;
    anteilNenner: number | null;
    gueltigVon: string | null;
    gueltigBis: string | null;
  }[]
>`
  select k.kontonummer, k.bezeichnung, k.pachtbeginn, k.pachtende, b.rolle, b.anteil_zaehler, b.anteil_nenner,
    b.gueltig_von, b.gueltig_bis
  from pachtkonto_beteiligter b
  join pachtkonto k on k.id = b.pachtkonto_id
  where b.kontakt_id = any(${ids}::bigint[])
  order by k.kontonummer, b.rolle, b.gueltig_von nulls first, b.id`;

/** Documents to the contact with their lines, each as it was issued to him. */
export const listBelege = (sql: Db, ids: readonly number[]) => sql<
  {
    id: number;
    belegnummer: string;
    belegart: string;
    belegdatum: string;
    kontonummer: string;
    zeitraumVon: string;
    zeitraumBis: string;
    empfaenger: object;
    nettoCent: number;
    steuerCent: number;
    bruttoCent: number;
    auszahlungCent: number | null;
    zeilen: object[];
    widerspruch: object | null;
  }[]
>`
  select b.id, b.belegnummer, b.belegart, b.belegdatum, b.kontonummer, b.zeitraum_von, b.zeitraum_bis, b.empfaenger,
    b.netto_cent, b.steuer_cent, b.brutto_cent, b.auszahlung_cent,
    coalesce((
      select jsonb_agg(jsonb_build_object('bezeichnung', z.bezeichnung, 'zeitraumVon', z.zeitraum_von,
        'zeitraumBis', z.zeitraum_bis, 'nettoCent', z.netto_cent, 'steuersatzBp', z.steuersatz_bp) order by z.nr)
      from archiv_zeile z where z.beleg_id = b.id), '[]') as zeilen,
    (select jsonb_build_object('am', w.am, 'grund', w.grund, 'erledigtDurch', w.erledigt_durch, 'erledigtAm', w.erledigt_am)
      from gutschrift_widerspruch w where w.beleg_id = b.id) as widerspruch
  from archiv_beleg b
  where b.kontakt_id = any(${ids}::bigint[])
  order by b.belegdatum, b.id`;

/** Payments to or from him that a file told the bank. */
export const listZahlungen = (sql: Db, ids: readonly number[]) => sql<
  {
    dateiname: string;
    art: string;
    belegnummer: string;
    betragCent: number;
    erstelltAm: string;
    verworfenAm: string | null;
  }[]
>`
  select z.dateiname, z.art, b.belegnummer, p.betrag_cent, z.erstellt_am, z.verworfen_am
  from zahlungsdatei_beleg p
  join archiv_beleg b on b.id = p.beleg_id
  join zahlungsdatei z on z.id = p.zahlungsdatei_id
  where b.kontakt_id = any(${ids}::bigint[])
  order by z.id, b.id`;

/** What remarks on him said, without who wrote them. */
export const listBemerkungen = (sql: Db, ids: readonly number[]) => sql<
  { zeitpunkt: string; bemerkung: string | null }[]
>`
  select zeitpunkt, bemerkung
  from bemerkung_verlauf
  where ressource = 'kontakt' and ressource_id = any(${ids}::bigint[])
  order by zeitpunkt, id`;

/** Which likenesses to others were found, without whom. */
export const listAehnlichkeiten = (sql: Db, ids: readonly number[]) => sql<
  { score: number; gruende: string[]; keinDuplikat: boolean }[]
>`
  select score, gruende, kein_duplikat
  from duplikat_kontakt_paar
  where a_id = any(${ids}::bigint[]) or b_id = any(${ids}::bigint[])
  order by score desc, a_id, b_id`;

/** What he had of others for a while: a clerk merged them into him, and took them out again. */
export const listFremdes = (sql: Db, ids: readonly number[]) => sql<Fremdes[]>`
  select f.feld, f.neu
  from zusammenfuehrung z
  cross join jsonb_to_recordset(z.felder) f (feld text, neu jsonb)
  where z.art = 'kontakt' and z.bleibt_id = any(${ids}::bigint[]) and z.zurueckgenommen_am is not null
    and f.neu is not null`;

/** What was done with his record, without who did it, and these entries. */
export const listProtokoll = (sql: Db, ids: readonly number[], eintraege: readonly number[]) => sql<
  { zeitpunkt: string; aktion: string; aenderungen: Aenderung[] }[]
>`
  select a.zeitpunkt, a.aktion, coalesce(w.werte, '[]')::json as aenderungen
  from auditlog a
  left join auditwert w on w.auditlog_id = a.id
  where a.ressource = 'kontakt' and a.ressource_id = any(${ids.map(String)}::text[])
    or a.id = any(${eintraege}::bigint[])
  order by a.zeitpunkt, a.id`;

/** These entries on accounts, without who wrote them. */
export const listKontoprotokoll = (sql: Db, eintraege: readonly number[]) => sql<
  { zeitpunkt: string; aktion: string; kontonummer: string | null; aenderungen: Aenderung[] }[]
>`
  select a.zeitpunkt, a.aktion, k.kontonummer, w.werte::json as aenderungen
  from auditlog a
  join auditwert w on w.auditlog_id = a.id
  left join pachtkonto k on k.id::text = a.ressource_id
  where a.id = any(${eintraege}::bigint[])
  order by a.zeitpunkt, a.id`;

type Upload = { id: number; kontonummer: string; dateiname: string; groesse: number; erstelltAm: string };

/** Uploads of accounts that he is or was party of, and whether they came when he was no party any more. */
export const listUploads = (sql: Db, ids: readonly number[]) => sql<(Upload & { istSpaeter: boolean })[]>`
  select d.id, k.kontonummer, d.dateiname, d.groesse, d.erstellt_am,
    (d.erstellt_am at time zone 'Europe/Berlin')::date > b.bis as ist_spaeter
  from pachtkonto_dokument d
  join pachtkonto k on k.id = d.pachtkonto_id
  join (
    select pachtkonto_id, max(coalesce(gueltig_bis, 'infinity')) as bis
    from pachtkonto_beteiligter
    where kontakt_id = any(${ids}::bigint[])
    group by pachtkonto_id
  ) b on b.pachtkonto_id = k.id
  order by k.kontonummer, d.id`;

/** Whole: 20 MiB at most. */
export const findInhalt = async (sql: Db, dokumentId: number): Promise<Uint8Array> => {
  const [zeile] = await sql<{ inhalt: Uint8Array }[]>`
    select string_agg(inhalt, ''::bytea order by nr) as inhalt
    from pachtkonto_dokument_stueck
    where dokument_id = ${dokumentId}`;
  return zeile?.inhalt ?? new Uint8Array();
};

/** Letters about increases that were addressed to him alone: one to several lessees tells each of the others. */
export const listHebungsschreiben = (sql: Db, ids: readonly number[]) => sql<
  { hebungId: number; kontonummer: string; wirksamAb: string }[]
>`
  select h.id as hebung_id, k.kontonummer, h.wirksam_ab
  from hebung_brief s
  join hebung h on h.id = s.hebung_id
  join pachtkonto k on k.id = h.pachtkonto_id
  join lateral (
    select bool_and(b.kontakt_id = any(${ids}::bigint[])) as ist_allein
    from pachtkonto_beteiligter b
    where b.pachtkonto_id = k.id and b.rolle = 'paechter'
      and daterange(b.gueltig_von, b.gueltig_bis, '[]') @> h.wirksam_ab
  ) p on p.ist_allein
  order by h.wirksam_ab, h.id`;
