import { describe, expect, test } from "vitest";
import type { BriefDaten } from "../../../src/belege/briefe/daten.ts";
import { erechnungVon } from "../../../src/belege/erechnung/bilde.ts";
import { brief, firma, person, zeile } from "../../hilfe/musterbrief.ts";
import { arten, namen } from "./arten.ts";
import { erzeugeBriefe } from "./erzeuge.ts";
import { fehler } from "./fehler.ts";
import { alle, attribut, lies, text } from "./lies.ts";
import { regeln, summenVon, verletzteRegeln } from "./regeln.ts";

const xmlVon = (daten: BriefDaten | undefined): string => {
  const xml = daten && erechnungVon(daten);
  if (xml === undefined) throw new Error("ohne E-Rechnung");
  return xml;
};

/** What the archive says, in the sign of the XML. */
const erwartet = ({ belegnummer, nettoCent, steuerCent, bruttoCent }: BriefDaten, art: string) => {
  const mal = art === "381" || art === "261" ? -1 : 1;
  const cent = (betrag: number) => mal * betrag + 0;
  return {
    nummer: belegnummer,
    art,
    nettoCent: cent(nettoCent),
    steuerCent: cent(steuerCent),
    bruttoCent: cent(bruttoCent),
  };
};

describe.each(Object.entries(arten))("%s", (_, { art, brief: daten }) => {
  test("hält die Regeln von EN 16931 und die Beträge des Archivs ein", () => {
    const xml = xmlVon(daten);
    expect(verletzteRegeln(xml)).toEqual([]);
    expect(summenVon(xml)).toEqual(erwartet(daten, art));
    expect(xmlVon(structuredClone(daten))).toBe(xml);
  });
});

test("500 Belege der Abrechnung halten die Regeln und die Beträge des Archivs ein", () => {
  const briefe = erzeugeBriefe(900).filter((daten) => erechnungVon(daten) !== undefined);
  expect(briefe.length).toBeGreaterThanOrEqual(500);
  const gesehen = new Set<string>();
  for (const daten of briefe) {
    const xml = xmlVon(daten);
    const summen = summenVon(xml);
    expect(verletzteRegeln(xml), daten.belegnummer).toEqual([]);
    expect(summen).toEqual(erwartet(daten, summen.art));
    expect(summen.bruttoCent).toBeGreaterThanOrEqual(0);
    gesehen.add(`${daten.belegart} ${summen.art}`);
  }
  expect([...gesehen].sort()).toEqual([
    "gebuehrenrechnung 380",
    "gebuehrenrechnung 381",
    "gutschrift 261",
    "gutschrift 389",
    "rechnung 380",
    "rechnung 381",
    "schlussrechnung 380",
    "schlussrechnung 381",
    "stornogutschrift 261",
    "stornogutschrift 389",
    "stornorechnung 380",
    "stornorechnung 381",
  ]);
});

describe("einen gepflanzten Fehler bemerkt", () => {
  test("jede Regel den ihren", () => expect(Object.keys(fehler).sort()).toEqual(Object.keys(regeln).sort()));

  test.each(Object.entries(fehler))("%s", (regel, { in: basis = "Rechnung, gemischt", alt, neu }) => {
    const xml = xmlVon(arten[basis]?.brief);
    const kaputt = xml.replace(alt, neu);
    expect(kaputt).not.toBe(xml);
    expect(verletzteRegeln(kaputt)).toContain(regel);
  });
});

describe("keine E-Rechnung", () => {
  test("für einen Verpächter ohne Umsatzsteuer: er bekommt eine Abrechnung, und ihr Storno ist auch keine", () => {
    for (const umsatzsteuerStatus of ["kleinunternehmer", "nicht_steuerbar", null] as const)
      for (const belegart of ["gutschrift", "stornogutschrift"] as const)
        expect(
          erechnungVon(brief({ belegart, zeilen: [zeile(5000)], empfaenger: { ...person, umsatzsteuerStatus } })),
        ).toBeUndefined();
  });

  test("für einen Entwurf", () => expect(erechnungVon(brief({ belegnummer: "" }))).toBeUndefined());

  test("wo der Verkäufer keine Steuernummer hat", () => {
    const daten = arten.Gutschrift?.brief;
    expect(
      daten && erechnungVon({ ...daten, empfaenger: { ...firma, steuernummer: null, ustId: null } }),
    ).toBeUndefined();
  });
});

describe("was darin steht", () => {
  const geschaeft = (daten: BriefDaten | undefined) =>
    alle(lies(xmlVon(daten)), "CrossIndustryInvoice/SupplyChainTradeTransaction")[0];
  const vertrag = (daten: BriefDaten | undefined) => alle(geschaeft(daten), "ApplicableHeaderTradeAgreement")[0];
  const abschluss = (daten: BriefDaten | undefined) => alle(geschaeft(daten), "ApplicableHeaderTradeSettlement")[0];
  const art = (name: string) => arten[name]?.brief;

  test("der Verpächter verkauft mit seiner Gutschrift, die Firma kauft", () => {
    for (const name of ["Gutschrift", "Storno der Gutschrift"]) {
      expect(text(vertrag(art(name)), "SellerTradeParty/Name")).toBe(firma.anzeigename);
      expect(text(vertrag(art(name)), "BuyerTradeParty/Name")).toBe("Nordholz Flächenmanagement GmbH");
    }
    expect(text(vertrag(art("Gebührenrechnung")), "BuyerTradeParty/Name")).toBe(firma.anzeigename);
  });

  test("ein Storno nennt, was es storniert, eine Schlussrechnung, was sie berichtigt", () => {
    const vorgaenger = (name: string) =>
      alle(abschluss(art(name)), "InvoiceReferencedDocument").map((v) => [
        text(v, "IssuerAssignedID"),
        text(v, "FormattedIssueDateTime/DateTimeString"),
      ]);
    expect(vorgaenger("Stornorechnung")).toEqual([["RE-2026-000001", "20261004"]]);
    expect(vorgaenger("negative Schlussrechnung")).toEqual([
      ["RE-2026-000001", ""],
      ["RE-2026-000002", ""],
    ]);
    expect(vorgaenger("Rechnung, gemischt")).toEqual([]);
  });

  test.each([
    ["Rechnung, gemischt", ["58", "DE02120300000000202051", ""]],
    ["Rechnung mit Lastschrift", ["59", "", "DE89370400440532013000"]],
    ["Rechnung, bar", ["10", "", ""]],
    ["Rechnung über 0", []],
    ["Rechnung mit Guthaben", ["58", "DE89370400440532013000", ""]],
    ["Gutschrift", ["58", "DE89370400440532013000", ""]],
    ["negative Gutschrift", ["97", "", ""]],
    ["Gebührenrechnung", ["97", "", ""]],
    ["Stornorechnung", []],
  ])("Zahlung von %s", (name, erwartetes) => {
    const wege = alle(abschluss(art(name)), "SpecifiedTradeSettlementPaymentMeans");
    expect(
      wege.flatMap((weg) => [
        text(weg, "TypeCode"),
        text(weg, "PayeePartyCreditorFinancialAccount/IBANID"),
        text(weg, "PayerPartyDebtorFinancialAccount/IBANID"),
      ]),
    ).toEqual(erwartetes);
  });

  test("eine verrechnete Gebühr steht neben der Auszahlung", () => {
    const bedingung = text(abschluss(art("Gutschrift")), "SpecifiedTradePaymentTerms/Description");
    expect(bedingung).toContain("Verrechnet mit der Gebührenrechnung GB-2026-000001 über 119,00 €.");
    expect(bedingung).toContain("7.364,20 €");
  });

  test("ein Storno eines längst fälligen Belegs nennt keine Fälligkeit", () => {
    const faellig = (name: string) =>
      text(abschluss(art(name)), "SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString");
    for (const name of ["Stornorechnung", "Storno der Gutschrift", "Storno einer negativen Schlussrechnung"])
      expect(faellig(name)).toBe("");
    for (const name of ["Rechnung, gemischt", "Gutschrift", "negative Schlussrechnung"])
      expect(faellig(name)).toMatch(/^\d{8}$/);
  });

  test("eine Lastschrift nennt Mandat und Gläubiger", () => {
    const lastschrift = abschluss(art("Rechnung mit Lastschrift"));
    expect(text(lastschrift, "SpecifiedTradePaymentTerms/DirectDebitMandateID")).toBe("M-417");
    expect(text(lastschrift, "CreditorReferenceID")).toBe("DE98ZZZ09999999999");
  });

  test.each([
    ["de 136 695 976", "VA DE136695976"],
    ["ATU-12345678", "VA ATU12345678"],
    ["12/345/67890", "FC 12/345/67890"],
    ["beantragt", "FC beantragt"],
  ])("USt-IdNr. %j eines Verpächters ohne Steuernummer: %s", (ustId, erwartetes) => {
    const daten = brief({ ...art("Gutschrift"), empfaenger: { ...firma, steuernummer: null, ustId } });
    const nummern = alle(vertrag(daten), "SellerTradeParty/SpecifiedTaxRegistration/ID");
    expect(nummern.map((id) => `${attribut(id, "schemeID")} ${text(id)}`)).toEqual([erwartetes]);
    expect(verletzteRegeln(xmlVon(daten))).toEqual([]);
  });

  test.each([
    ["Rechnung, steuerfrei", ["E", "VATEX-EU-135-1", "steuerfrei nach § 4 Nr. 12 Buchst. a UStG"]],
    ["Rechnung, aus zwei Gründen steuerfrei", ["E", "", "§ 4 Nr. 12 UStG; nicht steuerbar"]],
    ["Rechnung eines Kleinunternehmers", ["E", "", "steuerfrei nach § 19 Abs. 1 UStG (Kleinunternehmer)"]],
    ["Rechnung, nicht steuerbar", ["O", "VATEX-EU-O", "nicht steuerbar"]],
  ])("Steuer von %s", (name, erwartetes) => {
    const gruppen = alle(abschluss(art(name)), "ApplicableTradeTax");
    expect(
      gruppen.flatMap((g) => [text(g, "CategoryCode"), text(g, "ExemptionReasonCode"), text(g, "ExemptionReason")]),
    ).toEqual(erwartetes);
  });

  test.each([
    ["VATEX-EU-135-1", "§ 4 Nr. 12a UStG"],
    ["VATEX-EU-135-1", "Steuerfrei nach § 4 Nr. 12 Satz 1 Buchst. a UStG"],
    ["VATEX-EU-135-1", "§4 Ziff. 12 lit. a UStG"],
    ["", "§ 4 Nr. 1 UStG"],
    ["", "§ 14 Nr. 12 UStG"],
    ["", "§ 4 Nr. 120 UStG"],
  ])("Schlüssel %j für „%s“", (schluessel, steuerbefreiungGrund) => {
    const daten = brief({ zeilen: [zeile(5000, { steuerbefreiungGrund })] });
    expect(text(abschluss(daten), "ApplicableTradeTax/ExemptionReasonCode")).toBe(schluessel);
    expect(verletzteRegeln(xmlVon(daten))).toEqual([]);
  });

  test.each(namen)("Name %s", (name) => {
    const xml = xmlVon(brief({ empfaenger: { ...firma, anzeigename: name, firma: `${name}\u0007\u200b` } }));
    expect(verletzteRegeln(xml)).toEqual([]);
    const roh = text(vertrag(brief({ empfaenger: { ...firma, firma: name } })), "BuyerTradeParty/Name");
    expect(roh).toBe(name.normalize("NFC"));
    expect(xml.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});
