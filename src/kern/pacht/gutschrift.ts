import { GRUND_KLEINUNTERNEHMER } from "./steuer.ts";
import type { Belegart, Steuergruppe, UmsatzsteuerStatus } from "./typen.ts";

/**
 * What a lessor's document is. Only an invoice (§ 14 (2) UStG) may carry the word "Gutschrift": it has an e-invoice of
 * this kind (BT-3), `ruecknahme` where it takes back, and says that it is one (§ 14 (4) Nr. 10 UStG).
 */
export type Gutschriftart =
  | { titel: "Gutschrift"; istRechnung: true; erechnung: { abrechnung: "389"; ruecknahme: "261" }; satz: string }
  | { titel: "Auszahlungsmitteilung"; istRechnung: false; erechnung: null; satz: null };

const GUTSCHRIFT: Gutschriftart = {
  titel: "Gutschrift",
  istRechnung: true,
  erechnung: { abrechnung: "389", ruecknahme: "261" },
  satz: "Gutschrift nach § 14 Abs. 2 Satz 5 UStG: Wir rechnen Ihre Leistung für Sie ab. Bitte sagen Sie uns, wenn Ihre Steuerangaben nicht stimmen.",
};
const AUSZAHLUNGSMITTEILUNG: Gutschriftart = {
  titel: "Auszahlungsmitteilung",
  istRechnung: false,
  erechnung: null,
  satz: null,
};

/**
 * The one table of a lessor's documents. A `kleinunternehmer` supplies without tax and yet as a business: § 34a UStDV
 * wants an invoice with the sentence of § 19 for what would be taxable, nobody one for an exempt lease. Whatever the
 * status is by now, a document that shows tax, as the correction of an older one does, is an invoice.
 *
 * @param status at the booking
 */
export function gutschriftart(
  status: UmsatzsteuerStatus | null,
  gruppen: readonly Pick<Steuergruppe, "steuersatzBp" | "steuerbefreiungGrund">[],
): Gutschriftart {
  if (gruppen.some(({ steuersatzBp }) => steuersatzBp > 0)) return GUTSCHRIFT;
  switch (status) {
    case "regelbesteuert":
      return GUTSCHRIFT;
    case "kleinunternehmer":
      return gruppen.some((gruppe) => gruppe.steuerbefreiungGrund === GRUND_KLEINUNTERNEHMER)
        ? GUTSCHRIFT
        : AUSZAHLUNGSMITTEILUNG;
    case "pauschaliert":
    case "nicht_steuerbar":
    case null:
      return AUSZAHLUNGSMITTEILUNG;
  }
}

/** What a document is called: on paper, in the e-invoice, in exports and in the API. */
export function belegtitel(
  belegart: Belegart,
  status: UmsatzsteuerStatus | null,
  gruppen: readonly Pick<Steuergruppe, "steuersatzBp" | "steuerbefreiungGrund">[],
): string {
  switch (belegart) {
    case "rechnung":
      return "Rechnung";
    case "schlussrechnung":
      return "Schlussrechnung";
    case "gutschrift":
      return gutschriftart(status, gruppen).titel;
    case "gebuehrenrechnung":
      return "Gebührenrechnung";
    case "stornorechnung":
      return "Stornorechnung";
    case "stornogutschrift":
      return `Storno der ${gutschriftart(status, gruppen).titel}`;
  }
}
