import { cent } from "../../../kern/geld/cent.ts";
import { steuerAuf } from "../../../kern/pacht/steuer.ts";
import type { ExternerBeleg, ExterneZeile, Sollbeleg, Suche } from "../typen.ts";

/** What Lexware calls them, as it stands in the path: its own invoices and credit notes, and booked vouchers. */
export type Sammlung = "invoices" | "credit-notes" | "vouchers";

export function sammlungVon({ richtung, bruttoCent }: Pick<Suche, "richtung" | "bruttoCent">): Sammlung {
  if (richtung === "lieferant") return "vouchers";
  return bruttoCent < 0 ? "credit-notes" : "invoices";
}

/** Ids are unique within a collection only, so ours name both. */
export function bildeId(sammlung: Sammlung, id: string): string {
  return `${sammlung}/${id}`;
}

/** JSON has but numbers: the shortest text of n/100 is exact to the cent. */
const alsBetrag = (betragCent: number): number => cent(betragCent) / 100;
const alsCent = (betrag: number | null | undefined): number | null =>
  betrag === null || betrag === undefined ? null : cent(Math.round(betrag * 100));

/** Midnight in Germany's winter; the day is what counts. */
const alsZeitpunkt = (tag: string): string => `${tag}T00:00:00.000+01:00`;

const referenztext = (referenz: string): string => `Referenz ${referenz}`;

/** An invoice, or with all signs turned round a credit note. */
export function baueRechnung(soll: Sollbeleg, kontaktId: string) {
  const vorzeichen = soll.bruttoCent < 0 ? -1 : 1;
  const steuerfrei = soll.zeilen.every(({ steuersatzBp }) => steuersatzBp === 0);
  return {
    voucherDate: alsZeitpunkt(soll.belegdatum),
    address: { contactId: kontaktId },
    lineItems: soll.zeilen.map((zeile) => ({
      type: "custom",
      name: zeile.text.slice(0, 255),
      quantity: 1,
      unitName: "Stück",
      unitPrice: {
        currency: "EUR",
        netAmount: alsBetrag(vorzeichen * zeile.nettoCent),
        taxRatePercentage: zeile.steuersatzBp / 100,
      },
    })),
    totalPrice: { currency: "EUR" },
    taxConditions: { taxType: steuerfrei ? "vatfree" : "net" },
    ...(soll.bruttoCent < 0
      ? {}
      : { shippingConditions: { shippingType: "service", shippingDate: alsZeitpunkt(soll.belegdatum) } }),
    introduction: `${soll.belegnummer} ${soll.beschreibung}`,
    remark: referenztext(soll.referenz),
  };
}

/** The rest of a rounding goes to the first line of the rate: Lexware sums what stands in the lines. */
const steuerJeZeile = (zeilen: readonly ExterneZeile[]): number[] => {
  const netto = new Map<number, number>();
  const vergeben = new Map<number, number>();
  return zeilen.map(({ steuersatzBp, nettoCent }) => {
    const bisher = (netto.get(steuersatzBp) ?? 0) + nettoCent;
    netto.set(steuersatzBp, bisher);
    const gesamt = steuerAuf(bisher, steuersatzBp);
    const teil = gesamt - (vergeben.get(steuersatzBp) ?? 0);
    vergeben.set(steuersatzBp, gesamt);
    return teil;
  });
};

/** What is owed to a lessor, as a voucher booked with categories; it carries our reference as its number. */
export function baueEingang(soll: Sollbeleg, kontaktId: string, kategorien: readonly string[]) {
  const vorzeichen = soll.bruttoCent < 0 ? -1 : 1;
  const steuern = steuerJeZeile(soll.zeilen);
  return {
    type: vorzeichen < 0 ? "purchasecreditnote" : "purchaseinvoice",
    voucherStatus: "open",
    voucherNumber: soll.referenz,
    voucherDate: alsZeitpunkt(soll.belegdatum),
    ...(soll.zahlbarBis === null ? {} : { dueDate: alsZeitpunkt(soll.zahlbarBis) }),
    totalGrossAmount: alsBetrag(vorzeichen * soll.bruttoCent),
    totalTaxAmount: alsBetrag(vorzeichen * soll.steuerCent),
    taxType: "net",
    useCollectiveContact: false,
    contactId: kontaktId,
    remark: `${soll.belegnummer} ${soll.beschreibung}`,
    voucherItems: soll.zeilen.map((zeile, i) => ({
      amount: alsBetrag(vorzeichen * zeile.nettoCent),
      taxAmount: alsBetrag(vorzeichen * (steuern[i] ?? 0)),
      taxRatePercent: zeile.steuersatzBp / 100,
      categoryId: kategorien[i],
    })),
  };
}

type Rechnungssatz = {
  id: string;
  voucherStatus: string;
  voucherNumber?: string;
  address?: { contactId?: string };
  totalPrice?: { totalNetAmount?: number; totalGrossAmount?: number };
  remark?: string;
};
type Eingangssatz = {
  id: string;
  type: string;
  voucherStatus: string;
  voucherNumber?: string;
  contactId?: string;
  totalGrossAmount?: number;
  totalTaxAmount?: number;
};
export type Satz = Rechnungssatz | Eingangssatz;

const zustaende: Record<string, ExternerBeleg["zustand"]> = {
  draft: "entwurf",
  unchecked: "entwurf",
  paid: "bezahlt",
  paidoff: "bezahlt",
  voided: "storniert",
};

export function kontaktIdVon(satz: Satz): string | null {
  return ("type" in satz ? satz.contactId : satz.address?.contactId) ?? null;
}

export function referenzVon(satz: Satz): string | null {
  return "type" in satz ? (satz.voucherNumber ?? null) : (/Referenz ([A-Z0-9-]+)/.exec(satz.remark ?? "")?.[1] ?? null);
}

const plus = (netto: number | null, steuer: number | null): number | null =>
  netto === null || steuer === null ? null : netto + steuer;

export function liesSatz(sammlung: Sammlung, satz: Satz, parteiCode: string | null): ExternerBeleg {
  const { voucherStatus, voucherNumber } = satz;
  const gutschrift = "type" in satz ? satz.type === "purchasecreditnote" : sammlung === "credit-notes";
  const mitVorzeichen = (betrag: number | null) => (betrag === null ? null : cent(gutschrift ? -betrag : betrag));
  const brutto = alsCent("type" in satz ? satz.totalGrossAmount : satz.totalPrice?.totalGrossAmount);
  const netto =
    "type" in satz
      ? plus(brutto, alsCent(satz.totalTaxAmount === undefined ? undefined : -satz.totalTaxAmount))
      : alsCent(satz.totalPrice?.totalNetAmount);
  const zustand = zustaende[voucherStatus] ?? "offen";
  return {
    id: bildeId(sammlung, satz.id),
    referenz: referenzVon(satz),
    nummer: zustand === "entwurf" ? null : (voucherNumber ?? null),
    zustand,
    rohzustand: voucherStatus,
    parteiCode,
    nettoCent: mitVorzeichen(netto),
    bruttoCent: mitVorzeichen(brutto),
    storniertDurch: null,
  };
}
