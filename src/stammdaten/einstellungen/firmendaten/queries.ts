import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Firmendaten } from "./schema.ts";

/** What is stored; the version is on the wire as ETag only. */
export type FirmendatenZeile = Omit<Firmendaten, "vollstaendig" | "fehlendeAngaben"> & { version: number };

const spalten = (sql: Db): Fragment => sql`
  version, firma, rechtsform, strasse, hausnummer, adresszusatz, plz, ort, land, steuernummer, ust_id,
  registergericht, registernummer, geschaeftsfuehrung, telefon, email, website, glaeubiger_id, zahlungsziel_tage,
  verwaltungsgebuehr_steuersatz_bp,
  case when geschaeftskonto_iban is not null then jsonb_build_object(
    'iban', geschaeftskonto_iban, 'bic', geschaeftskonto_bic, 'bank', geschaeftskonto_bank) end as geschaeftskonto,
  case when treuhandkonto_iban is not null then jsonb_build_object(
    'iban', treuhandkonto_iban, 'bic', treuhandkonto_bic, 'bank', treuhandkonto_bank) end as treuhandkonto,
  case when datev_berater is not null then jsonb_build_object(
    'berater', datev_berater, 'mandant', datev_mandant, 'wjBeginn', datev_wj_beginn,
    'sachkontenlaenge', datev_sachkontenlaenge, 'weiterleitungskonto', datev_weiterleitungskonto,
    'gebuehrenkonto', datev_gebuehrenkonto) end as datev,
  geaendert_am`;

export const findFirmendaten = async (sql: Db): Promise<FirmendatenZeile> => {
  const [zeile] = await sql<FirmendatenZeile[]>`select ${spalten(sql)} from firmendaten where id = 1`;
  return zeile as FirmendatenZeile;
};

export const findFirmendatenGesperrt = async (sql: Db): Promise<FirmendatenZeile> => {
  const [zeile] = await sql<FirmendatenZeile[]>`select ${spalten(sql)} from firmendaten where id = 1 for update`;
  return zeile as FirmendatenZeile;
};

type Werte = Omit<FirmendatenZeile, "version" | "geaendertAm">;

const alsZeile = ({ geschaeftskonto, treuhandkonto, datev, ...werte }: Werte) => ({
  firma: werte.firma,
  rechtsform: werte.rechtsform,
  strasse: werte.strasse,
  hausnummer: werte.hausnummer,
  adresszusatz: werte.adresszusatz,
  plz: werte.plz,
  ort: werte.ort,
  land: werte.land,
  steuernummer: werte.steuernummer,
  ust_id: werte.ustId,
  registergericht: werte.registergericht,
  registernummer: werte.registernummer,
  geschaeftsfuehrung: werte.geschaeftsfuehrung,
  telefon: werte.telefon,
  email: werte.email,
  website: werte.website,
  glaeubiger_id: werte.glaeubigerId,
  zahlungsziel_tage: werte.zahlungszielTage,
  verwaltungsgebuehr_steuersatz_bp: werte.verwaltungsgebuehrSteuersatzBp,
  geschaeftskonto_iban: geschaeftskonto?.iban ?? null,
  geschaeftskonto_bic: geschaeftskonto?.bic ?? null,
  geschaeftskonto_bank: geschaeftskonto?.bank ?? null,
  treuhandkonto_iban: treuhandkonto?.iban ?? null,
  treuhandkonto_bic: treuhandkonto?.bic ?? null,
  treuhandkonto_bank: treuhandkonto?.bank ?? null,
  datev_berater: datev?.berater ?? null,
  datev_mandant: datev?.mandant ?? null,
  datev_wj_beginn: datev?.wjBeginn ?? null,
  datev_sachkontenlaenge: datev?.sachkontenlaenge ?? null,
  datev_weiterleitungskonto: datev?.weiterleitungskonto ?? null,
  datev_gebuehrenkonto: datev?.gebuehrenkonto ?? null,
});

export const updateFirmendaten = async (sql: Db, werte: Werte): Promise<FirmendatenZeile> => {
  const [zeile] = await sql<FirmendatenZeile[]>`
    update firmendaten set ${sql(alsZeile(werte))} where id = 1 returning ${spalten(sql)}`;
  return zeile as FirmendatenZeile;
};
