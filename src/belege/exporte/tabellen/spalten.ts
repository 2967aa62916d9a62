import { belegtitel } from "../../../kern/pacht/gutschrift.ts";
import type { EmpfaengerSchnappschuss } from "../../../kern/pacht/schnappschuss.ts";
import type { Belegart, Steuergruppe, UmsatzsteuerStatus } from "../../../kern/pacht/typen.ts";

export type Empfaengerkreis = "paechter" | "verpaechter";

/** One document of a run. */
export type BelegZeile = {
  belegnummer: string;
  belegart: Belegart;
  /** Kind of the document itself, of a Storno that of the cancelled one. */
  grundart: Belegart;
  belegdatum: string;
  kontonummer: string;
  kontakt: string;
  personenkonto: string | null;
  zeitraumVon: string;
  zeitraumBis: string;
  faelligAm: string;
  zahlbarBis: string;
  nettoCent: number;
  steuerCent: number;
  bruttoCent: number;
  auszahlungCent: number | null;
  iban: string | null;
  bic: string | null;
  kontoinhaber: string | null;
  zahlungsart: EmpfaengerSchnappschuss["zahlungsart"];
  mandatsreferenz: string | null;
  stornoZu: string | null;
  umsatzsteuerStatus: UmsatzsteuerStatus | null;
  /** null: a document without lines. */
  steuergruppen: Pick<Steuergruppe, "steuersatzBp" | "steuerbefreiungGrund">[] | null;
};

/** All documents of a run to one contact and bank account. */
export type KontaktZeile = Pick<
  BelegZeile,
  "kontakt" | "personenkonto" | "iban" | "bic" | "kontoinhaber" | "zahlungsart" | "mandatsreferenz" | "zahlbarBis"
> & {
  anzahl: number;
  belegnummern: string;
  nettoCent: number;
  steuerCent: number;
  bruttoCent: number;
  gebuehrBruttoCent: number;
  auszahlungCent: number;
};

export type Spalte<Z> = { titel: string; breite: number } & (
  | { art: "text"; wert: (zeile: Z) => string | null }
  | { art: "datum"; wert: (zeile: Z) => string }
  | { art: "zahl"; wert: (zeile: Z) => number }
  | { art: "betrag"; wert: (zeile: Z) => number | null }
);

/**
 * A sum below the rows: of all, or of those whose column `spalte` (by title) ends with `endung`. Credits and fees are
 * never added up, for they point in opposite directions.
 */
export type Summe = { titel: string; nur?: { spalte: string; endung: string } };

export type Tabelle<Z> = { blatt: string; spalten: Spalte<Z>[]; summen: Summe[] };

const arten: Record<Belegart, string> = {
  rechnung: "Rechnung",
  schlussrechnung: "Schlussrechnung",
  gutschrift: "Gutschrift",
  gebuehrenrechnung: "Gebührenrechnung",
  stornorechnung: "Stornorechnung",
  stornogutschrift: "Stornogutschrift",
};

export const zahlungsartworte: Record<BelegZeile["zahlungsart"], string> = {
  ueberweisung: "Überweisung",
  lastschrift: "Lastschrift",
  bar: "Bar",
  verrechnung: "Verrechnung",
};

const artWort = ({ belegart, grundart }: BelegZeile): string =>
  belegart === grundart ? arten[belegart] : `Storno ${arten[grundart]}`;

/** As its letter is headed. */
const titel = ({ belegart, umsatzsteuerStatus, steuergruppen }: BelegZeile): string =>
  belegtitel(belegart, umsatzsteuerStatus, steuergruppen ?? []);

const bank: Spalte<Pick<BelegZeile, "iban" | "bic" | "kontoinhaber" | "zahlungsart" | "mandatsreferenz">>[] = [
  { titel: "IBAN", breite: 26, art: "text", wert: (z) => z.iban },
  { titel: "BIC", breite: 13, art: "text", wert: (z) => z.bic },
  { titel: "Kontoinhaber", breite: 26, art: "text", wert: (z) => z.kontoinhaber },
  { titel: "Zahlungsart", breite: 13, art: "text", wert: (z) => zahlungsartworte[z.zahlungsart] },
  { titel: "Mandatsreferenz", breite: 18, art: "text", wert: (z) => z.mandatsreferenz },
];

const personenkonto: Record<Empfaengerkreis, string> = { paechter: "Debitornummer", verpaechter: "Kreditornummer" };
const blatt: Record<Empfaengerkreis, string> = { paechter: "Pächter", verpaechter: "Verpächter" };

export function belegtabelle(kreis: Empfaengerkreis): Tabelle<BelegZeile> {
  return {
    blatt: blatt[kreis],
    spalten: [
      { titel: "Belegnummer", breite: 16, art: "text", wert: (z) => z.belegnummer },
      { titel: "Belegart", breite: 20, art: "text", wert: artWort },
      { titel: "Belegdatum", breite: 12, art: "datum", wert: (z) => z.belegdatum },
      { titel: "Kontonummer", breite: 13, art: "text", wert: (z) => z.kontonummer },
      { titel: "Kontakt", breite: 32, art: "text", wert: (z) => z.kontakt },
      { titel: personenkonto[kreis], breite: 15, art: "text", wert: (z) => z.personenkonto },
      { titel: "Zeitraum von", breite: 13, art: "datum", wert: (z) => z.zeitraumVon },
      { titel: "Zeitraum bis", breite: 13, art: "datum", wert: (z) => z.zeitraumBis },
      { titel: "Fällig am", breite: 12, art: "datum", wert: (z) => z.faelligAm },
      { titel: "Zahlbar bis", breite: 12, art: "datum", wert: (z) => z.zahlbarBis },
      { titel: "Netto", breite: 14, art: "betrag", wert: (z) => z.nettoCent },
      { titel: "Steuer", breite: 14, art: "betrag", wert: (z) => z.steuerCent },
      { titel: "Brutto", breite: 14, art: "betrag", wert: (z) => z.bruttoCent },
      ...auszahlung(kreis),
      ...bank,
      { titel: "Storno zu", breite: 16, art: "text", wert: (z) => z.stornoZu },
      { titel: "Titel", breite: 32, art: "text", wert: titel },
    ],
    summen:
      kreis === "paechter"
        ? [{ titel: "Summe" }]
        : [
            { titel: "Summe Gutschriften", nur: { spalte: "Belegart", endung: "Gutschrift" } },
            { titel: "Summe Gebührenrechnungen", nur: { spalte: "Belegart", endung: "Gebührenrechnung" } },
          ],
  };
}

/** On the row of the Gutschrift stands what is paid out after the fee; the fee's own row pays nothing. */
const auszahlung = (kreis: Empfaengerkreis): Spalte<BelegZeile>[] =>
  kreis === "paechter"
    ? []
    : [{ titel: "Auszahlung", breite: 14, art: "betrag", wert: (z: BelegZeile) => z.auszahlungCent }];

const kontaktBetraege: Record<Empfaengerkreis, Spalte<KontaktZeile>[]> = {
  paechter: [
    { titel: "Netto", breite: 14, art: "betrag", wert: (z) => z.nettoCent },
    { titel: "Steuer", breite: 14, art: "betrag", wert: (z) => z.steuerCent },
    { titel: "Brutto", breite: 14, art: "betrag", wert: (z) => z.bruttoCent },
  ],
  verpaechter: [
    { titel: "Gutschriften netto", breite: 18, art: "betrag", wert: (z) => z.nettoCent },
    { titel: "Gutschriften Steuer", breite: 18, art: "betrag", wert: (z) => z.steuerCent },
    { titel: "Gutschriften brutto", breite: 18, art: "betrag", wert: (z) => z.bruttoCent },
    { titel: "Gebühren brutto", breite: 16, art: "betrag", wert: (z) => z.gebuehrBruttoCent },
    { titel: "Auszahlung", breite: 14, art: "betrag", wert: (z) => z.auszahlungCent },
  ],
};

export function kontakttabelle(kreis: Empfaengerkreis): Tabelle<KontaktZeile> {
  return {
    blatt: blatt[kreis],
    spalten: [
      { titel: "Kontakt", breite: 32, art: "text", wert: (z) => z.kontakt },
      { titel: personenkonto[kreis], breite: 15, art: "text", wert: (z) => z.personenkonto },
      { titel: "Belege", breite: 8, art: "zahl", wert: (z) => z.anzahl },
      { titel: "Belegnummern", breite: 34, art: "text", wert: (z) => z.belegnummern },
      { titel: "Zahlbar bis", breite: 12, art: "datum", wert: (z) => z.zahlbarBis },
      ...kontaktBetraege[kreis],
      ...bank,
    ],
    summen: [{ titel: "Summe" }],
  };
}
