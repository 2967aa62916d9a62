import type { Db, Fragment } from "../../../technik/database/pool.ts";

/** The sum of the versions of its parties, for each account of the run. */
const kontaktstand = (tx: Db, laufId: string): Fragment => tx`
  select s.pachtkonto_id, sum(p.version) versionen
  from stapel_konto s
  join pachtkonto_beteiligter b on b.pachtkonto_id = s.pachtkonto_id
  join kontakt p on p.id = b.kontakt_id
  where s.buchungslauf_id = ${laufId}
  group by s.pachtkonto_id`;

/**
 * Locks company data, then the parties of the staged accounts and these themselves in the order of their ids, and counts
 * the accounts that are still as they were computed. A request that changes one of them, or a type that it uses, writes
 * to the account and waits; one that changes a contact waits for the contact.
 */
export const countUnveraenderteGesperrt = async (tx: Db, laufId: string): Promise<number> => {
  await tx`select from firmendaten for share`;
  await tx`
    select
    from kontakt
    where id in (
      select b.kontakt_id
      from stapel_konto s
      join pachtkonto_beteiligter b on b.pachtkonto_id = s.pachtkonto_id
      where s.buchungslauf_id = ${laufId}
    )
    order by id
    for share`;
  const [zeile] = await tx<{ anzahl: number }[]>`
    select count(*) anzahl
    from (
      select k.id
      from stapel_konto s
      join pachtkonto k on k.id = s.pachtkonto_id
      left join (${kontaktstand(tx, laufId)}) p on p.pachtkonto_id = s.pachtkonto_id
      cross join firmendaten e
      where s.buchungslauf_id = ${laufId} and k.version = s.pachtkonto_version
        and k.eingabe_geaendert_am = s.eingabe_geaendert_am
        and e.eingabe_geaendert_am = s.firmendaten_geaendert_am
        and coalesce(p.versionen, 0) = s.kontakt_versionen
      order by k.id
      for no key update of k
    ) t`;
  return zeile?.anzahl ?? 0;
};

/** Found by their ids and nothing else that an index knows, see `nachgeschlagen`: a join would read all there are. */
export const updateGebucht = (tx: Db, laufId: string) => tx`
  update faelligkeit f
  set status = 'gebucht', buchungslauf_id = s.buchungslauf_id
  from stapel_faelligkeit s
  where s.buchungslauf_id = ${laufId} and f.id = s.faelligkeit_id and f.status || '' = 'offen'
    and f.zeitraum_von = s.zeitraum_von and f.zeitraum_bis = s.zeitraum_bis
    and f.id = any(array(select faelligkeit_id from stapel_faelligkeit where buchungslauf_id = ${laufId}))`;

export const insertGebuchteZeitraeume = (tx: Db, laufId: string) => tx`
  insert into gebuchter_zeitraum (faelligkeit_id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis)
  select faelligkeit_id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis
  from stapel_faelligkeit
  where buchungslauf_id = ${laufId}`;

/** Accounts of the run that changed or were booked since they were computed; at most a thousand. */
export const listUeberholte = (tx: Db, laufId: string) => tx<{ pachtkontoId: number; kontonummer: string }[]>`
  select s.pachtkonto_id, s.kontonummer
  from stapel_konto s
  left join pachtkonto k on k.id = s.pachtkonto_id
  left join (${kontaktstand(tx, laufId)}) p on p.pachtkonto_id = s.pachtkonto_id
  cross join firmendaten e
  where s.buchungslauf_id = ${laufId} and (
    k.version is distinct from s.pachtkonto_version
    or k.eingabe_geaendert_am is distinct from s.eingabe_geaendert_am
    or e.eingabe_geaendert_am <> s.firmendaten_geaendert_am
    or coalesce(p.versionen, 0) <> s.kontakt_versionen
    or exists (
      select
      from stapel_faelligkeit f
      where f.buchungslauf_id = s.buchungslauf_id and f.pachtkonto_id = s.pachtkonto_id
        and not exists (select from faelligkeit g where g.id = f.faelligkeit_id and g.status = 'offen')
    )
    or exists (
      select
      from stapel_schlussabrechnung e
      cross join unnest(e.korrigiert) f (id)
      where e.buchungslauf_id = s.buchungslauf_id and e.archivkonto_id = s.archivkonto_id
        and not exists (select from gebuchter_zeitraum g where g.faelligkeit_id = f.id and g.storniert_am is null)
    )
  )
  order by s.kontonummer
  limit 1000`;

/** The series that the run draws from. */
export const insertNummernkreise = (tx: Db, laufId: string, jahr: number) => tx`
  insert into nummernkreis (belegart, jahr)
  select distinct belegart, ${jahr}::integer
  from stapel_beleg
  where buchungslauf_id = ${laufId}
  on conflict do nothing`;

/** Until the booking commits: that is what makes numbers gap-free. */
export const sperreNummernkreise = (tx: Db, jahr: number) => tx`
  select
  from nummernkreis
  where jahr = ${jahr}
  order by belegart
  for update`;

/** Counts the series on, after the documents have taken their numbers. */
export const updateNummernkreise = (tx: Db, laufId: string, jahr: number) => tx`
  update nummernkreis n
  set naechste = n.naechste + s.anzahl
  from (
    select belegart, count(*) anzahl
    from stapel_beleg
    where buchungslauf_id = ${laufId}
    group by belegart
  ) s
  where n.belegart = s.belegart and n.jahr = ${jahr}`;

export const insertArchivkonten = (tx: Db, laufId: string) => tx`
  insert into archivkonto (id, buchungslauf_id, pachtkonto_id, kontonummer, konto, anzahl_dokumente,
    paechter_brutto_cent, verpaechter_brutto_cent, gebuehr_brutto_cent)
  overriding system value
  select archivkonto_id, buchungslauf_id, pachtkonto_id, kontonummer, konto, anzahl_dokumente,
    paechter_brutto_cent, verpaechter_brutto_cent, gebuehr_brutto_cent
  from stapel_konto
  where buchungslauf_id = ${laufId}`;

/**
 * Numbers from the locked series, in the order of account, due date and contact. The rows go in by id, as they were
 * staged: an account's documents together, so that neighbours in an index are written one after the other.
 */
export const insertArchivBelege = (
  tx: Db,
  laufId: string,
  ausstellerId: number,
  belegdatum: string,
  jahr: number,
) => tx`
  with nummer as (
    select s.id,
      belegnummer(s.belegart, n.jahr, n.naechste - 1 + row_number() over (partition by s.belegart
        order by s.kontonummer collate "C", s.faellig_am, s.zeitraum_von, s.kontakt_id, s.id)) belegnummer
    from stapel_beleg s
    join nummernkreis n on n.belegart = s.belegart and n.jahr = ${jahr}
    where s.buchungslauf_id = ${laufId}
  )
  insert into archiv_beleg (id, buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer,
    faelligkeit_id, art, belegart, belegnummer, belegdatum, zeitraum_von, zeitraum_bis, leistung_von,
    leistung_bis, faellig_am, zahlbar_bis, kontakt_id, empfaenger, netto_cent, steuer_cent, brutto_cent,
    gebuehr_beleg_id, auszahlung_cent, suchtext)
  select s.id, s.buchungslauf_id, s.archivkonto_id, ${ausstellerId}::bigint, s.pachtkonto_id, s.kontonummer,
    s.faelligkeit_id, s.art, s.belegart, n.belegnummer, ${belegdatum}::date, s.zeitraum_von, s.zeitraum_bis,
    s.leistung_von, s.leistung_bis, s.faellig_am, s.zahlbar_bis, s.kontakt_id, s.empfaenger, s.netto_cent,
    s.steuer_cent, s.brutto_cent, s.gebuehr_beleg_id, s.auszahlung_cent, lower(n.belegnummer) || ' ' || s.suchtext
  from stapel_beleg s
  join nummer n on n.id = s.id
  where s.buchungslauf_id = ${laufId}
  order by s.id`;

export const insertArchivZeilen = (tx: Db, laufId: string) => tx`
  insert into archiv_zeile (beleg_id, nr, ursprung_id, position_id, positionsart_id, bezeichnung, zeitraum_von,
    zeitraum_bis, netto_cent, steuersatz_bp, steuerbefreiung_grund, weiterleitung, herleitung)
  select beleg_id, nr, ursprung_id, position_id, positionsart_id, bezeichnung, zeitraum_von, zeitraum_bis, netto_cent,
    steuersatz_bp, steuerbefreiung_grund, weiterleitung, herleitung
  from stapel_zeile
  where buchungslauf_id = ${laufId}`;

export const insertArchivSteuer = (tx: Db, laufId: string) => tx`
  insert into archiv_steuer (beleg_id, nr, steuersatz_bp, steuerbefreiung_grund, netto_cent, steuer_cent)
  select beleg_id, nr, steuersatz_bp, steuerbefreiung_grund, netto_cent, steuer_cent
  from stapel_steuer
  where buchungslauf_id = ${laufId}`;
