import { spaltenFuer } from "../../../technik/database/anweisung/spalten.ts";
import type { Db, Fragment } from "../../../technik/database/pool.ts";
import { einfacheFelder, type Firmendaten, type schreibbareFelder } from "./schema.ts";

/** What is stored; the version is on the wire as ETag only. */
export type FirmendatenZeile = Omit<Firmendaten, "vollstaendig" | "fehlendeAngaben"> & { version: number };

const spalten = (sql: Db): Fragment => sql`
  version, geaendert_am, ${spaltenFuer(sql, einfacheFelder)},
  case when geschaeftskonto_iban is not null then jsonb_build_object(
    'iban', geschaeftskonto_iban, 'bic', geschaeftskonto_bic, 'bank', geschaeftskonto_bank) end as geschaeftskonto,
  case when treuhandkonto_iban is not null then jsonb_build_object(
    'iban', treuhandkonto_iban, 'bic', treuhandkonto_bic, 'bank', treuhandkonto_bank) end as treuhandkonto,
  case when ansprechpartner_name is not null then jsonb_build_object(
    'name', ansprechpartner_name, 'telefon', ansprechpartner_telefon, 'email', ansprechpartner_email)
    end as ansprechpartner,
  case when datev_berater is not null then jsonb_build_object(
    'berater', datev_berater, 'mandant', datev_mandant, 'wjBeginn', datev_wj_beginn,
    'sachkontenlaenge', datev_sachkontenlaenge, 'weiterleitungskonto', datev_weiterleitungskonto,
    'gebuehrenkonto', datev_gebuehrenkonto) end as datev`;

export const findFirmendaten = async (sql: Db): Promise<FirmendatenZeile> => {
  const [zeile] = await sql<FirmendatenZeile[]>`select ${spalten(sql)} from firmendaten where id = 1`;
  return zeile as FirmendatenZeile;
};

export const findFirmendatenGesperrt = async (sql: Db): Promise<FirmendatenZeile> => {
  const [zeile] = await sql<FirmendatenZeile[]>`select ${spalten(sql)} from firmendaten where id = 1 for update`;
  return zeile as FirmendatenZeile;
};

type Werte = Pick<Firmendaten, (typeof schreibbareFelder)[number]>;

const verschachtelte = ({ geschaeftskonto, treuhandkonto, ansprechpartner, datev }: Werte) => ({
  geschaeftskontoIban: geschaeftskonto?.iban ?? null,
  geschaeftskontoBic: geschaeftskonto?.bic ?? null,
  geschaeftskontoBank: geschaeftskonto?.bank ?? null,
  treuhandkontoIban: treuhandkonto?.iban ?? null,
  treuhandkontoBic: treuhandkonto?.bic ?? null,
  treuhandkontoBank: treuhandkonto?.bank ?? null,
  ansprechpartnerName: ansprechpartner?.name ?? null,
  ansprechpartnerTelefon: ansprechpartner?.telefon ?? null,
  ansprechpartnerEmail: ansprechpartner?.email ?? null,
  datevBerater: datev?.berater ?? null,
  datevMandant: datev?.mandant ?? null,
  datevWjBeginn: datev?.wjBeginn ?? null,
  datevSachkontenlaenge: datev?.sachkontenlaenge ?? null,
  datevWeiterleitungskonto: datev?.weiterleitungskonto ?? null,
  datevGebuehrenkonto: datev?.gebuehrenkonto ?? null,
});

export const updateFirmendaten = async (sql: Db, werte: Werte): Promise<FirmendatenZeile> => {
  const [zeile] = await sql<FirmendatenZeile[]>`
    update firmendaten
    set ${sql(werte, ...einfacheFelder)}, ${sql(verschachtelte(werte))}
    where id = 1
    returning ${spalten(sql)}`;
  return zeile as FirmendatenZeile;
};
