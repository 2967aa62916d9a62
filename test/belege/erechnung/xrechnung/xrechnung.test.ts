import { describe, expect, test } from "vitest";
import type { BriefDaten } from "../../../../src/belege/briefe/daten.ts";
import { xrechnungVon } from "../../../../src/belege/erechnung/bilde.ts";
import { arten } from "../arten.ts";
import { erzeugeBriefe } from "../erzeuge.ts";
import { summenVon, verletzteRegeln } from "../regeln.ts";
import { regelnDerXrechnung, verletzteRegelnDerXrechnung } from "./regeln.ts";

const leitwegId = "04011000-1234512345-06";

const oeffentlich = (brief: BriefDaten): BriefDaten => ({ ...brief, empfaenger: { ...brief.empfaenger, leitwegId } });
const istVonDerFirma = ({ belegart }: BriefDaten): boolean =>
  belegart !== "gutschrift" && belegart !== "stornogutschrift";

const xmlVon = (daten: BriefDaten | undefined): string => {
  const xml = daten && xrechnungVon(oeffentlich(daten));
  if (xml === undefined) throw new Error("ohne XRechnung");
  return xml;
};

/** The rules of EN 16931 but for the one that wants its own name as the profile. */
const verletzte = (xml: string): string[] => [
  ...verletzteRegelnDerXrechnung(xml),
  ...verletzteRegeln(xml).filter((regel) => regel !== "BR-01"),
];

describe.each(Object.entries(arten).filter(([, { brief }]) => istVonDerFirma(brief)))("%s", (_, { art, brief }) => {
  test("hält die deutschen Regeln und die von EN 16931 ein", () => {
    const xml = xmlVon(brief);
    expect(verletzte(xml)).toEqual([]);
    expect(summenVon(xml).art).toBe(art);
    expect(xml).toContain(`<ram:BuyerReference>${leitwegId}</ram:BuyerReference>`);
  });
});

test("alle Belege der Firma halten sie ein", () => {
  const briefe = erzeugeBriefe(300).filter(istVonDerFirma);
  expect(briefe.length).toBeGreaterThan(100);
  for (const brief of briefe) expect(verletzte(xmlVon(brief)), brief.belegnummer).toEqual([]);
});

test("ohne Gläubiger-ID wird nichts eingezogen: Weg und Zahlungsbedingung bitten um Überweisung", () => {
  const muster = arten["Rechnung mit Lastschrift"]?.brief;
  if (!muster) throw new Error("ohne Muster");
  const xml = xmlVon({ ...muster, aussteller: { ...muster.aussteller, glaeubigerId: null } });
  expect(verletzte(xml)).toEqual([]);
  expect(xml).toMatch(/<ram:SpecifiedTradeSettlementPaymentMeans>\s*<ram:TypeCode>58</);
  expect(xml).toMatch(/<ram:SpecifiedTradePaymentTerms>\s*<ram:Description>Bitte überweisen Sie /);
});

describe("keine XRechnung", () => {
  const muster = arten["Rechnung, gemischt"]?.brief as BriefDaten;
  test.each([
    ["ohne Leitweg-ID", muster],
    ["für eine Gutschrift", oeffentlich(arten.Gutschrift?.brief as BriefDaten)],
    ["ohne Ansprechpartner", oeffentlich({ ...muster, aussteller: { ...muster.aussteller, ansprechpartner: null } })],
  ])("%s", (_, brief) => expect(xrechnungVon(brief)).toBeUndefined());
});

const weg = (vor: string, element: string): [RegExp, string] => [
  new RegExp(`(${vor}[\\s\\S]*?)\\s*<ram:${element}[ >][\\s\\S]*?</ram:${element}>`),
  "$1",
];
const verkaeufer = "<ram:SellerTradeParty>";
const kaeufer = "<ram:BuyerTradeParty>";
const lastschrift = "Rechnung mit Lastschrift";

/** For every rule what a programmer might break, in which document. */
const fehler: Record<string, [RegExp, string, (keyof typeof arten & string)?]> = {
  "BR-DE-1": weg("", "SpecifiedTradeSettlementPaymentMeans"),
  "BR-DE-2": weg(verkaeufer, "DefinedTradeContact"),
  "BR-DE-3": weg(verkaeufer, "CityName"),
  "BR-DE-4": weg(verkaeufer, "PostcodeCode"),
  "BR-DE-5": weg(verkaeufer, "PersonName"),
  "BR-DE-6": weg(verkaeufer, "TelephoneUniversalCommunication"),
  "BR-DE-7": weg(verkaeufer, "EmailURIUniversalCommunication"),
  "BR-DE-8": weg(kaeufer, "CityName"),
  "BR-DE-9": weg(kaeufer, "PostcodeCode"),
  "BR-DE-14": [
    /(<ram:CategoryCode>O<\/ram:CategoryCode>\s*<ram:ExemptionReasonCode>.*\s*)<ram:RateApplicablePercent>.*/,
    "$1",
    "Rechnung, nicht steuerbar",
  ],
  "BR-DE-15": weg("", "BuyerReference"),
  "BR-DE-16": [/(\s*<ram:SpecifiedTaxRegistration>\s*.*\s*<\/ram:SpecifiedTaxRegistration>)+/, ""],
  "BR-DE-17": [/<ram:TypeCode>380</, "<ram:TypeCode>325<"],
  "BR-DE-18": [/(<ram:SpecifiedTradePaymentTerms>\s*<ram:Description>)/, "$1#SKONTO#"],
  "BR-DE-19": [/(<ram:IBANID>..)\d/, "$1x"],
  "BR-DE-20": [/(<ram:IBANID>DE)\d\d/, "$100", lastschrift],
  "BR-DE-21": [/#compliant#[^<]*/, ""],
  "BR-DE-23": [/PayeePartyCreditorFinancialAccount/g, "PayerPartyDebtorFinancialAccount"],
  "BR-DE-25": [/PayerPartyDebtorFinancialAccount/g, "PayeePartyCreditorFinancialAccount", lastschrift],
  "BR-DE-27": [/<ram:CompleteNumber>[^<]*/, "<ram:CompleteNumber>12"],
  "BR-DE-28": [/(<ram:EmailURIUniversalCommunication>\s*<ram:URIID>[^@]*)@/, "$1 at "],
  "BR-DE-30": [...weg("", "CreditorReferenceID"), lastschrift],
  "BR-DE-31": [...weg("", "PayerPartyDebtorFinancialAccount"), lastschrift],
  "BR-DE-TMP-32": [/<ram:(ActualDeliverySupplyChainEvent|BillingSpecifiedPeriod)>[\s\S]*?<\/ram:\1>/g, ""],
  "PEPPOL-EN16931-R001": weg("", "BusinessProcessSpecifiedDocumentContextParameter"),
  "PEPPOL-EN16931-R008": [/<ram:OccurrenceDateTime>[\s\S]*?<\/ram:OccurrenceDateTime>/, "<ram:OccurrenceDateTime/>"],
  "PEPPOL-EN16931-R010": weg(kaeufer, "URIUniversalCommunication"),
  "PEPPOL-EN16931-R020": weg(verkaeufer, "URIUniversalCommunication"),
  "PEPPOL-EN16931-R061": [...weg("", "DirectDebitMandateID"), lastschrift],
  "PEPPOL-EN16931-R110": [
    /(<ram:BillingSpecifiedPeriod>\s*<ram:StartDateTime>\s*<udt:DateTimeString format="102">)\d{4}/,
    "$11999",
  ],
  "PEPPOL-EN16931-R111": [/(<ram:EndDateTime>\s*<udt:DateTimeString format="102">)\d{4}/, "$12999"],
};

describe("einen gepflanzten Fehler bemerkt", () => {
  test("jede Regel den ihren", () =>
    expect(Object.keys(fehler).sort()).toEqual(Object.keys(regelnDerXrechnung).sort()));

  test.each(Object.entries(fehler))("%s", (regel, [alt, neu, basis = "Rechnung, gemischt"]) => {
    const xml = xmlVon(arten[basis]?.brief);
    const kaputt = xml.replace(alt, neu);
    expect(kaputt).not.toBe(xml);
    expect(verletzteRegelnDerXrechnung(kaputt)).toContain(regel);
  });
});
