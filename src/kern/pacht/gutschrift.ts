import { GRUND_KLEINUNTERNEHMER } from "./steuer.ts";
import type { Steuergruppe, UmsatzsteuerStatus } from "./typen.ts";

/** What a lessor's document is. Only an invoice (§ 14 (2) UStG) may carry the word "Gutschrift", and has an e-invoice. */
export type Gutschriftart =
  | { titel: "Gutschrift"; istRechnung: true }
  | { titel: "Auszahlungsmitteilung"; istRechnung: false };

const GUTSCHRIFT: Gutschriftart = { titel: "Gutschrift", istRechnung: true };
const AUSZAHLUNGSMITTEILUNG: Gutschriftart = { titel: "Auszahlungsmitteilung", istRechnung: false };

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
