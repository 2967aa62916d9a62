import { istMiete } from "../../kern/fristen/vertrag.ts";
import { deutschesDatum } from "../../kern/kalender/tag.ts";
import { belegtitel, type Gutschriftart, gutschriftart } from "../../kern/pacht/gutschrift.ts";
import type { Angeschrieben, AusstellerSchnappschuss } from "../../kern/pacht/schnappschuss.ts";
import type { Belegart } from "../../kern/pacht/typen.ts";
import type { BriefDaten } from "./daten.ts";
import { verbinde } from "./satz/format.ts";

type Steuersicht = Pick<BriefDaten, "empfaenger" | "steuergruppen">;

/** What a document to a lessor is. */
export function gutschriftartVon({ empfaenger, steuergruppen }: Steuersicht): Gutschriftart {
  return gutschriftart(empfaenger.umsatzsteuerStatus, steuergruppen);
}

/** Whether a lessor's document is an invoice (§ 14 Abs. 2 UStG), with VAT or without, and no payout note. */
export function istGutschriftAlsRechnung(brief: Steuersicht): boolean {
  return gutschriftartVon(brief).istRechnung;
}

const artWort = (belegart: Belegart, { empfaenger, steuergruppen }: Steuersicht): string =>
  belegtitel(belegart, empfaenger.umsatzsteuerStatus, steuergruppen);

export function titelVon(brief: BriefDaten): string {
  return artWort(brief.belegart, brief);
}

/** A letter of the preview has no number. */
export function istEntwurf({ belegnummer }: Pick<BriefDaten, "belegnummer">): boolean {
  return belegnummer === "";
}

/** Whether the recipient is the one who supplies. */
export function istAnVerpaechter({ belegart }: Pick<BriefDaten, "belegart">): boolean {
  return belegart === "gutschrift" || belegart === "stornogutschrift";
}

export function betreffVon(brief: BriefDaten): string {
  return istEntwurf(brief) ? `Entwurf: ${titelVon(brief)}` : `${titelVon(brief)} ${brief.belegnummer}`;
}

export function nummerWort(brief: BriefDaten): string {
  if (brief.belegart === "gutschrift" && istGutschriftAlsRechnung(brief)) return "Gutschriftsnummer";
  if (brief.belegart === "rechnung" || brief.belegart === "schlussrechnung" || brief.belegart === "gebuehrenrechnung")
    return "Rechnungsnummer";
  return "Belegnummer";
}

/** Word of the amount that the document comes to, whatever its sign. */
export function summeWort(brief: BriefDaten): string {
  switch (brief.belegart) {
    case "rechnung":
    case "schlussrechnung":
    case "gebuehrenrechnung":
      return "Rechnungsbetrag";
    case "gutschrift":
      return istGutschriftAlsRechnung(brief) ? "Gutschriftsbetrag" : "Summe";
    default:
      return "Stornobetrag";
  }
}

export function anrede(e: Angeschrieben): string {
  if (!e.istOrganisation && e.nachname) {
    const name = verbinde([e.titel, e.nachname]);
    if (e.anrede === "Frau") return `Sehr geehrte Frau ${name},`;
    if (e.anrede === "Herr") return `Sehr geehrter Herr ${name},`;
  }
  return e.istOrganisation || !e.anzeigename ? "Sehr geehrte Damen und Herren," : `Guten Tag ${e.anzeigename},`;
}

export function einleitung(brief: BriefDaten): string {
  const zeit = `die Zeit vom ${deutschesDatum(brief.leistungVon)} bis ${deutschesDatum(brief.leistungBis)}`;
  const konto = `Pachtkonto ${brief.kontonummer}${brief.kontobezeichnung ? ` (${brief.kontobezeichnung})` : ""}`;
  switch (brief.belegart) {
    case "rechnung":
      return `für das ${konto} ${wasWirTun(brief, zeit)}:`;
    case "schlussrechnung":
      return `für das ${konto} rechnen wir zum Ende des Vertragsverhältnisses für ${zeit} ab:`;
    case "gutschrift":
      return istGutschriftAlsRechnung(brief)
        ? `über Ihre ${ueberlassung(brief)} im ${konto} rechnen wir für ${zeit} mit dieser Gutschrift ab:`
        : `aus der ${ueberlassung(brief)} im ${konto} entfallen auf Sie für ${zeit} die folgenden Beträge:`;
    case "gebuehrenrechnung":
      return `für die Verwaltung im ${konto} ${wasWirTun(brief, zeit)}:`;
    case "stornorechnung":
    case "stornogutschrift":
      return stornoSatz(brief);
  }
}

const ueberlassung = (brief: BriefDaten): string => (istMiete(brief) ? "Vermietung" : "Verpachtung");

/** Who gets money back is not billed. */
const wasWirTun = ({ bruttoCent }: BriefDaten, zeit: string): string =>
  bruttoCent > 0 ? `berechnen wir Ihnen für ${zeit}` : `rechnen wir für ${zeit} mit Ihnen ab`;

const stornoSatz = (brief: BriefDaten): string => {
  if (!brief.stornoVon) return "hiermit stornieren wir die folgenden Beträge:";
  const { belegart, belegnummer, belegdatum, grund } = brief.stornoVon;
  const wort = artWort(belegart, brief);
  const satz = `hiermit stornieren wir die ${wort} ${belegnummer} vom ${deutschesDatum(belegdatum)} in voller Höhe`;
  return grund ? `${satz}. Grund: ${alsSatz(grund)}` : `${satz}:`;
};

/** With a full stop if it has no end of its own. */
const alsSatz = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

/**
 * What an invoice with tax has to tell one who may have bought as a private person: he, too, keeps what is supplied in
 * connection with land (§ 14 Abs. 4 Nr. 9, § 14b Abs. 1 Satz 5 UStG). null: it goes to a business, or is no invoice of a supply.
 */
export function aufbewahrungssatz({ belegart, empfaenger, steuerCent }: BriefDaten): string | null {
  const istRechnung = belegart === "rechnung" || belegart === "schlussrechnung" || belegart === "gebuehrenrechnung";
  const { istOrganisation, ustId, umsatzsteuerStatus: status } = empfaenger;
  const istUnternehmen = istOrganisation || ustId !== null || (status !== null && status !== "nicht_steuerbar");
  return istRechnung && steuerCent > 0 && !istUnternehmen
    ? "Wenn Sie diese Leistung nicht für Ihr Unternehmen beziehen, bewahren Sie die Rechnung bitte zwei Jahre auf (§ 14b Abs. 1 Satz 5 UStG)."
    : null;
}

/** Name of the company with its legal form, which may already be part of the name. */
export function firmenname({ firma, rechtsform }: Pick<AusstellerSchnappschuss, "firma" | "rechtsform">): string {
  return firma && rechtsform && !firma.toLowerCase().endsWith(rechtsform.toLowerCase())
    ? `${firma} ${rechtsform}`
    : (firma ?? "");
}
