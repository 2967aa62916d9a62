import type { arten } from "./arten.ts";

/** A fault that a programmer might build into the XML of a document: `alt` must stand there and becomes `neu`. */
type Fehler = { in?: keyof typeof arten & string; alt: RegExp; neu: string };

const weg = (element: string): Fehler => ({
  alt: new RegExp(`\\s*<ram:${element}[ >][\\s\\S]*?</ram:${element}>`),
  neu: "",
});
const kopf = (element: string): Fehler => ({
  alt: new RegExp(`(<rsm:ExchangedDocument>[\\s\\S]*?)\\s*<ram:${element}>[\\s\\S]*?</ram:${element}>`),
  neu: "$1",
});
/** In the seller or buyer. */
const bei = (partei: "Seller" | "Buyer", element: string): Fehler => ({
  alt: new RegExp(`(<ram:${partei}TradeParty>[\\s\\S]*?)\\s*<ram:${element}>[\\s\\S]*?</ram:${element}>`),
  neu: "$1",
});
/** Of the totals or of the first group of tax; what the element held is $2. */
const ersetze = (element: string, neu: string, ort: "Summation" | "Gruppe" = "Summation"): Fehler => {
  const anfang =
    ort === "Summation" ? "HeaderMonetarySummation>" : "</ram:IncludedSupplyChainTradeLineItem>\\s*<ram:Appl";
  return { alt: new RegExp(`(${anfang}[\\s\\S]*?<ram:${element}[^>]*>)([^<]*)(?=</)`), neu };
};
const ohneSumme = (element: string) => ersetze(element, "$1");
const falsch = (element: string) => ersetze(element, "$19$2");
const dreiStellen = (element: string, ort?: "Summation" | "Gruppe") => ersetze(element, "$1$20", ort);
const ohneSteuernummern: Fehler = {
  alt: /(<ram:SpecifiedTaxRegistration>\s*.*\s*<\/ram:SpecifiedTaxRegistration>\s*)+(?=<\/ram:SellerTradeParty>)/,
  neu: "",
};
const zeitraum = (vor: string, von: string, bis: string): Fehler => ({
  alt: new RegExp(
    `(${vor}<ram:BillingSpecifiedPeriod>\\s*<ram:StartDateTime>\\s*<udt:DateTimeString format="102">)\\d+([\\s\\S]*?"102">)\\d+`,
  ),
  neu: `$1${von}$2${bis}`,
});
/** Comes before the period of the whole document. */
const nachDenZeilen = "[\\s\\S]*</ram:IncludedSupplyChainTradeLineItem>[\\s\\S]*?";
const steuerfrei = "Rechnung, steuerfrei";
const ausserhalb = "Rechnung, nicht steuerbar";
const gruppe = (element: string, neu: string, basis?: Fehler["in"]): Fehler => ({
  ...ersetze(element, neu, "Gruppe"),
  ...(basis ? { in: basis } : {}),
});

/** For every rule a document that breaks it. */
export const fehler: Record<string, Fehler> = {
  "BR-01": { alt: /urn:cen\.eu:en16931:2017/, neu: "" },
  "BR-02": kopf("ID"),
  "BR-03": kopf("IssueDateTime"),
  "BR-04": kopf("TypeCode"),
  "BR-05": weg("InvoiceCurrencyCode"),
  "BR-06": bei("Seller", "Name"),
  "BR-07": bei("Buyer", "Name"),
  "BR-08": bei("Seller", "PostalTradeAddress"),
  "BR-09": bei("Seller", "CountryID"),
  "BR-10": bei("Buyer", "PostalTradeAddress"),
  "BR-11": bei("Buyer", "CountryID"),
  "BR-12": ohneSumme("LineTotalAmount"),
  "BR-13": ohneSumme("TaxBasisTotalAmount"),
  "BR-14": ohneSumme("GrandTotalAmount"),
  "BR-15": ohneSumme("DuePayableAmount"),
  "BR-16": { alt: /<ram:IncludedSupplyChainTradeLineItem>[\s\S]*<\/ram:IncludedSupplyChainTradeLineItem>/, neu: "" },
  "BR-21": weg("LineID"),
  "BR-22": { alt: /(<ram:BilledQuantity[^>]*>)-?1/, neu: "$1" },
  "BR-23": { alt: / unitCode="C62"/, neu: "" },
  "BR-24": { alt: /(LineMonetarySummation>\s*<ram:LineTotalAmount>)[^<]*/, neu: "$1" },
  "BR-25": { alt: /(<ram:SpecifiedTradeProduct>\s*<ram:Name>)[^<]*/, neu: "$1" },
  "BR-26": weg("ChargeAmount"),
  "BR-27": { alt: /<ram:ChargeAmount>/, neu: "<ram:ChargeAmount>-" },
  "BR-29": zeitraum(nachDenZeilen, "20270930", "20261001"),
  "BR-30": zeitraum("", "20270930", "20261001"),
  "BR-45": gruppe("BasisAmount", "$1"),
  "BR-46": gruppe("CalculatedAmount", "$1"),
  "BR-47": gruppe("CategoryCode", "$1"),
  "BR-48": gruppe("RateApplicablePercent", "$1"),
  "BR-49": { alt: /(PaymentMeans>\s*<ram:TypeCode>)58/, neu: "$1" },
  "BR-50": { alt: /<ram:IBANID>[^<]*/, neu: "<ram:IBANID>" },
  "BR-55": {
    in: "Stornorechnung",
    alt: /(<ram:InvoiceReferencedDocument>\s*)<ram:IssuerAssignedID>[^<]*<\/ram:IssuerAssignedID>/,
    neu: "$1",
  },
  "BR-61": weg("PayeePartyCreditorFinancialAccount"),
  "BR-CO-03": gruppe(
    "CategoryCode",
    "$1$2</ram:CategoryCode><ram:TaxPointDate>x</ram:TaxPointDate><ram:DueDateTypeCode>5</ram:DueDateTypeCode><ram:CategoryCode>S",
  ),
  "BR-CO-04": { alt: /(LineTradeSettlement>[\s\S]*?<ram:CategoryCode>)[^<]*/, neu: "$1" },
  "BR-CO-09": { alt: /(schemeID="VA">)DE/, neu: "$1" },
  "BR-CO-10": falsch("LineTotalAmount"),
  "BR-CO-11": {
    alt: /<ram:TaxBasisTotalAmount>/,
    neu: "<ram:AllowanceTotalAmount>1.00</ram:AllowanceTotalAmount><ram:TaxBasisTotalAmount>",
  },
  "BR-CO-12": {
    alt: /<ram:TaxBasisTotalAmount>/,
    neu: "<ram:ChargeTotalAmount>1.00</ram:ChargeTotalAmount><ram:TaxBasisTotalAmount>",
  },
  "BR-CO-13": falsch("TaxBasisTotalAmount"),
  "BR-CO-14": falsch("TaxTotalAmount"),
  "BR-CO-15": falsch("GrandTotalAmount"),
  "BR-CO-16": falsch("DuePayableAmount"),
  // One cent: what the validators' tolerance lets pass.
  "BR-CO-17": gruppe("CalculatedAmount", "$11003.21"),
  "BR-CO-18": {
    alt: /(<\/ram:SpecifiedTradeSettlementPaymentMeans>)[\s\S]*?(<ram:BillingSpecifiedPeriod>)/,
    neu: "$1$2",
  },
  "BR-CO-19": zeitraum(nachDenZeilen, "", ""),
  "BR-CO-20": zeitraum("", "", ""),
  "BR-CO-25": weg("SpecifiedTradePaymentTerms"),
  "BR-CO-26": {
    in: "Rechnung eines Kleinunternehmers",
    ...bei("Seller", "ID"),
  },
  "BR-CL-01": { alt: /<ram:TypeCode>380/, neu: "<ram:TypeCode>999" },
  "BR-CL-03": { alt: /currencyID="EUR"/, neu: 'currencyID="Euro"' },
  "BR-CL-04": { alt: /<ram:InvoiceCurrencyCode>EUR/, neu: "<ram:InvoiceCurrencyCode>DEM" },
  "BR-CL-14": { alt: /<ram:CountryID>DE/, neu: "<ram:CountryID>D" },
  "BR-CL-16": { alt: /(PaymentMeans>\s*<ram:TypeCode>)58/, neu: "$1SEPA" },
  "BR-CL-17": gruppe("CategoryCode", "$1X"),
  "BR-CL-18": { alt: /(LineTradeSettlement>[\s\S]*?<ram:CategoryCode>)[^<]*/, neu: "$1X" },
  "BR-CL-22": { in: steuerfrei, alt: /VATEX-EU-135-1/, neu: "VATEX-EU-135-1L" },
  "BR-CL-23": { alt: /unitCode="C62"/, neu: 'unitCode="HAR"' },
  "BR-DEC-09": dreiStellen("LineTotalAmount"),
  "BR-DEC-12": dreiStellen("TaxBasisTotalAmount"),
  "BR-DEC-13": dreiStellen("TaxTotalAmount"),
  "BR-DEC-14": dreiStellen("GrandTotalAmount"),
  "BR-DEC-18": dreiStellen("DuePayableAmount"),
  "BR-DEC-19": dreiStellen("BasisAmount", "Gruppe"),
  "BR-DEC-20": dreiStellen("CalculatedAmount", "Gruppe"),
  "BR-DEC-23": { alt: /(LineMonetarySummation>\s*<ram:LineTotalAmount>[^<]*)/, neu: "$10" },
  "BR-S-01": gruppe("CategoryCode", "$1Z"),
  "BR-S-02": ohneSteuernummern,
  "BR-S-05": { alt: /(LineTradeSettlement>[\s\S]*?Percent>)19\.00/, neu: "$10.00" },
  "BR-S-08": gruppe("BasisAmount", "$19$2"),
  "BR-S-09": gruppe("CalculatedAmount", "$11003.21"),
  "BR-S-10": {
    alt: /(<ram:CalculatedAmount>.*\s*<ram:TypeCode>VAT<\/ram:TypeCode>)/,
    neu: "$1<ram:ExemptionReason>frei</ram:ExemptionReason>",
  },
  "BR-E-01": gruppe("CategoryCode", "$1Z", steuerfrei),
  "BR-E-02": { in: steuerfrei, ...ohneSteuernummern },
  "BR-E-05": { in: steuerfrei, alt: /(Percent>)0\.00/, neu: "$17.00" },
  "BR-E-08": gruppe("BasisAmount", "$19$2", steuerfrei),
  "BR-E-09": gruppe("CalculatedAmount", "$10.01", steuerfrei),
  "BR-E-10": {
    in: steuerfrei,
    alt: /<ram:ExemptionReason>[\s\S]*?<\/ram:ExemptionReason>|<ram:ExemptionReasonCode>.*?<\/ram:ExemptionReasonCode>/g,
    neu: "",
  },
  "BR-O-01": gruppe("CategoryCode", "$1Z", ausserhalb),
  "BR-O-02": {
    in: ausserhalb,
    alt: /(<ram:SpecifiedTaxRegistration>)/,
    neu: '$1<ram:ID schemeID="VA">DE123456789</ram:ID>',
  },
  "BR-O-05": {
    in: ausserhalb,
    alt: /<ram:CategoryCode>O<\/ram:CategoryCode>/,
    neu: "$&<ram:RateApplicablePercent>0.00</ram:RateApplicablePercent>",
  },
  "BR-O-08": gruppe("BasisAmount", "$19$2", ausserhalb),
  "BR-O-09": gruppe("CalculatedAmount", "$10.01", ausserhalb),
  "BR-O-10": {
    in: ausserhalb,
    alt: /<ram:ExemptionReason>[\s\S]*?<\/ram:ExemptionReason>|<ram:ExemptionReasonCode>.*?<\/ram:ExemptionReasonCode>/g,
    neu: "",
  },
  "BR-O-11": {
    in: ausserhalb,
    alt: /(<\/ram:SpecifiedTradeSettlementPaymentMeans>\s*)(<ram:ApplicableTradeTax>[\s\S]*?<\/ram:ApplicableTradeTax>)/,
    neu: "$1$2$2",
  },
  "BR-O-12": { in: ausserhalb, alt: /<ram:CategoryCode>O/, neu: "<ram:CategoryCode>E" },
  "Preis mal Menge": { alt: /<ram:BilledQuantity unitCode="C62">1/, neu: '<ram:BilledQuantity unitCode="C62">2' },
};
