import { describe, expect, test } from "vitest";
import { layoutBrief } from "../../../src/belege/briefe/brief.ts";
import type { BriefDaten } from "../../../src/belege/briefe/daten.ts";
import { giroCodeRaster, giroCodeText, type Ueberweisung } from "../../../src/belege/briefe/girocode.ts";
import { zahlungsblock } from "../../../src/belege/briefe/zahlung.ts";
import { aussteller, brief, person, zeile } from "../../hilfe/musterbrief.ts";

const ueberweisung: Ueberweisung = {
  name: "Nordholz Flächenmanagement GmbH",
  iban: "DE02 1203 0000 0000 2020 51",
  bic: "BYLADEM1001",
  cent: 748_320,
  zweck: "RE-2026-000001 PK-000417",
};

describe("der Text des Codes", () => {
  test("folgt EPC 069-12, Fassung 002", () => {
    expect(giroCodeText(ueberweisung)?.split("\n")).toEqual([
      "BCD",
      "002",
      "1",
      "SCT",
      "BYLADEM1001",
      "Nordholz Flächenmanagement GmbH",
      "DE02120300000000202051",
      "EUR7483.20",
      "",
      "",
      "RE-2026-000001 PK-000417",
    ]);
  });

  test.each([
    [1, "EUR0.01"],
    [100, "EUR1.00"],
    [99_999_999_999, "EUR999999999.99"],
  ])("%i Cent sind %s", (cent, text) => {
    expect(giroCodeText({ ...ueberweisung, cent })?.split("\n")[7]).toBe(text);
  });

  test.each([0, -1, 100_000_000_000])("%i Cent lassen sich nicht angeben", (cent) => {
    expect(giroCodeText({ ...ueberweisung, cent })).toBeNull();
  });

  test("Namen und Zwecke enden, wo die Norm sie enden lässt", () => {
    const zeilen = giroCodeText({ ...ueberweisung, bic: null, name: "N".repeat(90), zweck: "z".repeat(200) })?.split(
      "\n",
    );
    expect(zeilen?.[4]).toBe("");
    expect(zeilen?.[5]).toBe("N".repeat(70));
    expect(zeilen?.[10]).toBe("z".repeat(140));
  });

  test("ein Name in zwei Zeilen steht in einer, wie der Brief ihn druckt", () => {
    const zeilen = giroCodeText({ ...ueberweisung, name: "Nordholz\r\nFlächen\u00admanagement\tGmbH" })?.split("\n");
    expect(zeilen?.[5]).toBe("Nordholz Flächenmanagement GmbH");
    expect(zeilen?.[6]).toBe("DE02120300000000202051");
    expect(zeilen).toHaveLength(11);
  });

  test("aus mehr als 331 Bytes wird kein Code", () => {
    expect(giroCodeText({ ...ueberweisung, name: "Ä".repeat(70), zweck: "ä".repeat(140) })).toBeNull();
  });

  test("das Raster ist ein Quadrat aus Schwarz und Weiß mit seinen drei Suchmustern", () => {
    const zeilen = giroCodeRaster(giroCodeText(ueberweisung) ?? "");
    expect((zeilen.length - 17) % 4).toBe(0);
    for (const reihe of zeilen) expect(reihe).toMatch(new RegExp(`^[01]{${zeilen.length}}$`));
    for (const ecke of [zeilen[0]?.slice(0, 7), zeilen[0]?.slice(-7), zeilen.at(-1)?.slice(0, 7)])
      expect(ecke).toBe("1111111");
  });
});

const lastschrift = {
  ...person,
  zahlungsart: "lastschrift",
  sepaMandat: { referenz: "M", datum: "2024-03-01" },
} as const;

const mitCode: [string, Partial<BriefDaten>][] = [
  ["Rechnung", {}],
  ["Schlussrechnung mit Nachzahlung", { belegart: "schlussrechnung" }],
  ["Lastschrift ohne Mandat", { empfaenger: { ...lastschrift, sepaMandat: null } }],
];

const ohneCode: [string, Partial<BriefDaten>][] = [
  ["Lastschrift", { empfaenger: lastschrift }],
  ["Barzahlung", { empfaenger: { ...person, zahlungsart: "bar" } }],
  ["Verrechnung", { empfaenger: { ...person, zahlungsart: "verrechnung" } }],
  ["Guthaben", { belegart: "schlussrechnung", zeilen: [zeile(-5000)] }],
  ["Betrag 0", { zeilen: [zeile(0)] }],
  ["Gutschrift", { belegart: "gutschrift" }],
  ["Gebührenrechnung", { belegart: "gebuehrenrechnung" }],
  ["Stornorechnung", { belegart: "stornorechnung" }],
  ["Storno eines Guthabens", { belegart: "stornorechnung", zeilen: [zeile(5000)] }],
  ["Storno der Gutschrift", { belegart: "stornogutschrift" }],
  ["ohne Konto der Firma", { aussteller: { ...aussteller, treuhandkontoIban: null, geschaeftskontoIban: null } }],
];

const hatCode = (daten: BriefDaten) =>
  layoutBrief(daten).some(({ elemente }) => elemente.some(({ art }) => art === "raster"));

describe("ein GiroCode steht, wo der Empfänger überweist, und sonst nirgends", () => {
  test.each(mitCode)("%s", (_, mehr) => {
    const daten = brief(mehr);
    expect(hatCode(daten)).toBe(true);
    expect(zahlungsblock(daten).ueberweisung).toMatchObject({ ...ueberweisung, iban: "DE02120300000000202051" });
  });

  test.each(ohneCode)("nicht: %s", (_, mehr) => {
    expect(hatCode(brief(mehr))).toBe(false);
  });
});
