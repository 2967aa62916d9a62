import type { Mandat } from "./mandat.ts";
import type { UmsatzsteuerStatus } from "./typen.ts";

/** How a contact pays, or is paid. */
export const zahlungsarten = ["ueberweisung", "lastschrift", "bar", "verrechnung"] as const;
export type Zahlungsart = (typeof zahlungsarten)[number];

/** Paid out beside the bank. */
export function istOhneBank(zahlungsart: Zahlungsart): boolean {
  return zahlungsart === "bar" || zahlungsart === "verrechnung";
}

/**
 * What the archive keeps of a recipient (`archiv_beleg.empfaenger`) and of the company (`archiv_aussteller.daten`):
 * letters and exports are made from these copies alone, whatever the records say by then.
 */
export type EmpfaengerSchnappschuss = {
  anzeigename: string;
  istOrganisation: boolean;
  anrede: string | null;
  titel: string | null;
  vorname: string | null;
  nachname: string | null;
  firma: string | null;
  strasse: string | null;
  hausnummer: string | null;
  adresszusatz: string | null;
  plz: string | null;
  ort: string | null;
  /** ISO 3166-1 alpha-2 */
  land: string;
  iban: string | null;
  bic: string | null;
  kontoinhaber: string | null;
  zahlungsart: Zahlungsart;
  sepaMandat: Mandat | null;
  debitornummer: string | null;
  kreditornummer: string | null;
  steuernummer: string | null;
  ustId: string | null;
  umsatzsteuerStatus: UmsatzsteuerStatus | null;
  /** Missing in what was booked before public buyers had one. */
  leitwegId?: string | null;
};

/** What an address and a salutation need. */
export type Angeschrieben = Pick<
  EmpfaengerSchnappschuss,
  | "anzeigename"
  | "istOrganisation"
  | "anrede"
  | "titel"
  | "vorname"
  | "nachname"
  | "firma"
  | "strasse"
  | "hausnummer"
  | "adresszusatz"
  | "plz"
  | "ort"
  | "land"
  | "debitornummer"
>;

/** The columns of `firmendaten` that a letter needs, in camelCase. */
export type AusstellerSchnappschuss = {
  firma: string | null;
  rechtsform: string | null;
  strasse: string | null;
  hausnummer: string | null;
  adresszusatz: string | null;
  plz: string | null;
  ort: string | null;
  land: string;
  steuernummer: string | null;
  ustId: string | null;
  registergericht: string | null;
  registernummer: string | null;
  geschaeftsfuehrung: string | null;
  telefon: string | null;
  email: string | null;
  website: string | null;
  geschaeftskontoIban: string | null;
  geschaeftskontoBic: string | null;
  geschaeftskontoBank: string | null;
  treuhandkontoIban: string | null;
  treuhandkontoBic: string | null;
  treuhandkontoBank: string | null;
  glaeubigerId: string | null;
  /** Whom public buyers ask; missing in what was booked before. */
  ansprechpartner?: { name: string; telefon: string; email: string } | null;
};
