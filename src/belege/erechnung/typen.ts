/**
 * A trade document in the terms of EN 16931. Days are "YYYY-MM-DD", amounts whole cents with the sign that the type
 * wants: a credit note over 100 euros says 100, not -100.
 */
export type ERechnung = {
  profil: Profil;
  /** BT-10: by which a public buyer finds whom it concerns. */
  kaeuferreferenz: string | null;
  nummer: string;
  art: Rechnungsart;
  datum: string;
  hinweise: string[];
  /** BT-12 */
  vertrag: string;
  verkaeufer: Partei;
  kaeufer: Partei;
  /** Invoicing period; lines of a final settlement, which correct what was booked beyond its end, reach past it. */
  von: string;
  bis: string;
  posten: Rechnungsposten[];
  steuern: Steuer[];
  nettoCent: number;
  steuerCent: number;
  bruttoCent: number;
  /** null: nothing is paid by this document. */
  zahlung: Zahlungsweg | null;
  zahlungsbedingung: string;
  /** null: no day is set. */
  zahlbarBis: string | null;
  verwendungszweck: string;
  /** BG-3: what it cancels or corrects. */
  vorgaenger: { nummer: string; datum: string | null }[];
};

/** EN 16931 as it lies in a letter, or with the German rules for public buyers. */
export type Profil = "en16931" | "xrechnung";

/** UNTDID 1001: invoice, credit note, self-billed invoice, self-billed credit note. */
export type Rechnungsart = "380" | "381" | "389" | "261";

export type Partei = {
  name: string;
  /** As the other side knows it (BT-29, BT-46). */
  kennung: string | null;
  registernummer: string | null;
  ansprechpartner: { name: string; telefon: string | null; email: string | null } | null;
  /** BT-34, BT-49: where it is reached electronically, with its scheme of the EAS list. */
  elektronisch: { schema: "EM" | "0204"; adresse: string } | null;
  strasse: string | null;
  adresszusatz: string | null;
  plz: string | null;
  ort: string | null;
  /** ISO 3166-1 alpha-2 */
  land: string;
  steuernummer: string | null;
  ustId: string | null;
};

/** UNTDID 5305: standard rate, exempt, not subject to VAT. */
export type Steuerkategorie = "S" | "E" | "O";

export type Rechnungsposten = {
  name: string;
  beschreibung: string;
  hinweis: string | null;
  von: string;
  bis: string;
  nettoCent: number;
  kategorie: Steuerkategorie;
  satzBp: number;
};

export type Steuer = {
  kategorie: Steuerkategorie;
  satzBp: number;
  nettoCent: number;
  steuerCent: number;
  /** Why no VAT is charged; only of the categories E and O. */
  grund: string | null;
  /** Code of the reason from the VATEX list, where it has one. */
  grundCode: string | null;
};

export type Zahlungsweg =
  | { art: "ueberweisung"; iban: string; bic: string | null; kontoinhaber: string }
  /** Names its creditor (BR-DE-30). */
  | { art: "lastschrift"; iban: string; mandat: string; glaeubigerId: string }
  | { art: "bar" }
  | { art: "verrechnung" }
  /** Public buyers want a way in any case (BR-DE-1), also where nothing is paid. */
  | { art: "unbestimmt" };
