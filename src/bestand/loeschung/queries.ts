import type { Kontaktstand } from "../../stammdaten/kontakte/schema.ts";
import type { Db, Fragment, Tx } from "../../technik/database/pool.ts";
import type { Freitext } from "./schema.ts";

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

/** The days of `Kontolage.belegtage`. @param konto the column with the account's id */
const belegtage = (sql: Db, konto: "k.id" | "genannt.id"): Fragment => sql`
  array(
    select max(belegdatum)::text
    from archiv_beleg
    where pachtkonto_id = ${sql.unsafe(konto) as Fragment}
    group by extract(year from belegdatum)
    order by 1
  )`;

/**
 * An account without a final settlement is open, unless it ended before its first billed day and nothing is booked: then
 * it never takes part. For who was party of it before it is open while a day of his is not booked.
 */
export const listKontolagen = (sql: Db, kontaktIds: readonly number[]) => sql<Kontolage[]>`
  with beteiligt as (
    select pachtkonto_id, max(coalesce(gueltig_bis, 'infinity')) as bis,
      range_agg(daterange(gueltig_von, gueltig_bis, '[]')) as tage
    from pachtkonto_beteiligter
    where kontakt_id = any(${kontaktIds}::bigint[])
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
    ${belegtage(sql, "k.id")} as belegtage,
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
  where kontakt_id = any(${kontaktIds}::bigint[])
  group by extract(year from belegdatum)
  order by 1`;

/**
 * The accounts that the contact is party of, and those that documents to him are about, locked as whoever changes them
 * does. Their contacts are locked before, their runs after them: so does a Storno.
 */
export const sperreKontenMit = (tx: Tx, kontaktIds: readonly number[]) => tx`
  select id
  from pachtkonto
  where id in (
    select pachtkonto_id from pachtkonto_beteiligter where kontakt_id = any(${kontaktIds}::bigint[])
    union all
    select pachtkonto_id from archiv_beleg where kontakt_id = any(${kontaktIds}::bigint[])
  )
  order by id
  for no key update`;

/** The runs that have documents to the contact. */
export const listLaeufeMit = async (sql: Db, kontaktIds: readonly number[]): Promise<string[]> => {
  const zeilen = await sql<{ id: string }[]>`
    select distinct buchungslauf_id as id from archiv_beleg where kontakt_id = any(${kontaktIds}::bigint[])`;
  return zeilen.map(({ id }) => id);
};

/** Payment files that name the contact and were not discarded. */
export const listZahlungsdateien = (sql: Db, kontaktIds: readonly number[]) => sql<
  { id: number; dateiname: string; erstelltAm: string }[]
>`
  select z.id, z.dateiname, (z.erstellt_am at time zone 'Europe/Berlin')::date as erstellt_am
  from zahlungsdatei z
  where z.verworfen_am is null and exists (
    select from zahlungsdatei_beleg p
    join archiv_beleg b on b.id = p.beleg_id
    where p.zahlungsdatei_id = z.id and b.kontakt_id = any(${kontaktIds}::bigint[]))
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

/**
 * What the records were before, as their log tells: of each entry one side and the other, without what a clerk took out
 * again after a merging. That is somebody else's.
 */
export const listFruehere = async (sql: Db, kontaktIds: readonly number[]): Promise<Partial<Kontaktstand>[]> => {
  const zeilen = await sql<{ felder: Partial<Kontaktstand> }[]>`
    select jsonb_object_agg(f.feld, s.wert) as felder
    from auditlog a
    join auditwert w on w.auditlog_id = a.id
    cross join jsonb_to_recordset(w.werte::jsonb) f (feld text, alt jsonb, neu jsonb)
    cross join lateral (values ('alt', f.alt), ('neu', f.neu)) s (seite, wert)
    where a.ressource = 'kontakt' and a.ressource_id = any (${kontaktIds.map(String)}::text[])
      and not exists (
        select from zusammenfuehrung z
        cross join jsonb_to_recordset(z.felder) g (feld text, neu jsonb)
        where z.art = 'kontakt' and z.bleibt_id = any(${kontaktIds}::bigint[])
          and z.zurueckgenommen_am is not null and g.feld = f.feld and g.neu = s.wert)
    group by a.id, s.seite
    order by a.id, s.seite`;
  return zeilen.map(({ felder }) => felder);
};

/** An entry on an account that the contact is not party of, or no longer. */
export type Nennung = {
  id: number;
  pachtkontoId: number;
  /** Whether the account is still there. */
  istDa: boolean;
  /** As those of the account; none where the entry tells of nothing that was booked. */
  belegtage: string[];
};

/**
 * Entries that name the contact as a party, found by their values: no row says any more that he was. Of a deleted
 * account, on which nothing was ever booked, all entries count. Of one that is there an entry from before the first
 * booking tells of nothing that was booked, unless there are documents to him: what the account was then stands in the
 * archive.
 *
 * It reads the values of all entries on accounts: some four seconds for a log of a million, which an erasure may take.
 */
export const listNennungen = (sql: Db, kontaktIds: readonly number[]) => sql<Nennung[]>`
  with eintrag as materialized (
    select id, ressource_id::bigint as pachtkonto_id from auditlog where ressource = 'pachtkonto'
  ), nennung as materialized (
    select e.id, e.pachtkonto_id
    from eintrag e
    join auditwert w on w.auditlog_id = e.id
    -- Most values are told apart by their text, without taking them apart.
    where w.werte like any (${kontaktIds.map((id) => `%"kontaktId":${id},%`)}::text[])
      and jsonb_path_exists(w.werte::jsonb,
        '$[*] ? (@.feld == "beteiligte").*[*] ? (@.kontaktId == $ids[*])', ${sql.json({ ids: [...kontaktIds] })})
  ), genannt as (
    select distinct n.pachtkonto_id as id, k.id is not null as ist_da
    from nennung n
    left join pachtkonto k on k.id = n.pachtkonto_id
    where not exists (
      select from pachtkonto_beteiligter b
      where b.pachtkonto_id = n.pachtkonto_id and b.kontakt_id = any(${kontaktIds}::bigint[]))
  )
  select a.id, genannt.id as pachtkonto_id, genannt.ist_da,
    case when gebucht.an_ihn or a.zeitpunkt >= gebucht.zuerst then ${belegtage(sql, "genannt.id")} else '{}' end as belegtage
  from genannt
  join auditlog a on a.ressource = 'pachtkonto' and a.ressource_id = genannt.id::text
  join auditwert w on w.auditlog_id = a.id
  cross join lateral (
    select min(erstellt_am) as zuerst, bool_or(kontakt_id = any(${kontaktIds}::bigint[])) as an_ihn
    from archiv_beleg
    where pachtkonto_id = genannt.id
  ) gebucht
  where not genannt.ist_da or a.id in (select id from nennung)
  order by a.id`;

const idsVon = (zeilen: readonly { id: number }[]): number[] => zeilen.map(({ id }) => id);

/** Entries on these accounts. */
export const listEintraegeVonKonten = async (sql: Db, kontoIds: readonly number[]): Promise<number[]> =>
  idsVon(
    await sql<{ id: number }[]>`
      select a.id
      from auditlog a
      join auditwert w on w.auditlog_id = a.id
      where a.ressource = 'pachtkonto' and a.ressource_id = any (${kontoIds.map(String)}::text[])
      order by a.id`,
  );

/** Entries on uploads of these accounts, also of those that a clerk has deleted: their values name the account. */
export const listEintraegeVonUploads = async (sql: Db, kontoIds: readonly number[]): Promise<number[]> =>
  kontoIds.length === 0
    ? []
    : idsVon(
        await sql<{ id: number }[]>`
          -- First their values, which are few and short: else those of the whole log are taken apart.
          with eintrag as materialized (
            select a.id, w.werte
            from auditlog a
            join auditwert w on w.auditlog_id = a.id
            where a.ressource = 'pachtkonto_dokument'
          )
          select id
          from eintrag
          where jsonb_path_exists(werte::jsonb,
            '$[*] ? (@.feld == "pachtkontoId" && (@.alt == $ids[*] || @.neu == $ids[*]))',
            ${sql.json({ ids: [...kontoIds] })})
          order by id`,
      );

/**
 * Texts that clerks write about these accounts and what belongs to them, where one of the words stands in some. Files are
 * counted as uploads, and what was booked says what it said.
 */
export const listFreitexteMit = (sql: Db, pachtkontoIds: readonly number[], woerter: readonly string[]) => sql<
  (Freitext & { text: string })[]
>`
  select t.art, t.id, k.id as pachtkonto_id, k.kontonummer, t.feld, t.text
  from pachtkonto k
  cross join lateral (
    select 'pachtkonto' as art, k.id, feld, text
    from (values ('bezeichnung', k.bezeichnung), ('bemerkung', k.bemerkung),
      ('feldwerte', (select string_agg(concat(key, ': ', value), chr(10)) from jsonb_each_text(k.feldwerte)))) f (feld, text)
    union all
    select 'pachtkonto_position', id, 'bezeichnung', bezeichnung from pachtkonto_position where pachtkonto_id = k.id
    union all
    select 'hebung', id, feld, text
    from hebung cross join lateral (values ('bezeichnung', bezeichnung), ('begruendung', begruendung)) f (feld, text)
    where pachtkonto_id = k.id
    union all
    select 'patchobjekt', id, feld, text
    from patchobjekt cross join lateral (values ('bezeichnung', bezeichnung), ('bemerkung', bemerkung)) f (feld, text)
    where pachtkonto_id = k.id and aufgegangen_in is null
    union all
    select 'archivkonto', a.id, 'notiz', m.notiz
    from archivkonto a
    join archivkonto_markierung m on m.archivkonto_id = a.id
    where a.pachtkonto_id = k.id
  ) t
  where k.id = any(${pachtkontoIds}::bigint[])
    and exists (select from unnest(${woerter}::text[]) wort where position(wort in t.text) > 0)
  order by t.art, t.id, t.feld`;

export type Nebenher = { bemerkungen: number; aehnlichkeiten: number };

export const zaehleNebenher = async (sql: Db, kontaktIds: readonly number[]): Promise<Nebenher> => {
  const [zeile] = await sql<Nebenher[]>`
    select
      (select count(*) from bemerkung_verlauf
        where ressource = 'kontakt' and ressource_id = any(${kontaktIds}::bigint[])
          and bemerkung is not null) as bemerkungen,
      (select count(*) from duplikat_kontakt_paar
        where a_id = any(${kontaktIds}::bigint[]) or b_id = any(${kontaktIds}::bigint[]))
        as aehnlichkeiten`;
  return zeile as Nebenher;
};

/** What was answered to a request that came with a key. */
type Antwort = { benutzerId: number; route: string; schluessel: string; antwort: unknown };

/** Answers that hold one of the texts. */
export const listAntwortenGesperrt = (tx: Tx, texte: readonly string[]) => tx<Antwort[]>`
  select benutzer_id, route, schluessel, antwort
  from idempotenz
  where exists (select from unnest(${texte}::text[]) wort where position(wort in antwort::text) > 0)
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
