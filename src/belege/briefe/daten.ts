import type { Vertragsart } from "../../kern/fristen/vertrag.ts";
import type { AusstellerSchnappschuss, EmpfaengerSchnappschuss } from "../../kern/pacht/schnappschuss.ts";
import type { Belegart, BelegZeile, Leistungszeitraum, Rhythmus, Steuergruppe } from "../../kern/pacht/typen.ts";
import type { Logobild } from "./satz/blatt.ts";

/** Changes with what letters look like or say; a stored letter keeps the version that it was made with. */
export const layoutVersion = 13;

export type BriefZeile = Pick<
  BelegZeile,
  "bezeichnung" | "zeitraumVon" | "zeitraumBis" | "nettoCent" | "steuersatzBp" | "steuerbefreiungGrund" | "herleitung"
>;

/** All that a letter is made from: an archived document with its snapshots. */
export type BriefDaten = Leistungszeitraum & {
  id: number;
  belegart: Belegart;
  belegnummer: string;
  belegdatum: string;
  kontonummer: string;
  kontobezeichnung: string | null;
  /** null where the snapshot of the account does not say it. */
  rhythmus: Rhythmus | null;
  /** The account's period; the letter speaks of `leistungVon` to `leistungBis`. */
  zeitraumVon: string;
  zeitraumBis: string;
  faelligAm: string;
  zahlbarBis: string;
  /** null: not known. */
  istVorauszahlend: boolean | null;
  /** As of the booking; as a clerk entered it, else as the kinds of the objects say. */
  vertragsart: Vertragsart;
  empfaenger: EmpfaengerSchnappschuss;
  aussteller: AusstellerSchnappschuss;
  /** As of the booking; null: there was none. */
  logo: Logobild | null;
  zeilen: BriefZeile[];
  steuergruppen: Steuergruppe[];
  nettoCent: number;
  steuerCent: number;
  bruttoCent: number;
  /** Of a Gutschrift: the fee document that it is netted against. */
  gebuehr: { belegnummer: string; bruttoCent: number } | null;
  auszahlungCent: number | null;
  /** Of a Gebührenrechnung: the Gutschrift that it is netted with. */
  gutschrift: { belegnummer: string } | null;
  /** Of a Storno: what it cancels. */
  stornoVon: { belegart: Belegart; belegnummer: string; belegdatum: string; grund: string | null } | null;
};

/** A letter of the preview: it has no number, and what it is netted against has none either. */
export type EntwurfDaten = Omit<BriefDaten, "id" | "belegnummer" | "gebuehr" | "gutschrift" | "stornoVon"> & {
  /** Of a Gutschrift: what the fee comes to; null without one. */
  gebuehrBruttoCent: number | null;
};

/** One document as the account statement lists it. */
export type AuszugBeleg = {
  belegart: Belegart;
  belegnummer: string;
  kontakt: string;
  /** Of the document, as its letter names them. */
  leistungVon: string;
  leistungBis: string;
  zahlbarBis: string;
  nettoCent: number;
  steuerCent: number;
  bruttoCent: number;
  auszahlungCent: number | null;
};

/** What one run booked for one account. */
export type KontoauszugDaten = {
  kontonummer: string;
  /** The day that the run billed. */
  datum: string;
  belegdatum: string;
  aussteller: AusstellerSchnappschuss;
  logo: Logobild | null;
  belege: AuszugBeleg[];
  /** What was billed to the account before, counter documents taken off. */
  vortrag: AuszugSummen;
};

/** Cents of an account by what they are. */
export type AuszugSummen = {
  rechnungenCent: number;
  verpaechterCent: number;
  gebuehrenCent: number;
  auszahlungCent: number;
};
