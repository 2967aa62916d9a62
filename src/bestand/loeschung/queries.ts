import type { Db, Tx } from "../../technik/database/pool.ts";

/** The contact and all that were merged into him: what is theirs is his. */
export const listIds = async (sql: Db, kontaktId: number): Promise<number[]> => {
  const [zeile] = await sql<{ ids: number[] }[]>`select kontakt_mit_aufgegangenen(${kontaktId}) as ids`;
  return zeile?.ids ?? [kontaktId];
};

/** A lease that the contact is or was party of. */
export type Kontolage = {
  id: number;
  kontonummer: string;
  /** Something may still be billed to him or paid out to him. */
  istOffen: boolean;
  /** Last day of the lease, once it is settled; null: it goes on. */
  ende: string | null;
  /** Day of a document of the account, whomever to, for each year that has some. */
  belegtage: string[];
  dokumente: number;
  hebungsschreiben: number;
  werte: number;
};

/**
 * An account without a final settlement is open, unless it ended before its first billed day and nothing is booked: then
 * it never takes part. For who was party of it before it is open while a day of his is not booked.
 */
export const listKontolagen = (sql: Db, kontaktIds: readonly number[]) => sql<Kontolage[]>`
  with beteiligt as (
    select pachtkonto_id, max(coalesce(gueltig_bis, 'infinity')) as bis,
      range_agg(daterange(gueltig_von, gueltig_bis, '[]')) as tage
    from pachtkonto_beteiligter
    where kontakt_id = any(${kontaktIds as number[]}::bigint[])
    group by pachtkonto_id
  ), konto as (
    select k.id, k.kontonummer, b.bis, b.tage,
      k.schlussabrechnung is not null
        or coalesce(k.pachtende < greatest(k.pachtbeginn, k.abrechnung_ab) and g.bis is null, false) as ist_abgerechnet,
      least(k.pachtende, k.schlussabrechnung) as ende, coalesce(g.bis, '-infinity') as gebucht_bis
    from beteiligt b
    join pachtkonto k on k.id = b.pachtkonto_id
    left join lateral (
      select max(zeitraum_bis) as bis from gebuchter_zeitraum where pachtkonto_id = k.id and storniert_am is null
    ) g on true
  )
  select k.id, k.kontonummer,
    -- Also where a Storno has opened days of his again, behind which more is booked.
    not k.ist_abgerechnet and (k.bis > k.gebucht_bis or exists (
      select from faelligkeit f
      where f.pachtkonto_id = k.id and f.status = 'offen' and k.tage && daterange(f.zeitraum_von, f.zeitraum_bis, '[]')
    )) as ist_offen,
    case when k.ist_abgerechnet then k.ende end as ende,
    array(
      select max(belegdatum)::text
      from archiv_beleg
      where pachtkonto_id = k.id
      group by extract(year from belegdatum)
      order by 1
    ) as belegtage,
    (select count(*) from pachtkonto_dokument where pachtkonto_id = k.id) as dokumente,
    (select count(*) from hebung_brief b join hebung h on h.id = b.hebung_id where h.pachtkonto_id = k.id)
      as hebungsschreiben,
    (select count(*) from auditlog a join auditwert w on w.auditlog_id = a.id
      where a.ressource = 'pachtkonto' and a.ressource_id = k.id::text) as werte
  from konto k
  order by k.id`;

/** Documents to the contact, by the year from whose end they are kept. */
export const listBelegjahre = (sql: Db, kontaktIds: readonly number[]) => sql<
  { letzter: string; anzahl: number; konten: number }[]
>`
  select max(belegdatum) as letzter, count(*) as anzahl, count(distinct archivkonto_id) as konten
  from archiv_beleg
  where kontakt_id = any(${kontaktIds as number[]}::bigint[])
  group by extract(year from belegdatum)
  order by 1`;

/** Payment files that name the contact and were not discarded. */
export const listZahlungsdateien = (sql: Db, kontaktIds: readonly number[]) => sql<
  { id: number; dateiname: string; erstelltAm: string }[]
>`
  select z.id, z.dateiname, (z.erstellt_am at time zone 'Europe/Berlin')::date as erstellt_am
  from zahlungsdatei z
  where z.verworfen_am is null and exists (
    select from zahlungsdatei_beleg p
    join archiv_beleg b on b.id = p.beleg_id
    where p.zahlungsdatei_id = z.id and b.kontakt_id = any(${kontaktIds as number[]}::bigint[]))
  order by z.id`;

/** Entries whose values tell of the contact or his likeness to others; that of an erasure itself holds none that do. */
export const listEintraege = async (sql: Db, kontaktIds: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select a.id
    from auditlog a
    join auditwert w on w.auditlog_id = a.id
    where a.ressource = 'kontakt' and a.ressource_id = any (${kontaktIds.map(String)}::text[])
        and a.aktion <> 'personendaten_loeschen'
      or a.ressource = 'duplikat_kontakt' and string_to_array(a.ressource_id, '-') && ${kontaktIds.map(String)}::text[]
    order by a.id`;
  return zeilen.map(({ id }) => id);
};

/** Entries on these accounts and their uploads. */
export const listEintraegeVonKonten = async (
  sql: Db,
  kontoIds: readonly number[],
  dokumentIds: readonly number[],
): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select a.id
    from auditlog a
    join auditwert w on w.auditlog_id = a.id
    where a.ressource = 'pachtkonto' and a.ressource_id = any (${kontoIds.map(String)}::text[])
      or a.ressource = 'pachtkonto_dokument' and a.ressource_id = any (${dokumentIds.map(String)}::text[])
    order by a.id`;
  return zeilen.map(({ id }) => id);
};

export type Nebenher = { bemerkungen: number; aehnlichkeiten: number; sammeldateien: number };

export const zaehleNebenher = async (sql: Db, kontaktIds: readonly number[]): Promise<Nebenher> => {
  const [zeile] = await sql<Nebenher[]>`
    select
      (select count(*) from bemerkung_verlauf
        where ressource = 'kontakt' and ressource_id = any(${kontaktIds as number[]}::bigint[])
          and bemerkung is not null) as bemerkungen,
      (select count(*) from duplikat_kontakt_paar
        where a_id = any(${kontaktIds as number[]}::bigint[]) or b_id = any(${kontaktIds as number[]}::bigint[]))
        as aehnlichkeiten,
      (select count(*) from sammeldatei s
        where s.art = 'entwurf' or s.buchungslauf_id in (
          select buchungslauf_id from archiv_beleg where kontakt_id = any(${kontaktIds as number[]}::bigint[]))) as sammeldateien`;
  return zeile as Nebenher;
};

/** What was answered to a request that came with a key. */
export type Antwort = { benutzerId: number; route: string; schluessel: string; antwort: unknown };

/** Answers that hold one of the texts, locked until the end of the transaction. */
export const listAntwortenMit = (tx: Tx, texte: readonly string[]) => tx<Antwort[]>`
  select benutzer_id, route, schluessel, antwort
  from idempotenz
  where exists (select from unnest(${texte as string[]}::text[]) wort where position(wort in antwort::text) > 0)
  for update`;

export const updateAntworten = (tx: Tx, antworten: readonly Antwort[]) => tx`
  update idempotenz i
  set antwort = n.antwort::json
  from unnest(${antworten.map(({ benutzerId }) => benutzerId)}::bigint[],
    ${antworten.map(({ route }) => route)}::text[],
    ${antworten.map(({ schluessel }) => schluessel)}::text[],
    ${antworten.map(({ antwort }) => JSON.stringify(antwort))}::text[])
    n (benutzer_id, route, schluessel, antwort)
  where (i.benutzer_id, i.route, i.schluessel) = (n.benutzer_id, n.route, n.schluessel)`;
