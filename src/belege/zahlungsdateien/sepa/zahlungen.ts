import { istStorno } from "../../../kern/pacht/belegart.ts";
import { type EmpfaengerSchnappschuss, istOhneBank, type Zahlungsart } from "../../../kern/pacht/schnappschuss.ts";
import type { Belegart } from "../../../kern/pacht/typen.ts";
import { wenn } from "../../../kern/wenn.ts";
import { istInSepaSchreibbar } from "../../../kern/zeichen/sepa.ts";
import { bankhindernisse, bankhindernistexte } from "../../../stammdaten/kontakte/bankverbindung.ts";
import type { Archivkonto } from "../../archiv/schema.ts";
import { type Einzugshindernis, einzugshindernisse } from "../../briefe/hindernisse.ts";

export const sepaArten = ["lastschrift", "ueberweisung"] as const;
/** `lastschrift`: lessees pay; `ueberweisung`: lessors get their payout, lessees their credit. */
export type SepaArt = (typeof sepaArten)[number];

export type Bankkonto = { iban: string; bic: string | null };

/** What of the company a payment file needs, as it is now. */
export type Auftraggeber = {
  name: string;
  strasse: string | null;
  hausnummer: string | null;
  plz: string | null;
  ort: string | null;
  land: string;
  treuhandkonto: Bankkonto | null;
  glaeubigerId: string | null;
};

/** A document with what its letter says and what the contact's record says now. */
export type ZahlungsBeleg = {
  id: number;
  belegnummer: string;
  belegart: Belegart;
  kontonummer: string;
  /** Of the document, as its letter names them. */
  leistungVon: string;
  leistungBis: string;
  zahlbarBis: string;
  bruttoCent: number;
  auszahlungCent: number | null;
  empfaenger: EmpfaengerSchnappschuss;
  /** The creditor identifier that the letter names. */
  glaeubigerId: string | null;
  stornonummer: string | null;
  markierung: Archivkonto["markierung"];
  heuteIban: string | null;
  heuteZahlungsart: Zahlungsart;
  /** Reference and day, with a blank between. */
  heuteMandat: string | null;
  bankBestaetigtAm: string | null;
  /** The live file that it stands in. */
  zahlungsdateiId: number | null;
  /** The lessor has objected, and nobody has recorded yet what comes instead. */
  istWidersprochen: boolean;
};

export const gruende = {
  ...bankhindernistexte,
  bank_unbestaetigt:
    "Die Bankverbindung des Kontakts ist nicht bestätigt (`bankBestaetigtAm`): danach kommt die Zahlung in die nächste Datei.",
  firma_fehlt: "In den Firmendaten fehlt die Firma.",
  firma_nicht_schreibbar: "Die Firma in den Firmendaten lässt sich in den Zeichen, die SEPA zulässt, nicht schreiben.",
  glaeubiger_id_fehlt: "In den Firmendaten fehlt die Gläubiger-Identifikationsnummer.",
  glaeubiger_id_geaendert: "Der Brief nennt eine andere Gläubiger-Identifikationsnummer als die Firmendaten.",
  glaeubiger_id_nicht_im_beleg:
    "Im Beleg fehlt die Gläubiger-Identifikationsnummer; was später eingetragen wird, ändert ihn nicht: bitte überweisen lassen.",
  iban_fehlt:
    "Im Beleg fehlt die IBAN des Kontakts; was später eingetragen wird, ändert ihn nicht: bitte von Hand überweisen oder überweisen lassen.",
  iban_geaendert:
    "Die IBAN des Kontakts ist heute eine andere als im Beleg: bitte prüfen, dann von Hand überweisen oder überweisen lassen.",
  iban_ungueltig: "Die IBAN im Beleg ist ungültig: bitte von Hand überweisen oder überweisen lassen.",
  konto_gesperrt: "Das Archivkonto ist gesperrt.",
  mandat_fehlt: "Im Beleg fehlt das SEPA-Mandat; der Brief bittet um Überweisung.",
  mandat_geaendert:
    "Das SEPA-Mandat des Kontakts ist heute ein anderes als im Beleg, oder es ist widerrufen: bitte überweisen lassen.",
  mandat_kuenftig: "Das SEPA-Mandat ist erst an einem künftigen Tag unterschrieben; vorher zieht niemand ein.",
  mandat_nach_zahltag:
    "Das SEPA-Mandat ist erst nach dem Zahltag des Belegs unterschrieben: Der Brief bittet um Überweisung.",
  mandat_ungueltig: "Die Mandatsreferenz enthält Zeichen, die SEPA nicht zulässt.",
  storniert: "Der Beleg ist storniert.",
  treuhandkonto_fehlt: "In den Firmendaten fehlt das Treuhandkonto.",
  widersprochen: "Der Verpächter hat der Gutschrift widersprochen; was an ihre Stelle tritt, ist nicht eingetragen.",
  zahlungsart_geaendert:
    "Die Zahlungsart des Kontakts ist heute eine andere als im Beleg: bitte so ausgleichen, wie es heute gilt.",
} as const satisfies Record<Einzugshindernis, string> & Record<string, string>;
export type Grundcode = keyof typeof gruende;

export const unbeteiligt = {
  anderer_zahlweg: "Nach der Zahlungsart im Beleg wird auf anderem Weg gezahlt",
  auszahlung: "Auszahlung an Verpächter: steht bei art=ueberweisung",
  forderung_paechter: "Rechnung an Pächter: Geldeingang, keine Überweisung",
  forderung_verpaechter: "Negative Auszahlung: eine Forderung an den Verpächter, die jemand verrechnet oder einfordert",
  gebuehr: "Gebührenrechnung: wird mit der Auszahlung verrechnet",
  guthaben: "Guthaben eines Pächters: steht bei art=ueberweisung",
  kein_betrag: "Betrag 0",
  stornobeleg: "Stornobeleg: bereits Gezahltes gleicht die Verwaltung selbst aus",
  /** Of a payout below zero: no claim any more. One that would be paid is left out for the same reason. */
  storniert: gruende.storniert,
} as const;
export type Unbeteiligt = keyof typeof unbeteiligt;

export type Befund = { unbeteiligt: Unbeteiligt } | { betragCent: number; gruende: Grundcode[] };

/**
 * What becomes of a document in a payment file: it takes no part in it, or it is paid, or it is left out for reasons.
 * The account paid to is the one that the letter names, and only while the contact's record still says the same and
 * a clerk has confirmed it: an IBAN that is changed afterwards diverts no money.
 */
export function beurteile(art: SepaArt, beleg: ZahlungsBeleg, firma: Auftraggeber, heute: string): Befund {
  const betrag = art === "lastschrift" ? eingezogen(beleg) : ueberwiesen(beleg);
  if (typeof betrag === "string") return { unbeteiligt: betrag };
  const imBeleg = art === "lastschrift" ? einzugshindernisse(beleg) : bankhindernisse(beleg.empfaenger, betrag);
  const heutige = art === "lastschrift" ? amMandat(beleg, firma, heute) : amZahlweg(beleg);
  const codes = [...amBeleg(beleg), ...imBeleg, ...anDerBank(beleg), ...anDerFirma(firma), ...heutige];
  // What is mended by tomorrow brings no payment into a file that its document keeps out for good.
  const bleibende = imBeleg.length > 0 ? codes.filter((code) => !behebbar.has(code)) : codes;
  return { betragCent: betrag, gruende: bleibende.sort() };
}

const behebbar = new Set<Grundcode>([
  "bank_unbestaetigt",
  "firma_fehlt",
  "firma_nicht_schreibbar",
  "glaeubiger_id_fehlt",
  "mandat_kuenftig",
  "treuhandkonto_fehlt",
]);

/** Cents to collect, or why none are; by the rules that the letter follows. */
const eingezogen = ({ belegart, bruttoCent, empfaenger }: ZahlungsBeleg): number | Unbeteiligt => {
  if (belegart === "gutschrift") return "auszahlung";
  if (belegart === "gebuehrenrechnung") return "gebuehr";
  if (belegart !== "rechnung" && belegart !== "schlussrechnung") return "stornobeleg";
  if (bruttoCent === 0) return "kein_betrag";
  if (bruttoCent < 0) return "guthaben";
  return empfaenger.zahlungsart === "lastschrift" ? bruttoCent : "anderer_zahlweg";
};

/** Cents to pay out, or why none are. */
const ueberwiesen = (beleg: ZahlungsBeleg): number | Unbeteiligt => {
  const { belegart, bruttoCent, auszahlungCent, empfaenger, stornonummer } = beleg;
  if (belegart === "gebuehrenrechnung") return "gebuehr";
  if (istStorno(belegart)) return "stornobeleg";
  const betrag = belegart === "gutschrift" ? (auszahlungCent ?? bruttoCent) : -bruttoCent;
  if (betrag === 0) return "kein_betrag";
  if (betrag < 0 && belegart !== "gutschrift") return "forderung_paechter";
  if (betrag < 0) return stornonummer === null ? "forderung_verpaechter" : "storniert";
  return istOhneBank(empfaenger.zahlungsart) ? "anderer_zahlweg" : betrag;
};

const amBeleg = (beleg: ZahlungsBeleg): Grundcode[] => [
  ...wenn(beleg.stornonummer !== null, "storniert"),
  ...wenn(beleg.istWidersprochen, "widersprochen"),
  ...wenn(beleg.markierung === "gesperrt", "konto_gesperrt"),
];

const anDerBank = ({ empfaenger: { iban }, heuteIban, bankBestaetigtAm }: ZahlungsBeleg): Grundcode[] => [
  ...wenn(iban !== null && iban !== heuteIban, "iban_geaendert"),
  ...wenn(bankBestaetigtAm === null, "bank_unbestaetigt"),
];

const amZahlweg = ({ heuteZahlungsart }: ZahlungsBeleg): Grundcode[] =>
  wenn(istOhneBank(heuteZahlungsart), "zahlungsart_geaendert");

const anDerFirma = ({ name, treuhandkonto }: Auftraggeber): Grundcode[] => [
  ...wenn(name === "", "firma_fehlt"),
  ...wenn(name !== "" && !istInSepaSchreibbar(name), "firma_nicht_schreibbar"),
  ...wenn(treuhandkonto === null, "treuhandkonto_fehlt"),
];

const amMandat = (
  { empfaenger: { sepaMandat }, heuteMandat, heuteZahlungsart, glaeubigerId }: ZahlungsBeleg,
  firma: Auftraggeber,
  heute: string,
): Grundcode[] => [
  ...wenn(heuteZahlungsart !== "lastschrift", "zahlungsart_geaendert"),
  ...wenn(sepaMandat !== null && sepaMandat.datum > heute, "mandat_kuenftig"),
  ...wenn(sepaMandat !== null && `${sepaMandat.referenz} ${sepaMandat.datum}` !== heuteMandat, "mandat_geaendert"),
  ...wenn(firma.glaeubigerId === null, "glaeubiger_id_fehlt"),
  ...wenn(sindVerschieden(firma.glaeubigerId, glaeubigerId), "glaeubiger_id_geaendert"),
];

const sindVerschieden = (eine: string | null, andere: string | null): boolean =>
  eine !== null && andere !== null && eine !== andere;
