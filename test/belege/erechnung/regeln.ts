import { codelisten } from "./codelisten.ts";
import { alle, attribut, jeCent, type Knoten, lies, text, zahl } from "./lies.ts";

/** An invoice cut up for the rules: amounts in millionths, null where they are missing or no number. */
type Rechnung = {
  profil: string;
  beleg: Knoten | undefined;
  verkaeufer: Knoten | undefined;
  kaeufer: Knoten | undefined;
  abschluss: Knoten | undefined;
  summen: Knoten | undefined;
  zeilen: Knoten[];
  gruppen: Knoten[];
  zahlungswege: Knoten[];
  abzuege: Knoten[];
  zuschlaege: Knoten[];
};

const zerlege = (xml: string): Rechnung => {
  const [wurzel] = alle(lies(xml), "CrossIndustryInvoice");
  const [geschaeft] = alle(wurzel, "SupplyChainTradeTransaction");
  const [abschluss] = alle(geschaeft, "ApplicableHeaderTradeSettlement");
  const zuAb = alle(abschluss, "SpecifiedTradeAllowanceCharge");
  const istZuschlag = (k: Knoten) => text(k, "ChargeIndicator/Indicator") === "true";
  return {
    profil: text(wurzel, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"),
    beleg: alle(wurzel, "ExchangedDocument")[0],
    verkaeufer: alle(geschaeft, "ApplicableHeaderTradeAgreement/SellerTradeParty")[0],
    kaeufer: alle(geschaeft, "ApplicableHeaderTradeAgreement/BuyerTradeParty")[0],
    abschluss,
    summen: alle(abschluss, "SpecifiedTradeSettlementHeaderMonetarySummation")[0],
    zeilen: alle(geschaeft, "IncludedSupplyChainTradeLineItem"),
    gruppen: alle(abschluss, "ApplicableTradeTax"),
    zahlungswege: alle(abschluss, "SpecifiedTradeSettlementPaymentMeans"),
    abzuege: zuAb.filter((k) => !istZuschlag(k)),
    zuschlaege: zuAb.filter(istZuschlag),
  };
};

const pfad = {
  netto: "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount",
  preis: "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount",
  menge: "SpecifiedLineTradeDelivery/BilledQuantity",
  kategorie: "SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode",
  satz: "SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent",
  zeitraum: "SpecifiedLineTradeSettlement/BillingSpecifiedPeriod",
  iban: "PayeePartyCreditorFinancialAccount/IBANID",
};

const betrag = (knoten: Knoten | undefined, p: string): bigint | null => zahl(text(knoten, p));
/** What stands nowhere counts as 0. */
const oder0 = (knoten: Knoten | undefined, p: string): bigint => betrag(knoten, p) ?? 0n;
const summe = (knoten: Knoten[], p: string): bigint => knoten.reduce((s, k) => s + oder0(k, p), 0n);
const hat = (knoten: Knoten | undefined, p: string): boolean => text(knoten, p) !== "";
const da = (knoten: Knoten | undefined, p: string): boolean => alle(knoten, p).length > 0;
const kategorie = (zeile: Knoten): string => text(zeile, pfad.kategorie);
const gruppenMit = (r: Rechnung, code: string) => r.gruppen.filter((g) => text(g, "CategoryCode") === code);
const zeilenMit = (r: Rechnung, code: string) => r.zeilen.filter((z) => kategorie(z) === code);
const steuerId = (partei: Knoten | undefined, schema: string): string =>
  text(alle(partei, "SpecifiedTaxRegistration/ID").find((id) => attribut(id, "schemeID") === schema));

/** Base times rate, half a cent away from zero. */
const steuerAuf = (basis: bigint, satz: bigint): bigint => {
  const nenner = 100n * 1_000_000n * jeCent;
  const produkt = basis * satz;
  const cent = ((produkt < 0n ? -produkt : produkt) * 2n + nenner) / (2n * nenner);
  return (produkt < 0n ? -cent : cent) * jeCent;
};

const zweiStellen = (knoten: Knoten[], p: string): boolean =>
  knoten.every((k) => alle(k, p).every((a) => /^-?\d+(\.\d{1,2})?$/.test(text(a))));

const vorwaerts = (zeitraum: Knoten | undefined): boolean => {
  const [von, bis] = ["StartDateTime", "EndDateTime"].map((p) => text(zeitraum, `${p}/DateTimeString`));
  return !von || !bis || von <= bis;
};
const mitTag = (zeitraum: Knoten): boolean =>
  hat(zeitraum, "StartDateTime/DateTimeString") || hat(zeitraum, "EndDateTime/DateTimeString");

/** Without tax, one group, its sum, its reason: what the categories E and O have in common. */
const ohneSteuer = (code: "E" | "O") => ({
  [`BR-${code}-01`]: (r: Rechnung) => zeilenMit(r, code).length === 0 || gruppenMit(r, code).length === 1,
  [`BR-${code}-08`]: (r: Rechnung) =>
    gruppenMit(r, code).every((g) => oder0(g, "BasisAmount") === summe(zeilenMit(r, code), pfad.netto)),
  [`BR-${code}-09`]: (r: Rechnung) => gruppenMit(r, code).every((g) => oder0(g, "CalculatedAmount") === 0n),
  [`BR-${code}-10`]: (r: Rechnung) =>
    gruppenMit(r, code).every((g) => hat(g, "ExemptionReason") || hat(g, "ExemptionReasonCode")),
});

const verkaeuferMitNummer = (code: string) => (r: Rechnung) =>
  zeilenMit(r, code).length === 0 || steuerId(r.verkaeufer, "VA") !== "" || steuerId(r.verkaeufer, "FC") !== "";

/** The rules of EN 16931 that a document of this service can touch; true: kept. */
export const regeln: Record<string, (r: Rechnung) => boolean> = {
  "BR-01": (r) => r.profil === "urn:cen.eu:en16931:2017",
  "BR-02": (r) => hat(r.beleg, "ID"),
  "BR-03": (r) => /^\d{8}$/.test(text(r.beleg, "IssueDateTime/DateTimeString")),
  "BR-04": (r) => hat(r.beleg, "TypeCode"),
  "BR-05": (r) => hat(r.abschluss, "InvoiceCurrencyCode"),
  "BR-06": (r) => hat(r.verkaeufer, "Name"),
  "BR-07": (r) => hat(r.kaeufer, "Name"),
  "BR-08": (r) => da(r.verkaeufer, "PostalTradeAddress"),
  "BR-09": (r) => hat(r.verkaeufer, "PostalTradeAddress/CountryID"),
  "BR-10": (r) => da(r.kaeufer, "PostalTradeAddress"),
  "BR-11": (r) => hat(r.kaeufer, "PostalTradeAddress/CountryID"),
  "BR-12": (r) => hat(r.summen, "LineTotalAmount"),
  "BR-13": (r) => hat(r.summen, "TaxBasisTotalAmount"),
  "BR-14": (r) => hat(r.summen, "GrandTotalAmount"),
  "BR-15": (r) => hat(r.summen, "DuePayableAmount"),
  "BR-16": (r) => r.zeilen.length > 0,
  "BR-21": (r) => r.zeilen.every((z) => hat(z, "AssociatedDocumentLineDocument/LineID")),
  "BR-22": (r) => r.zeilen.every((z) => hat(z, pfad.menge)),
  "BR-23": (r) => r.zeilen.every((z) => attribut(alle(z, pfad.menge)[0], "unitCode") !== ""),
  "BR-24": (r) => r.zeilen.every((z) => betrag(z, pfad.netto) !== null),
  "BR-25": (r) => r.zeilen.every((z) => hat(z, "SpecifiedTradeProduct/Name")),
  "BR-26": (r) => r.zeilen.every((z) => betrag(z, pfad.preis) !== null),
  "BR-27": (r) => r.zeilen.every((z) => oder0(z, pfad.preis) >= 0n),
  "BR-29": (r) => vorwaerts(alle(r.abschluss, "BillingSpecifiedPeriod")[0]),
  "BR-30": (r) => r.zeilen.every((z) => vorwaerts(alle(z, pfad.zeitraum)[0])),
  "BR-45": (r) => r.gruppen.every((g) => betrag(g, "BasisAmount") !== null),
  "BR-46": (r) => r.gruppen.every((g) => betrag(g, "CalculatedAmount") !== null),
  "BR-47": (r) => r.gruppen.every((g) => hat(g, "CategoryCode")),
  "BR-48": (r) => r.gruppen.every((g) => text(g, "CategoryCode") === "O" || hat(g, "RateApplicablePercent")),
  "BR-49": (r) => r.zahlungswege.every((w) => hat(w, "TypeCode")),
  "BR-50": (r) => r.zahlungswege.every((w) => !da(w, "PayeePartyCreditorFinancialAccount") || hat(w, pfad.iban)),
  "BR-55": (r) => alle(r.abschluss, "InvoiceReferencedDocument").every((v) => hat(v, "IssuerAssignedID")),
  "BR-61": (r) => r.zahlungswege.every((w) => !["30", "58"].includes(text(w, "TypeCode")) || hat(w, pfad.iban)),
  "BR-CO-03": (r) => r.gruppen.every((g) => !(da(g, "TaxPointDate") && da(g, "DueDateTypeCode"))),
  "BR-CO-04": (r) => r.zeilen.every((z) => kategorie(z) !== ""),
  "BR-CO-09": (r) =>
    [r.verkaeufer, r.kaeufer]
      .map((p) => steuerId(p, "VA"))
      .every((id) => id === "" || /^[A-Z]{2}[0-9A-Z+*]+$/.test(id)),
  "BR-CO-10": (r) => betrag(r.summen, "LineTotalAmount") === summe(r.zeilen, pfad.netto),
  "BR-CO-11": (r) => oder0(r.summen, "AllowanceTotalAmount") === summe(r.abzuege, "ActualAmount"),
  "BR-CO-12": (r) => oder0(r.summen, "ChargeTotalAmount") === summe(r.zuschlaege, "ActualAmount"),
  "BR-CO-13": (r) =>
    betrag(r.summen, "TaxBasisTotalAmount") ===
    summe(r.zeilen, pfad.netto) - oder0(r.summen, "AllowanceTotalAmount") + oder0(r.summen, "ChargeTotalAmount"),
  "BR-CO-14": (r) => betrag(r.summen, "TaxTotalAmount") === summe(r.gruppen, "CalculatedAmount"),
  "BR-CO-15": (r) =>
    betrag(r.summen, "GrandTotalAmount") === oder0(r.summen, "TaxBasisTotalAmount") + oder0(r.summen, "TaxTotalAmount"),
  "BR-CO-16": (r) =>
    betrag(r.summen, "DuePayableAmount") ===
    oder0(r.summen, "GrandTotalAmount") - oder0(r.summen, "TotalPrepaidAmount") + oder0(r.summen, "RoundingAmount"),
  // To the cent, where the public validators leave a tolerance.
  "BR-CO-17": (r) =>
    r.gruppen.every(
      (g) => betrag(g, "CalculatedAmount") === steuerAuf(oder0(g, "BasisAmount"), oder0(g, "RateApplicablePercent")),
    ),
  "BR-CO-18": (r) => r.gruppen.length > 0,
  "BR-CO-19": (r) => alle(r.abschluss, "BillingSpecifiedPeriod").every(mitTag),
  "BR-CO-20": (r) => r.zeilen.every((z) => alle(z, pfad.zeitraum).every(mitTag)),
  "BR-CO-25": (r) =>
    oder0(r.summen, "DuePayableAmount") <= 0n ||
    hat(r.abschluss, "SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString") ||
    hat(r.abschluss, "SpecifiedTradePaymentTerms/Description"),
  "BR-CO-26": (r) =>
    hat(r.verkaeufer, "ID") ||
    hat(r.verkaeufer, "SpecifiedLegalOrganization/ID") ||
    steuerId(r.verkaeufer, "VA") !== "",
  "BR-CL-01": (r) => codelisten.belegart.includes(text(r.beleg, "TypeCode")),
  "BR-CL-03": (r) =>
    alle(r.summen, "TaxTotalAmount").every((a) => codelisten.waehrung.includes(attribut(a, "currencyID"))),
  "BR-CL-04": (r) => codelisten.waehrung.includes(text(r.abschluss, "InvoiceCurrencyCode")),
  "BR-CL-14": (r) => [r.verkaeufer, r.kaeufer].every((p) => istLand(text(p, "PostalTradeAddress/CountryID"))),
  "BR-CL-16": (r) => r.zahlungswege.every((w) => codelisten.zahlungsweg.includes(text(w, "TypeCode"))),
  "BR-CL-17": (r) => r.gruppen.every((g) => codelisten.kategorie.includes(text(g, "CategoryCode"))),
  "BR-CL-18": (r) => r.zeilen.every((z) => codelisten.kategorie.includes(kategorie(z))),
  "BR-CL-22": (r) =>
    r.gruppen.every((g) => alle(g, "ExemptionReasonCode").every((c) => codelisten.vatex.includes(text(c)))),
  "BR-CL-23": (r) => r.zeilen.every((z) => codelisten.einheit.includes(attribut(alle(z, pfad.menge)[0], "unitCode"))),
  "BR-DEC-09": (r) => zweiStellen([r.summen ?? ""], "LineTotalAmount"),
  "BR-DEC-12": (r) => zweiStellen([r.summen ?? ""], "TaxBasisTotalAmount"),
  "BR-DEC-13": (r) => zweiStellen([r.summen ?? ""], "TaxTotalAmount"),
  "BR-DEC-14": (r) => zweiStellen([r.summen ?? ""], "GrandTotalAmount"),
  "BR-DEC-18": (r) => zweiStellen([r.summen ?? ""], "DuePayableAmount"),
  "BR-DEC-19": (r) => zweiStellen(r.gruppen, "BasisAmount"),
  "BR-DEC-20": (r) => zweiStellen(r.gruppen, "CalculatedAmount"),
  "BR-DEC-23": (r) => zweiStellen(r.zeilen, pfad.netto),
  "BR-S-01": (r) => zeilenMit(r, "S").length === 0 || gruppenMit(r, "S").length > 0,
  "BR-S-02": verkaeuferMitNummer("S"),
  "BR-S-05": (r) => zeilenMit(r, "S").every((z) => oder0(z, pfad.satz) > 0n),
  "BR-S-08": (r) =>
    gruppenMit(r, "S").every((g) => {
      const eigene = zeilenMit(r, "S").filter((z) => oder0(z, pfad.satz) === oder0(g, "RateApplicablePercent"));
      return oder0(g, "BasisAmount") === summe(eigene, pfad.netto);
    }),
  "BR-S-09": (r) =>
    gruppenMit(r, "S").every(
      (g) => oder0(g, "CalculatedAmount") === steuerAuf(oder0(g, "BasisAmount"), oder0(g, "RateApplicablePercent")),
    ),
  "BR-S-10": (r) => gruppenMit(r, "S").every((g) => !da(g, "ExemptionReason") && !da(g, "ExemptionReasonCode")),
  ...ohneSteuer("E"),
  "BR-E-02": verkaeuferMitNummer("E"),
  "BR-E-05": (r) => zeilenMit(r, "E").every((z) => betrag(z, pfad.satz) === 0n),
  ...ohneSteuer("O"),
  "BR-O-02": (r) =>
    zeilenMit(r, "O").length === 0 || (steuerId(r.verkaeufer, "VA") === "" && steuerId(r.kaeufer, "VA") === ""),
  "BR-O-05": (r) => zeilenMit(r, "O").every((z) => !da(z, pfad.satz)),
  "BR-O-11": (r) => gruppenMit(r, "O").length === 0 || r.gruppen.length === 1,
  "BR-O-12": (r) => gruppenMit(r, "O").length === 0 || zeilenMit(r, "O").length === r.zeilen.length,
  // Not of the standard: a line is its price times its quantity.
  "Preis mal Menge": (r) =>
    r.zeilen.every((z) => oder0(z, pfad.preis) * oder0(z, pfad.menge) === oder0(z, pfad.netto) * 1_000_000n),
};

const laender = new Intl.DisplayNames(["de"], { type: "region", fallback: "none" });
const istLand = (code: string): boolean => /^[A-Z]{2}$/.test(code) && laender.of(code) !== undefined;

/** Ids of the rules that the invoice breaks. */
export function verletzteRegeln(xml: string): string[] {
  const rechnung = zerlege(xml);
  return Object.entries(regeln)
    .filter(([, gilt]) => !gilt(rechnung))
    .map(([id]) => id);
}

/** Type and totals in cents, as a reader of the XML sees them. */
export function summenVon(xml: string) {
  const { beleg, summen } = zerlege(xml);
  const cent = (p: string) => Number(oder0(summen, p) / jeCent);
  return {
    nummer: text(beleg, "ID"),
    art: text(beleg, "TypeCode"),
    nettoCent: cent("TaxBasisTotalAmount"),
    steuerCent: cent("TaxTotalAmount"),
    bruttoCent: cent("GrandTotalAmount"),
  };
}
