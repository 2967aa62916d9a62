import { deutschesDatum } from "../../kern/kalender/tag.ts";
import { gutschriftart } from "../../kern/pacht/gutschrift.ts";
import type { Angeschrieben, AusstellerSchnappschuss } from "../../kern/pacht/schnappschuss.ts";
import type { Belegart } from "../../kern/pacht/typen.ts";
import type { BriefDaten } from "./daten.ts";
import { verbinde } from "./satz/format.ts";

/**
 * Whether a lessor's document is an invoice in the sense of § 14 Abs. 2 UStG. For a lessor without VAT it is a payout
 * note: the word "Gutschrift" marks self-billing and must not stand on it.
 */
export const istGutschriftMitSteuer = (brief: Pick<BriefDaten, "empfaenger" | "steuergruppen">): boolean =>
  gutschriftart(brief.empfaenger.umsatzsteuerStatus, brief.steuergruppen).istRechnung;

const artWort = (belegart: Belegart, mitSteuer: boolean): string => {
  switch (belegart) {
    case "rechnung":
      return "Rechnung";
    case "schlussrechnung":
      return "Schlussrechnung";
    case "gutschrift":
      return mitSteuer ? "Gutschrift" : "Auszahlungsmitteilung";
    case "gebuehrenrechnung":
      return "Gebührenrechnung";
    case "stornorechnung":
      return "Stornorechnung";
    case "stornogutschrift":
      return mitSteuer ? "Storno der Gutschrift" : "Storno der Auszahlungsmitteilung";
  }
};

export const titelVon = (brief: BriefDaten): string => artWort(brief.belegart, istGutschriftMitSteuer(brief));

/** A letter of the preview has no number. */
export const istEntwurf = ({ belegnummer }: Pick<BriefDaten, "belegnummer">): boolean => belegnummer === "";

/** Whether the recipient is the one who supplies. */
export const istAnVerpaechter = ({ belegart }: Pick<BriefDaten, "belegart">): boolean =>
  belegart === "gutschrift" || belegart === "stornogutschrift";

export const betreffVon = (brief: BriefDaten): string =>
  istEntwurf(brief) ? `Entwurf: ${titelVon(brief)}` : `${titelVon(brief)} ${brief.belegnummer}`;

export const nummerWort = (brief: BriefDaten): string => {
  if (brief.belegart === "gutschrift" && istGutschriftMitSteuer(brief)) return "Gutschriftsnummer";
  if (brief.belegart === "rechnung" || brief.belegart === "schlussrechnung" || brief.belegart === "gebuehrenrechnung")
    return "Rechnungsnummer";
  return "Belegnummer";
};

/** Word of the amount that the document comes to, whatever its sign. */
export const summeWort = (brief: BriefDaten): string => {
  switch (brief.belegart) {
    case "rechnung":
    case "schlussrechnung":
    case "gebuehrenrechnung":
      return "Rechnungsbetrag";
    case "gutschrift":
      return istGutschriftMitSteuer(brief) ? "Gutschriftsbetrag" : "Summe";
    default:
      return "Stornobetrag";
  }
};

export const anrede = (e: Angeschrieben): string => {
  if (!e.istOrganisation && e.nachname) {
    const name = verbinde([e.titel, e.nachname]);
    if (e.anrede === "Frau") return `Sehr geehrte Frau ${name},`;
    if (e.anrede === "Herr") return `Sehr geehrter Herr ${name},`;
  }
  return e.istOrganisation || !e.anzeigename ? "Sehr geehrte Damen und Herren," : `Guten Tag ${e.anzeigename},`;
};

export const einleitung = (brief: BriefDaten): string => {
  const zeit = `die Zeit vom ${deutschesDatum(brief.leistungVon)} bis ${deutschesDatum(brief.leistungBis)}`;
  const konto = `Pachtkonto ${brief.kontonummer}${brief.kontobezeichnung ? ` (${brief.kontobezeichnung})` : ""}`;
  switch (brief.belegart) {
    case "rechnung":
      return `für das ${konto} ${wasWirTun(brief, zeit)}:`;
    case "schlussrechnung":
      return `für das ${konto} rechnen wir zum Ende des Pachtverhältnisses für ${zeit} ab:`;
    case "gutschrift":
      return istGutschriftMitSteuer(brief)
        ? `über Ihre Verpachtung im ${konto} rechnen wir für ${zeit} mit dieser Gutschrift ab:`
        : `aus der Verpachtung im ${konto} entfallen auf Sie für ${zeit} die folgenden Beträge:`;
    case "gebuehrenrechnung":
      return `für die Verwaltung im ${konto} ${wasWirTun(brief, zeit)}:`;
    case "stornorechnung":
    case "stornogutschrift":
      return stornoSatz(brief);
  }
};

/** Who gets money back is not billed. */
const wasWirTun = ({ bruttoCent }: BriefDaten, zeit: string): string =>
  bruttoCent > 0 ? `berechnen wir Ihnen für ${zeit}` : `rechnen wir für ${zeit} mit Ihnen ab`;

const stornoSatz = (brief: BriefDaten): string => {
  if (!brief.stornoVon) return "hiermit stornieren wir die folgenden Beträge:";
  const { belegart, belegnummer, belegdatum, grund } = brief.stornoVon;
  const wort = artWort(belegart, istGutschriftMitSteuer(brief));
  const satz = `hiermit stornieren wir die ${wort} ${belegnummer} vom ${deutschesDatum(belegdatum)} in voller Höhe`;
  return grund ? `${satz}. Grund: ${alsSatz(grund)}` : `${satz}:`;
};

/** With a full stop if it has no end of its own. */
const alsSatz = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/** Name of the company with its legal form, which may already be part of the name. */
export const firmenname = ({ firma, rechtsform }: Pick<AusstellerSchnappschuss, "firma" | "rechtsform">): string =>
  firma && rechtsform && !firma.toLowerCase().endsWith(rechtsform.toLowerCase())
    ? `${firma} ${rechtsform}`
    : (firma ?? "");
