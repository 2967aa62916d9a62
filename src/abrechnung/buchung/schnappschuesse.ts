import type { Db } from "../../technik/database/pool.ts";

/** A contact as the archive keeps a recipient: name, address, bank account, tax status. */
export const empfaengerDaten = (tx: Db) => tx`
  jsonb_build_object('anzeigename', anzeigename, 'istOrganisation', ist_organisation, 'anrede', anrede,
    'titel', titel, 'vorname', vorname, 'nachname', nachname, 'firma', firma, 'strasse', strasse,
    'hausnummer', hausnummer, 'adresszusatz', adresszusatz, 'plz', plz, 'ort', ort, 'land', land, 'iban', iban,
    'bic', bic, 'kontoinhaber', kontoinhaber, 'zahlungsart', zahlungsart,
    'sepaMandat', case when sepa_mandat_referenz is not null
      then jsonb_build_object('referenz', sepa_mandat_referenz, 'datum', sepa_mandat_datum) end,
    'debitornummer', debitornummer, 'kreditornummer', kreditornummer, 'steuernummer', steuernummer,
    'ustId', ust_id, 'umsatzsteuerStatus', umsatzsteuer_status, 'leitwegId', leitweg_id)`;

/** The company as the archive keeps it. */
export const ausstellerDaten = (tx: Db) => tx`
  select jsonb_build_object('firma', firma, 'rechtsform', rechtsform, 'strasse', strasse, 'hausnummer', hausnummer,
    'adresszusatz', adresszusatz, 'plz', plz, 'ort', ort, 'land', land, 'steuernummer', steuernummer, 'ustId', ust_id,
    'registergericht', registergericht, 'registernummer', registernummer, 'geschaeftsfuehrung', geschaeftsfuehrung,
    'telefon', telefon, 'email', email, 'website', website, 'geschaeftskontoIban', geschaeftskonto_iban,
    'geschaeftskontoBic', geschaeftskonto_bic, 'geschaeftskontoBank', geschaeftskonto_bank,
    'treuhandkontoIban', treuhandkonto_iban, 'treuhandkontoBic', treuhandkonto_bic,
    'treuhandkontoBank', treuhandkonto_bank, 'glaeubigerId', glaeubiger_id,
    'ansprechpartner', case when ansprechpartner_name is not null then jsonb_build_object('name', ansprechpartner_name,
      'telefon', ansprechpartner_telefon, 'email', ansprechpartner_email) end) daten
  from firmendaten`;

/** The company as it is today, with its logo; what is the same as before is kept once. */
export async function halteAusstellerFest(tx: Db): Promise<number> {
  const aussteller = await findAussteller(tx, await insertAussteller(tx));
  return Number(aussteller?.id);
}

/** @returns the hash that company and logo of today are kept by */
const insertAussteller = async (tx: Db): Promise<string> => {
  const [zeile] = await tx<{ sha256: string }[]>`
    with logo_heute as materialized (
      select sha256, medientyp, breite, hoehe, inhalt from logo
    ), kopie as (
      insert into archiv_logo (sha256, medientyp, breite, hoehe, inhalt)
      select sha256, medientyp, breite, hoehe, inhalt from logo_heute
      on conflict do nothing
    ), heute as (
      select encode(sha256(convert_to(d.daten::text || coalesce(l.sha256, ''), 'UTF8')), 'hex') sha256, d.daten,
        l.sha256 logo_sha256
      from (${ausstellerDaten(tx)}) d
      left join logo_heute l on true
    ), neu as (
      insert into archiv_aussteller (sha256, daten, logo_sha256)
      select sha256, daten, logo_sha256 from heute
      on conflict (sha256) do nothing
    )
    select sha256 from heute`;
  return String(zeile?.sha256);
};

const findAussteller = async (tx: Db, sha256: string): Promise<{ id: number } | undefined> => {
  const [zeile] = await tx<{ id: number }[]>`select id from archiv_aussteller where sha256 = ${sha256}`;
  return zeile;
};
