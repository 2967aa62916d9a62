import { XMLBuilder } from "fast-xml-parser";
import { dezimal } from "../../kern/geld/dezimal.ts";
import type { ERechnung, Partei, Posten, Rechnungsart, Steuer, Zahlungsweg } from "./typen.ts";

/** Factur-X 1.07 / ZUGFeRD 2.3 in the profile EN 16931. */
const profil = "urn:cen.eu:en16931:2017";

/**
 * Writes an e-invoice as UN/CEFACT Cross Industry Invoice. The order of the elements is that of the schema; the same
 * document gives the same text.
 */
export const schreibeCii = (rechnung: ERechnung): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${schreiber.build({
    "rsm:CrossIndustryInvoice": {
      "@xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
      "@xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
      "@xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
      "@xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
      "rsm:ExchangedDocumentContext": { "ram:GuidelineSpecifiedDocumentContextParameter": { "ram:ID": profil } },
      "rsm:ExchangedDocument": {
        "ram:ID": rechnung.nummer,
        "ram:TypeCode": rechnung.art,
        "ram:IssueDateTime": zeitpunkt(rechnung.datum),
        "ram:IncludedNote": rechnung.hinweise.map((hinweis) => ({ "ram:Content": hinweis })),
      },
      "rsm:SupplyChainTradeTransaction": {
        "ram:IncludedSupplyChainTradeLineItem": rechnung.posten.map(posten),
        "ram:ApplicableHeaderTradeAgreement": {
          "ram:SellerTradeParty": partei(rechnung.verkaeufer, istSteuerbar(rechnung), true),
          "ram:BuyerTradeParty": partei(rechnung.kaeufer, istSteuerbar(rechnung), false),
          "ram:ContractReferencedDocument": { "ram:IssuerAssignedID": rechnung.vertrag },
        },
        "ram:ApplicableHeaderTradeDelivery": "",
        "ram:ApplicableHeaderTradeSettlement": abschluss(rechnung),
      },
    },
  })}`;

/** Credit notes say what is given back as positive amounts. */
export const istKorrektur = (art: Rechnungsart): boolean => art === "381" || art === "261";

const schreiber = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  textNodeName: "#",
  format: true,
  suppressEmptyNode: true,
  tagValueProcessor: (_name, wert) => reinerText(String(wert)),
});

/** NFC, one blank for white space, nothing invisible: what a letter prints, and what XML may hold. */
const reinerText = (text: string): string =>
  text
    .toWellFormed()
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}\uFFFE\uFFFF]/gu, "")
    .trim();

const posten = (zeile: Posten, i: number) => ({
  "ram:AssociatedDocumentLineDocument": {
    "ram:LineID": String(i + 1),
    "ram:IncludedNote": zeile.hinweis === null ? undefined : { "ram:Content": zeile.hinweis },
  },
  "ram:SpecifiedTradeProduct": { "ram:Name": zeile.name, "ram:Description": zeile.beschreibung || undefined },
  // A price is never negative (BR-27): what is taken off has the quantity -1.
  "ram:SpecifiedLineTradeAgreement": {
    "ram:NetPriceProductTradePrice": { "ram:ChargeAmount": dezimal(Math.abs(zeile.nettoCent)) },
  },
  "ram:SpecifiedLineTradeDelivery": {
    "ram:BilledQuantity": { "@unitCode": "C62", "#": zeile.nettoCent < 0 ? "-1" : "1" },
  },
  "ram:SpecifiedLineTradeSettlement": {
    "ram:ApplicableTradeTax": {
      "ram:TypeCode": "VAT",
      "ram:CategoryCode": zeile.kategorie,
      "ram:RateApplicablePercent": zeile.kategorie === "O" ? undefined : dezimal(zeile.satzBp),
    },
    "ram:BillingSpecifiedPeriod": zeitraum(zeile),
    "ram:SpecifiedTradeSettlementLineMonetarySummation": { "ram:LineTotalAmount": dezimal(zeile.nettoCent) },
  },
});

const abschluss = (rechnung: ERechnung) => {
  const { zahlung, nettoCent, steuerCent, bruttoCent } = rechnung;
  return {
    "ram:CreditorReferenceID": zahlung?.art === "lastschrift" ? (zahlung.glaeubigerId ?? undefined) : undefined,
    "ram:PaymentReference": rechnung.verwendungszweck,
    "ram:InvoiceCurrencyCode": "EUR",
    "ram:SpecifiedTradeSettlementPaymentMeans": zahlung ? zahlungsweg(zahlung) : undefined,
    "ram:ApplicableTradeTax": rechnung.steuern.map(steuer),
    "ram:BillingSpecifiedPeriod": zeitraum(rechnung),
    "ram:SpecifiedTradePaymentTerms": {
      "ram:Description": rechnung.zahlungsbedingung,
      "ram:DueDateDateTime": rechnung.zahlbarBis === null ? undefined : zeitpunkt(rechnung.zahlbarBis),
      "ram:DirectDebitMandateID": zahlung?.art === "lastschrift" ? zahlung.mandat : undefined,
    },
    "ram:SpecifiedTradeSettlementHeaderMonetarySummation": {
      "ram:LineTotalAmount": dezimal(nettoCent),
      "ram:TaxBasisTotalAmount": dezimal(nettoCent),
      "ram:TaxTotalAmount": { "@currencyID": "EUR", "#": dezimal(steuerCent) },
      "ram:GrandTotalAmount": dezimal(bruttoCent),
      "ram:DuePayableAmount": dezimal(bruttoCent),
    },
    "ram:InvoiceReferencedDocument": rechnung.vorgaenger.map(({ nummer, datum }) => ({
      "ram:IssuerAssignedID": nummer,
      "ram:FormattedIssueDateTime": datum === null ? undefined : { "qdt:DateTimeString": tag(datum) },
    })),
  };
};

const steuer = ({ kategorie, satzBp, nettoCent, steuerCent, grund, grundCode }: Steuer) => ({
  "ram:CalculatedAmount": dezimal(steuerCent),
  "ram:TypeCode": "VAT",
  "ram:ExemptionReason": grund ?? undefined,
  "ram:BasisAmount": dezimal(nettoCent),
  "ram:CategoryCode": kategorie,
  "ram:ExemptionReasonCode": grundCode ?? undefined,
  "ram:RateApplicablePercent": kategorie === "O" ? undefined : dezimal(satzBp),
});

/** UNTDID 4461: SEPA credit transfer, SEPA direct debit, in cash, clearing between partners. */
const zahlungsweg = (weg: Zahlungsweg) => {
  switch (weg.art) {
    case "ueberweisung":
      return {
        "ram:TypeCode": "58",
        "ram:PayeePartyCreditorFinancialAccount": { "ram:IBANID": weg.iban, "ram:AccountName": weg.kontoinhaber },
        "ram:PayeeSpecifiedCreditorFinancialInstitution": weg.bic === null ? undefined : { "ram:BICID": weg.bic },
      };
    case "lastschrift":
      return { "ram:TypeCode": "59", "ram:PayerPartyDebtorFinancialAccount": { "ram:IBANID": weg.iban } };
    case "bar":
      return { "ram:TypeCode": "10" };
    case "verrechnung":
      return { "ram:TypeCode": "97" };
  }
};

/** What is not subject to VAT names no VAT identification number (BR-O-02). */
const istSteuerbar = ({ steuern }: ERechnung): boolean => steuern.every(({ kategorie }) => kategorie !== "O");

const partei = (p: Partei, mitUstId: boolean, istVerkaeufer: boolean) => {
  const ustId = mitUstId ? ustIdVon(p) : null;
  const steuernummer = p.steuernummer ?? (ustIdVon(p) ? null : p.ustId);
  // A seller is told by his VAT number, register or an identifier (BR-CO-26): a German tax number alone is none of them.
  const kennung = p.kennung ?? (istVerkaeufer && !ustId && !p.registernummer ? (steuernummer ?? p.ustId) : null);
  return {
    "ram:ID": kennung ?? undefined,
    "ram:Name": p.name,
    "ram:SpecifiedLegalOrganization": p.registernummer === null ? undefined : { "ram:ID": p.registernummer },
    "ram:DefinedTradeContact": p.ansprechpartner === null ? undefined : { "ram:PersonName": p.ansprechpartner },
    "ram:PostalTradeAddress": {
      "ram:PostcodeCode": p.plz ?? undefined,
      "ram:LineOne": p.strasse ?? undefined,
      "ram:LineTwo": p.adresszusatz ?? undefined,
      "ram:CityName": p.ort ?? undefined,
      "ram:CountryID": p.land,
    },
    "ram:SpecifiedTaxRegistration": [
      ...(istVerkaeufer && steuernummer ? [{ "ram:ID": { "@schemeID": "FC", "#": steuernummer } }] : []),
      ...(ustId ? [{ "ram:ID": { "@schemeID": "VA", "#": ustId } }] : []),
    ],
  };
};

/** With the prefix of its country (BR-CO-09) and a digit; anything else counts as a national tax number. */
const ustIdVon = ({ ustId }: Partei): string | null => {
  const kompakt = ustId?.replace(/[\s.-]/g, "").toUpperCase() ?? "";
  return /^[A-Z]{2}(?=.*\d)[0-9A-Z+*]{2,12}$/.test(kompakt) ? kompakt : null;
};

const zeitraum = ({ von, bis }: { von: string; bis: string }) => ({
  "ram:StartDateTime": zeitpunkt(von),
  "ram:EndDateTime": zeitpunkt(bis),
});

const zeitpunkt = (datum: string) => ({ "udt:DateTimeString": tag(datum) });

const tag = (datum: string) => ({ "@format": "102", "#": datum.replaceAll("-", "") });
