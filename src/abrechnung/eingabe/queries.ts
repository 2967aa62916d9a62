import type { Db } from "../../technik/database/pool.ts";
import { schlussabrechnungStehtAus } from "./ausstehend.ts";
import type { Eingabezeile, Periodenzeile } from "./zeilen.ts";

/** What is to be billed. */
export type Umfang = {
  datum: string;
  /** null: every account that has something due; else only these, also inactive ones. */
  auswahl: number[] | null;
  /** The day that its documents would bear: by when they are to be paid follows from it. */
  belegdatum: string;
};

export type Buchungstage = Pick<Umfang, "datum" | "belegdatum">;

/** Accounts with a due period, or a final settlement, on or before `datum`; in order. */
export const listFaelligeIds = async (
  sql: Db,
  { datum, auswahl }: Pick<Umfang, "datum" | "auswahl">,
): Promise<number[]> => {
  const nur = auswahl ? sql`and k.id = any(${auswahl})` : sql`and k.status <> 'inaktiv'`;
  const [zeile] = await sql<{ ids: number[] }[]>`
    select coalesce(array_agg(id order by id), '{}') ids
    from (
      select k.id
      from faelligkeit f
      join pachtkonto k on k.id = f.pachtkonto_id
      where f.status = 'offen' and f.faellig_am <= ${datum} ${nur}
      union
      select k.id
      from pachtkonto k
      where k.pachtende < ${datum} and ${schlussabrechnungStehtAus(sql)} ${nur}
    ) t`;
  return zeile?.ids ?? [];
};

/** Ids of `auswahl` that no account has; at most ten. */
export const listUnbekannteIds = async (sql: Db, auswahl: number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select a.id
    from unnest(${auswahl}::bigint[]) a (id)
    where not exists (select from pachtkonto k where k.id = a.id)
    order by a.id
    limit 10`;
  return zeilen.map(({ id }) => id);
};

/** Of an address with a blank behind each part. Bytes cost nothing to count, and are never fewer than characters. */
const summeLaengen = (sql: Db) => sql`
  coalesce(octet_length(k.firma) + 1, 0) + coalesce(octet_length(k.anrede) + 1, 0)
    + coalesce(octet_length(k.titel) + 1, 0) + coalesce(octet_length(k.vorname) + 1, 0)
    + coalesce(octet_length(k.nachname) + 1, 0) + coalesce(octet_length(k.strasse) + 1, 0)
    + coalesce(octet_length(k.hausnummer) + 1, 0) + coalesce(octet_length(k.adresszusatz) + 1, 0)
    + coalesce(octet_length(k.plz) + 1, 0) + coalesce(octet_length(k.ort) + 1, 0)`;

/**
 * An address that the font may lack a character of, or that may need more than the eight lines of a letter's window, so
 * that few are sent: in Germany none below 76 characters, or 48 with a line of its own between name and street. A line of
 * the widest letters has 28, and two lines of one part have more together. Of four parts three such pairs make nine lines,
 * of five or six parts two; eight characters less are for "z. Hd." and the n of "Herrn".
 */
const auffaelligeAnschrift = (sql: Db) => sql`
  case when k.land <> 'DE' or k.hat_seltene_zeichen or ${summeLaengen(sql)} >= case when k.adresszusatz is null then 77 else 49 end
    then json_build_object('anzeigename', k.anzeigename, 'istOrganisation', k.ist_organisation, 'anrede', k.anrede,
      'titel', k.titel, 'vorname', k.vorname, 'nachname', k.nachname, 'firma', k.firma, 'strasse', k.strasse,
      'hausnummer', k.hausnummer, 'adresszusatz', k.adresszusatz, 'plz', k.plz, 'ort', k.ort, 'land', k.land) end`;

/** What the font of letters may lack a character of, beside the address. */
const auffaelligeAngaben = (sql: Db) => sql`
  case when k.hat_seltene_zeichen
    then json_build_object('kontoinhaber', k.kontoinhaber, 'debitornummer', k.debitornummer,
      'kreditornummer', k.kreditornummer, 'steuernummer', k.steuernummer) end`;

/** An end that the form of the contract or an inquiry may have made none of: `kern/fristen` says whether it did. */
const fraglichesEnde = (sql: Db, datum: string) => sql`
  case when k.gekuendigt_am is null and k.pachtende < ${datum}
      and (k.vertragsform = 'muendlich' or k.anfrage_erhalten_am is not null)
    then json_build_object('vertragsart', k.vertragsart, 'vertragsform', k.vertragsform,
      'verlaengerungMonate', k.verlaengerung_monate, 'anfrageErhaltenAm', k.anfrage_erhalten_am, 'objektarten', array(
        select distinct o.objektart from patchobjekt o where o.pachtkonto_id = k.id)) end`;

/**
 * What nothing may be collected by, or not yet: few are sent, `kern/pacht/mandat.ts` says which it is. Nothing is to be
 * paid before the day that the document bears. A company without a creditor identifier collects by no mandate.
 */
const fraglicherEinzug = (sql: Db, belegdatum: string) => sql`
  case when k.zahlungsart = 'lastschrift'
      and (k.sepa_mandat_referenz is null or k.sepa_mandat_datum > ${belegdatum}
        or k.sepa_mandat_referenz !~ '^[A-Za-z0-9-]+$' or (select glaeubiger_id is null from firmendaten))
    then json_build_array(k.sepa_mandat_referenz, k.sepa_mandat_datum,
      (select glaeubiger_id is null from firmendaten)) end`;

/**
 * An account abroad, or one in a name with other than common letters: few are sent, `bankverbindung.ts` of the contacts says
 * whether a bank pays to or collects from it.
 */
const fraglichesBankkonto = (sql: Db) => sql`
  case when k.iban not like 'DE%' or k.iban is not null and k.hat_seltene_zeichen
    then json_build_object('zahlungsart', k.zahlungsart, 'anzeigename', k.anzeigename,
      'istOrganisation', k.ist_organisation, 'vorname', k.vorname, 'nachname', k.nachname,
      'kontoinhaber', k.kontoinhaber, 'iban', k.iban, 'bic', k.bic, 'ort', k.ort, 'land', k.land) end`;

/**
 * Everything that the amounts of these accounts follow from, in one statement and so from one moment. The ids come from a
 * subquery: a planner that sees how many there are reads whole tables for them.
 */
export const listEingaben = (sql: Db, ids: number[], { datum, belegdatum }: Buchungstage) => sql<Eingabezeile[]>`
  with gefragt as (
    select ${ids}::bigint[] ids
  ), satz as (
    select array_agg(steuersatz_bp) saetze from positionsart
  ), b as (
    select b.pachtkonto_id, json_agg(json_build_array(b.kontakt_id, b.rolle, b.anteil_zaehler, b.anteil_nenner,
      b.gueltig_von, b.gueltig_bis, k.umsatzsteuer_status,
      coalesce(k.steuernummer, k.ust_id) is not null,
      k.ort is not null and case when k.leitweg_id is null then coalesce(k.strasse, k.plz) else k.plz end is not null,
      k.leitweg_id is not null and (select ansprechpartner_name is null from firmendaten),
      k.anzeigename, k.gutschrift_vereinbart_am is not null, ${auffaelligeAnschrift(sql)},
      ${fraglicherEinzug(sql, belegdatum)}, ${auffaelligeAngaben(sql)},
      case when k.iban is null then k.zahlungsart end, ${fraglichesBankkonto(sql)},
      nullif(k.zahlungsart, 'ueberweisung')) order by b.id) zeilen,
      sum(k.version) versionen
    from pachtkonto_beteiligter b
    join kontakt k on k.id = b.kontakt_id
    where b.pachtkonto_id = any((select ids from gefragt)::bigint[])
    group by b.pachtkonto_id
  ), p as (
    select p.pachtkonto_id, json_agg(json_build_array(p.id, p.ursprung_id, p.positionsart_id,
      coalesce(p.bezeichnung, a.name), p.betrag_cent, p.intervall, p.gueltig_von, p.gueltig_bis,
      coalesce(p.steuersatz_bp, a.steuersatz_bp),
      case when coalesce(p.steuersatz_bp, a.steuersatz_bp) = 0 then a.steuerbefreiung_grund end,
      p.anteilig, a.erhoehbar, a.weiterleitung,
      coalesce(p.steuersatz_bp, a.steuersatz_bp) = any ((select saetze from satz)::integer[])) order by p.id) zeilen
    from pachtkonto_position p
    join positionsart a on a.id = p.positionsart_id
    where p.pachtkonto_id = any((select ids from gefragt)::bigint[])
    group by p.pachtkonto_id
  ), h as (
    select pachtkonto_id, json_agg(json_build_array(id, status, art, wert_bp, betrag_cent, index_basis::text,
      index_neu::text, weitergabe_bp, obergrenze_bp, verkettung, wirksam_ab, position_ids) order by id) zeilen
    from hebung
    where pachtkonto_id = any((select ids from gefragt)::bigint[]) and status in ('geplant', 'aktiv')
    group by pachtkonto_id
  ), f as (
    select pachtkonto_id, json_agg(json_build_array(id, zeitraum_von, zeitraum_bis, faellig_am, art,
      case when zahlungsrhythmus is not null
        then json_build_object('pachtjahrBeginn', pachtjahr_beginn, 'zahlungsrhythmus', zahlungsrhythmus) end)
      order by zeitraum_von) zeilen
    from faelligkeit
    where pachtkonto_id = any((select ids from gefragt)::bigint[]) and status = 'offen' and faellig_am <= ${datum}
    group by pachtkonto_id
  )
  select k.id, k.kontonummer, k.version,
    k.eingabe_geaendert_am, e.eingabe_geaendert_am firmendaten_geaendert_am,
    coalesce(b.versionen, 0) kontakt_versionen,
    case when hat_seltene_zeichen(k.bezeichnung) then k.bezeichnung end auffaellige_bezeichnung,
    case when k.gekuendigt_am is null then k.verlaengerung_monate end verlaengert_um,
    ${fraglichesEnde(sql, datum)} fragliches_ende, k.status, k.pachtbeginn, k.pachtende,
    k.abrechnung_ab, k.pachtjahr_beginn, k.zahlungsrhythmus, k.ist_vorauszahlend, k.schlussabrechnung,
    coalesce(k.pachtende < greatest(k.pachtbeginn, k.abrechnung_ab), false) and exists (
      select from gebuchter_zeitraum g where g.pachtkonto_id = k.id and g.storniert_am is null) endet_vor_gebuchtem,
    k.berechnungsart, coalesce(k.zahlungsziel_tage, e.zahlungsziel_tage) zahlungsziel_tage,
    coalesce(k.verwaltungsgebuehr_bp, 0) verwaltungsgebuehr_bp,
    e.verwaltungsgebuehr_steuersatz_bp gebuehr_steuersatz_bp,
    e.verwaltungsgebuehr_steuerbefreiung_grund gebuehr_steuerbefreiung_grund,
    coalesce(b.zeilen, '[]') beteiligte, coalesce(p.zeilen, '[]') positionen,
    coalesce(h.zeilen, '[]') hebungen, coalesce(f.zeilen, '[]') faelligkeiten
  from pachtkonto k
  cross join firmendaten e
  left join b on b.pachtkonto_id = k.id
  left join p on p.pachtkonto_id = k.id
  left join h on h.pachtkonto_id = k.id
  left join f on f.pachtkonto_id = k.id
  where k.id = any((select ids from gefragt)::bigint[])
  order by k.id`;

/** Booked, not cancelled periods that end with their account or reach past it, with grid, method and fee at booking. */
export const listGebuchtePerioden = (sql: Db, pachtkontoIds: number[]) => sql<Periodenzeile[]>`
  select g.pachtkonto_id, g.faelligkeit_id, g.zeitraum_von, g.zeitraum_bis,
    coalesce(f.pachtjahr_beginn, a.konto ->> 'pachtjahrBeginn') pachtjahr_beginn,
    coalesce(f.zahlungsrhythmus, a.konto ->> 'zahlungsrhythmus') zahlungsrhythmus,
    a.konto ->> 'berechnungsart' berechnungsart,
    coalesce((a.konto ->> 'verwaltungsgebuehrBp')::integer, 0) verwaltungsgebuehr_bp,
    (a.konto ->> 'gebuehrSteuersatzBp')::integer gebuehr_steuersatz_bp,
    a.konto ->> 'gebuehrSteuerbefreiungGrund' gebuehr_steuerbefreiung_grund,
    coalesce(z.zeilen, '[]') zeilen, v.vor_zusammenfuehrung
  from pachtkonto k
  join gebuchter_zeitraum g on g.pachtkonto_id = k.id and g.storniert_am is null and g.zeitraum_bis >= k.pachtende
  join faelligkeit f on f.id = g.faelligkeit_id
  join archivkonto a on a.buchungslauf_id = g.buchungslauf_id and a.pachtkonto_id = g.pachtkonto_id
  left join lateral (
    select json_agg(json_build_array(b.id, b.belegnummer, b.belegart, b.kontakt_id, z.ursprung_id, z.position_id,
      z.positionsart_id, z.bezeichnung, z.zeitraum_von, z.zeitraum_bis, z.netto_cent, z.steuersatz_bp,
      z.steuerbefreiung_grund, z.weiterleitung, b.empfaenger ->> 'umsatzsteuerStatus') order by b.id, z.nr) zeilen
    from archiv_beleg b
    join archiv_zeile z on z.beleg_id = b.id
    where b.faelligkeit_id = g.faelligkeit_id and b.buchungslauf_id = g.buchungslauf_id and b.storno_von_id is null
  ) z on true
  left join lateral (
    select json_build_object('beteiligte', a.konto -> 'beteiligte',
      'heutige', json_agg(json_build_array(d.id, d.aufgegangen_in))) vor_zusammenfuehrung
    from kontakt d
    where d.aufgegangen_in is not null and d.id in (
      select (b ->> 'kontaktId')::bigint from jsonb_array_elements(a.konto -> 'beteiligte') b)
    having count(*) > 0
  ) v on true
  where k.id = any(${pachtkontoIds})
  order by k.id, g.zeitraum_von`;
