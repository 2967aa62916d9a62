import { alle, attribut, type Knoten, lies, text } from "../lies.ts";

/** What the rules look at. */
type Rechnung = {
  xml: string;
  kopf: Knoten | undefined;
  art: string;
  vertrag: Knoten | undefined;
  verkaeufer: Knoten | undefined;
  kaeufer: Knoten | undefined;
  lieferung: Knoten | undefined;
  abschluss: Knoten | undefined;
  wege: Knoten[];
  zeilen: Knoten[];
};

const zerlege = (xml: string): Rechnung => {
  const [wurzel] = alle(lies(xml), "CrossIndustryInvoice");
  const [geschaeft] = alle(wurzel, "SupplyChainTradeTransaction");
  const [vertrag] = alle(geschaeft, "ApplicableHeaderTradeAgreement");
  const [abschluss] = alle(geschaeft, "ApplicableHeaderTradeSettlement");
  return {
    xml,
    kopf: alle(wurzel, "ExchangedDocumentContext")[0],
    art: text(alle(wurzel, "ExchangedDocument")[0], "TypeCode"),
    vertrag,
    verkaeufer: alle(vertrag, "SellerTradeParty")[0],
    kaeufer: alle(vertrag, "BuyerTradeParty")[0],
    lieferung: alle(geschaeft, "ApplicableHeaderTradeDelivery")[0],
    abschluss,
    wege: alle(abschluss, "SpecifiedTradeSettlementPaymentMeans"),
    zeilen: alle(geschaeft, "IncludedSupplyChainTradeLineItem"),
  };
};

const hat = (knoten: Knoten | undefined, p: string): boolean => text(knoten, p) !== "";
const kontakt = "DefinedTradeContact";
const telefon = `${kontakt}/TelephoneUniversalCommunication/CompleteNumber`;
const email = `${kontakt}/EmailURIUniversalCommunication/URIID`;
const iban = { an: "PayeePartyCreditorFinancialAccount/IBANID", von: "PayerPartyDebtorFinancialAccount/IBANID" };
const wegeMit = (r: Rechnung, ...codes: string[]) => r.wege.filter((w) => codes.includes(text(w, "TypeCode")));

/** ISO 7064 MOD 97-10, and the shape of the number. */
const istIban = (nummer: string): boolean => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(nummer)) return false;
  const ziffern = (nummer.slice(4) + nummer.slice(0, 4)).replace(/[A-Z]/g, (b) => String(Number.parseInt(b, 36)));
  return BigInt(ziffern) % 97n === 1n;
};

const zeitraum = (knoten: Knoten | undefined): [string, string] => {
  const [dieser] = alle(knoten, "BillingSpecifiedPeriod");
  return [text(dieser, "StartDateTime/DateTimeString"), text(dieser, "EndDateTime/DateTimeString")];
};

const anschrift = (feld: string) => `PostalTradeAddress/${feld}`;

/**
 * The rules of XRechnung 3.0 (CII) that a document of this service can touch, as we read them; true: kept. They stand
 * beside the rules of EN 16931; the official schematron is KoSIT's.
 */
export const regelnDerXrechnung: Record<string, (r: Rechnung) => boolean> = {
  "BR-DE-1": (r) => r.wege.length > 0 && r.wege.every((w) => hat(w, "TypeCode")),
  "BR-DE-2": (r) => alle(r.verkaeufer, kontakt).length > 0,
  "BR-DE-3": (r) => hat(r.verkaeufer, anschrift("CityName")),
  "BR-DE-4": (r) => hat(r.verkaeufer, anschrift("PostcodeCode")),
  "BR-DE-5": (r) => hat(r.verkaeufer, `${kontakt}/PersonName`),
  "BR-DE-6": (r) => hat(r.verkaeufer, telefon),
  "BR-DE-7": (r) => hat(r.verkaeufer, email),
  "BR-DE-8": (r) => hat(r.kaeufer, anschrift("CityName")),
  "BR-DE-9": (r) => hat(r.kaeufer, anschrift("PostcodeCode")),
  "BR-DE-14": (r) => alle(r.abschluss, "ApplicableTradeTax").every((g) => hat(g, "RateApplicablePercent")),
  "BR-DE-15": (r) => hat(r.vertrag, "BuyerReference"),
  "BR-DE-16": (r) =>
    alle(r.abschluss, "ApplicableTradeTax").every((g) => text(g, "CategoryCode") === "O") ||
    alle(r.verkaeufer, "SpecifiedTaxRegistration/ID").some((id) => text(id) !== ""),
  "BR-DE-17": (r) => ["326", "380", "381", "384", "389", "875", "876", "877"].includes(r.art),
  "BR-DE-18": (r) =>
    alle(r.abschluss, "SpecifiedTradePaymentTerms/Description").every((b) =>
      text(b)
        .split("\n")
        .every(
          (zeile) =>
            !zeile.trim().startsWith("#") ||
            /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(#BASISBETRAG=-?\d+\.\d{2})?#$/.test(zeile),
        ),
    ),
  "BR-DE-19": (r) => wegeMit(r, "58").every((w) => istIban(text(w, iban.an))),
  "BR-DE-20": (r) => wegeMit(r, "59").every((w) => istIban(text(w, iban.von))),
  "BR-DE-21": (r) =>
    text(r.kopf, "GuidelineSpecifiedDocumentContextParameter/ID") ===
    "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
  "BR-DE-23": (r) => wegeMit(r, "30", "58").every((w) => hat(w, iban.an) && !hat(w, iban.von)),
  "BR-DE-25": (r) => wegeMit(r, "59").every((w) => hat(w, iban.von) && !hat(w, iban.an)),
  "BR-DE-27": (r) => text(r.verkaeufer, telefon).replace(/\D/g, "").length >= 3,
  "BR-DE-28": (r) => /^[^@\s.][^@\s]*[^@\s.]*@[^@\s.][^@\s]*[^@\s.]$/.test(text(r.verkaeufer, email)),
  "BR-DE-30": (r) => wegeMit(r, "59").length === 0 || hat(r.abschluss, "CreditorReferenceID"),
  "BR-DE-31": (r) => !hat(r.abschluss, "CreditorReferenceID") || wegeMit(r, "59").every((w) => hat(w, iban.von)),
  "BR-DE-TMP-32": (r) =>
    hat(r.lieferung, "ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString") ||
    zeitraum(r.abschluss).some(Boolean),
  "PEPPOL-EN16931-R001": (r) => hat(r.kopf, "BusinessProcessSpecifiedDocumentContextParameter/ID"),
  "PEPPOL-EN16931-R008": (r) => !/<[^/][^>]*\/>|<([\w:]+)[^>]*>\s*<\/\1>/.test(r.xml),
  "PEPPOL-EN16931-R010": (r) => mitAdresse(r.kaeufer),
  "PEPPOL-EN16931-R020": (r) => mitAdresse(r.verkaeufer),
  "PEPPOL-EN16931-R061": (r) =>
    wegeMit(r, "59").length === 0 || hat(r.abschluss, "SpecifiedTradePaymentTerms/DirectDebitMandateID"),
  "PEPPOL-EN16931-R110": (r) => jedeZeile(r, ([von], [anfang]) => von >= anfang),
  "PEPPOL-EN16931-R111": (r) => jedeZeile(r, ([, bis], [, ende]) => bis <= ende),
};

const mitAdresse = (partei: Knoten | undefined): boolean => {
  const adressen = alle(partei, "URIUniversalCommunication/URIID");
  return (
    adressen.length === 1 && adressen.every((a) => text(a) !== "" && ["EM", "0204"].includes(attribut(a, "schemeID")))
  );
};

type Tage = [string, string];
const jedeZeile = (r: Rechnung, gilt: (zeile: Tage, ganz: Tage) => boolean): boolean =>
  r.zeilen
    .map((z) => zeitraum(alle(z, "SpecifiedLineTradeSettlement")[0]))
    .every((tage) => !tage.some(Boolean) || gilt(tage, zeitraum(r.abschluss)));

/** Ids of the German rules that the invoice breaks. */
export function verletzteRegelnDerXrechnung(xml: string): string[] {
  const rechnung = zerlege(xml);
  return Object.entries(regelnDerXrechnung)
    .filter(([, gilt]) => !gilt(rechnung))
    .map(([id]) => id);
}
