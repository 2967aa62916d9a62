import { dezimal } from "../../kern/geld/dezimal.ts";
import { el, rueckeEin, wert, wurzel, type Xml } from "../xml/element.ts";
import type { ERechnung, Partei, Profil, Rechnungsart, Rechnungsposten, Steuer, Zahlungsweg } from "./typen.ts";

/** Factur-X 1.07 / ZUGFeRD 2.3 in the profile EN 16931; XRechnung 3.0. */
const kennungen: Record<Profil, string> = {
  en16931: "urn:cen.eu:en16931:2017",
  xrechnung: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
};
const geschaeftsprozess = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/**
 * Writes an e-invoice as UN/CEFACT Cross Industry Invoice. The order of the elements is that of the schema; the same
 * document gives the same text.
 */
export function schreibeCii(rechnung: ERechnung): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${rueckeEin(
    wurzel(
      "rsm:CrossIndustryInvoice",
      namensraeume,
      el(
        "rsm:ExchangedDocumentContext",
        rechnung.profil === "xrechnung"
          ? el("ram:BusinessProcessSpecifiedDocumentContextParameter", wert("ram:ID", geschaeftsprozess))
          : null,
        el("ram:GuidelineSpecifiedDocumentContextParameter", wert("ram:ID", kennungen[rechnung.profil])),
      ),
      el(
        "rsm:ExchangedDocument",
        text("ram:ID", rechnung.nummer),
        wert("ram:TypeCode", rechnung.art),
        el("ram:IssueDateTime", zeitpunkt(rechnung.datum)),
        ...rechnung.hinweise.map((hinweis) => el("ram:IncludedNote", text("ram:Content", hinweis))),
      ),
      el(
        "rsm:SupplyChainTradeTransaction",
        ...rechnung.posten.map((zeile, i) => posten(zeile, i, rechnung)),
        el(
          "ram:ApplicableHeaderTradeAgreement",
          text("ram:BuyerReference", rechnung.kaeuferreferenz),
          partei("ram:SellerTradeParty", rechnung.verkaeufer, istSteuerbar(rechnung), true),
          partei("ram:BuyerTradeParty", rechnung.kaeufer, istSteuerbar(rechnung), false),
          el("ram:ContractReferencedDocument", text("ram:IssuerAssignedID", rechnung.vertrag)),
        ),
        el(
          "ram:ApplicableHeaderTradeDelivery",
          el("ram:ActualDeliverySupplyChainEvent", el("ram:OccurrenceDateTime", zeitpunkt(rechnung.bis))),
        ),
        abschluss(rechnung),
      ),
    ),
  )}`;
}

const namensraeume = {
  "xmlns:rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
  "xmlns:qdt": "urn:un:unece:uncefact:data:standard:QualifiedDataType:100",
  "xmlns:ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  "xmlns:udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
};

/** Credit notes say what is given back as positive amounts. */
export function istKorrektur(art: Rechnungsart): boolean {
  return art === "381" || art === "261";
}

/** Text of people: NFC, one blank for white space, nothing invisible; what a letter prints, and what XML may hold. */
const text = (name: string, inhalt: string | null, attribute?: Record<string, string>): Xml =>
  wert(
    name,
    inhalt
      ?.toWellFormed()
      .normalize("NFC")
      .replace(/\s+/g, " ")
      .replace(/[\p{Cc}\p{Cf}\uFFFE\uFFFF]/gu, "")
      .trim(),
    attribute,
  );

const posten = (zeile: Rechnungsposten, i: number, rechnung: ERechnung): Xml =>
  el(
    "ram:IncludedSupplyChainTradeLineItem",
    el(
      "ram:AssociatedDocumentLineDocument",
      wert("ram:LineID", String(i + 1)),
      el("ram:IncludedNote", text("ram:Content", zeile.hinweis)),
    ),
    el("ram:SpecifiedTradeProduct", text("ram:Name", zeile.name), text("ram:Description", zeile.beschreibung)),
    // A price is never negative (BR-27): what is taken off has the quantity -1.
    el(
      "ram:SpecifiedLineTradeAgreement",
      el("ram:NetPriceProductTradePrice", wert("ram:ChargeAmount", dezimal(Math.abs(zeile.nettoCent)))),
    ),
    el(
      "ram:SpecifiedLineTradeDelivery",
      wert("ram:BilledQuantity", zeile.nettoCent < 0 ? "-1" : "1", { unitCode: "C62" }),
    ),
    el(
      "ram:SpecifiedLineTradeSettlement",
      el("ram:ApplicableTradeTax", wert("ram:TypeCode", "VAT"), wert("ram:CategoryCode", zeile.kategorie), satz(zeile)),
      istImRahmen(zeile, rechnung) ? zeitraum(zeile) : null,
      el("ram:SpecifiedTradeSettlementLineMonetarySummation", wert("ram:LineTotalAmount", dezimal(zeile.nettoCent))),
    ),
  );

/**
 * Public buyers' rules let no line reach past the period of the document (PEPPOL-EN16931-R110, R111): one of a final
 * settlement, which corrects what was booked beyond its end, names none.
 */
const istImRahmen = (zeile: Rechnungsposten, { profil, von, bis }: ERechnung): boolean =>
  profil !== "xrechnung" || (zeile.von >= von && zeile.bis <= bis);

const abschluss = (rechnung: ERechnung): Xml => {
  const { zahlung, nettoCent, steuerCent, bruttoCent } = rechnung;
  const einzug = zahlung?.art === "lastschrift" ? zahlung : null;
  return el(
    "ram:ApplicableHeaderTradeSettlement",
    text("ram:CreditorReferenceID", einzug?.glaeubigerId ?? null),
    text("ram:PaymentReference", rechnung.verwendungszweck),
    wert("ram:InvoiceCurrencyCode", "EUR"),
    zahlung && el("ram:SpecifiedTradeSettlementPaymentMeans", ...zahlungsweg(zahlung)),
    ...rechnung.steuern.map((gruppe) => steuer(gruppe, rechnung.profil)),
    zeitraum(rechnung),
    el(
      "ram:SpecifiedTradePaymentTerms",
      text("ram:Description", rechnung.zahlungsbedingung),
      rechnung.zahlbarBis === null ? null : el("ram:DueDateDateTime", zeitpunkt(rechnung.zahlbarBis)),
      text("ram:DirectDebitMandateID", einzug?.mandat ?? null),
    ),
    el(
      "ram:SpecifiedTradeSettlementHeaderMonetarySummation",
      wert("ram:LineTotalAmount", dezimal(nettoCent)),
      wert("ram:TaxBasisTotalAmount", dezimal(nettoCent)),
      wert("ram:TaxTotalAmount", dezimal(steuerCent), { currencyID: "EUR" }),
      wert("ram:GrandTotalAmount", dezimal(bruttoCent)),
      wert("ram:DuePayableAmount", dezimal(bruttoCent)),
    ),
    ...rechnung.vorgaenger.map(({ nummer, datum }) =>
      el(
        "ram:InvoiceReferencedDocument",
        text("ram:IssuerAssignedID", nummer),
        datum === null ? null : el("ram:FormattedIssueDateTime", tag("qdt:DateTimeString", datum)),
      ),
    ),
  );
};

const steuer = ({ kategorie, satzBp, nettoCent, steuerCent, grund, grundCode }: Steuer, profil: Profil): Xml =>
  el(
    "ram:ApplicableTradeTax",
    wert("ram:CalculatedAmount", dezimal(steuerCent)),
    wert("ram:TypeCode", "VAT"),
    text("ram:ExemptionReason", grund),
    wert("ram:BasisAmount", dezimal(nettoCent)),
    wert("ram:CategoryCode", kategorie),
    wert("ram:ExemptionReasonCode", grundCode),
    // A group names its rate in any case (BR-DE-14).
    profil === "xrechnung" ? wert("ram:RateApplicablePercent", dezimal(satzBp)) : satz({ kategorie, satzBp }),
  );

/** What is not subject to VAT has no rate (BR-O-05). */
const satz = ({ kategorie, satzBp }: Pick<Steuer, "kategorie" | "satzBp">): Xml =>
  wert("ram:RateApplicablePercent", kategorie === "O" ? null : dezimal(satzBp));

/** UNTDID 4461: SEPA credit transfer, SEPA direct debit, in cash, clearing between partners, not defined. */
const zahlungsweg = (weg: Zahlungsweg): Xml[] => {
  switch (weg.art) {
    case "ueberweisung":
      return [
        wert("ram:TypeCode", "58"),
        el(
          "ram:PayeePartyCreditorFinancialAccount",
          text("ram:IBANID", weg.iban),
          text("ram:AccountName", weg.kontoinhaber),
        ),
        el("ram:PayeeSpecifiedCreditorFinancialInstitution", text("ram:BICID", weg.bic)),
      ];
    case "lastschrift":
      return [wert("ram:TypeCode", "59"), el("ram:PayerPartyDebtorFinancialAccount", text("ram:IBANID", weg.iban))];
    case "bar":
      return [wert("ram:TypeCode", "10")];
    case "verrechnung":
      return [wert("ram:TypeCode", "97")];
    case "unbestimmt":
      return [wert("ram:TypeCode", "1")];
  }
};

/** What is not subject to VAT names no VAT identification number (BR-O-02). */
const istSteuerbar = ({ steuern }: ERechnung): boolean => steuern.every(({ kategorie }) => kategorie !== "O");

const partei = (name: string, p: Partei, mitUstId: boolean, istVerkaeufer: boolean): Xml => {
  const ustId = mitUstId ? ustIdVon(p) : null;
  const steuernummer = p.steuernummer ?? (ustIdVon(p) ? null : p.ustId);
  // A seller is told by his VAT number, register or an identifier (BR-CO-26): a German tax number alone is none of them.
  const kennung = p.kennung ?? (istVerkaeufer && !ustId && !p.registernummer ? (steuernummer ?? p.ustId) : null);
  const meldung = (art: string, nummer: string | null) =>
    el("ram:SpecifiedTaxRegistration", text("ram:ID", nummer, { schemeID: art }));
  return el(
    name,
    text("ram:ID", kennung),
    text("ram:Name", p.name),
    el("ram:SpecifiedLegalOrganization", text("ram:ID", p.registernummer)),
    el("ram:DefinedTradeContact", ...ansprechpartner(p)),
    el(
      "ram:PostalTradeAddress",
      text("ram:PostcodeCode", p.plz),
      text("ram:LineOne", p.strasse),
      text("ram:LineTwo", p.adresszusatz),
      text("ram:CityName", p.ort),
      text("ram:CountryID", p.land),
    ),
    el(
      "ram:URIUniversalCommunication",
      text("ram:URIID", p.elektronisch?.adresse ?? null, { schemeID: p.elektronisch?.schema ?? "" }),
    ),
    istVerkaeufer ? meldung("FC", steuernummer) : null,
    meldung("VA", ustId),
  );
};

const ansprechpartner = ({ ansprechpartner: a }: Partei): Xml[] =>
  a === null
    ? []
    : [
        text("ram:PersonName", a.name),
        el("ram:TelephoneUniversalCommunication", text("ram:CompleteNumber", a.telefon)),
        el("ram:EmailURIUniversalCommunication", text("ram:URIID", a.email)),
      ];

/** With the prefix of its country (BR-CO-09) and a digit; anything else counts as a national tax number. */
const ustIdVon = ({ ustId }: Partei): string | null => {
  const kompakt = ustId?.replace(/[\s.-]/g, "").toUpperCase() ?? "";
  return /^[A-Z]{2}(?=.*\d)[0-9A-Z+*]{2,12}$/.test(kompakt) ? kompakt : null;
};

const zeitraum = ({ von, bis }: { von: string; bis: string }): Xml =>
  el("ram:BillingSpecifiedPeriod", el("ram:StartDateTime", zeitpunkt(von)), el("ram:EndDateTime", zeitpunkt(bis)));

const zeitpunkt = (datum: string): Xml => tag("udt:DateTimeString", datum);

/** A day as CCYYMMDD, which is what format 102 means. */
const tag = (name: string, datum: string): Xml => wert(name, datum.replaceAll("-", ""), { format: "102" });
