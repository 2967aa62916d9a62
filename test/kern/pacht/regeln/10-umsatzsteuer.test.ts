import { describe, expect, test } from "vitest";
import type { KontoEingabe, PositionVersion, UmsatzsteuerStatus } from "../../../../src/kern/pacht/typen.ts";
import { Buch } from "../buch.ts";
import { gruende, konto, paechter, position, verpaechter } from "../muster.ts";

const belege = (mehr: Partial<KontoEingabe>) => {
  const buch = new Buch(mehr);
  buch.buche("2025-10-01");
  return buch.archiv;
};

test("Pacht steuerfrei, Scheune 19 %, Wasser 7 %: drei Gruppen, der höchste Satz zuerst", () => {
  const positionen = [
    position(),
    position({ id: 2, betragCent: 33_333, steuersatzBp: 1900 }),
    position({ id: 3, betragCent: 5050, steuersatzBp: 700 }),
  ];
  const [rechnung] = belege({ positionen });
  expect(rechnung?.steuergruppen).toEqual([
    // 63.3327
    { steuersatzBp: 1900, steuerbefreiungGrund: null, nettoCent: 33_333, steuerCent: 6333 },
    // 3.535
    { steuersatzBp: 700, steuerbefreiungGrund: null, nettoCent: 5050, steuerCent: 354 },
    { steuersatzBp: 0, steuerbefreiungGrund: "§ 4 Nr. 12 UStG", nettoCent: 120_000, steuerCent: 0 },
  ]);
  expect(rechnung).toMatchObject({ nettoCent: 158_383, steuerCent: 6687, bruttoCent: 165_070 });
});

test("gerundet auf die Summe eines Satzes, nicht je Zeile: 3 x 0,03 zu 19 % sind 0,02", () => {
  const positionen = [1, 2, 3].map((id) => position({ id, betragCent: 3, steuersatzBp: 1900 }));
  expect(belege({ positionen })[0]).toMatchObject({ nettoCent: 9, steuerCent: 2, bruttoCent: 11 });
});

test("ein Nachlass zum selben Satz mindert dessen Grundlage", () => {
  const positionen = [
    position({ betragCent: 100_000, steuersatzBp: 1900 }),
    position({ id: 2, betragCent: -10_000, steuersatzBp: 1900 }),
  ];
  expect(belege({ positionen })[0]).toMatchObject({ nettoCent: 90_000, steuerCent: 17_100, bruttoCent: 107_100 });
});

test.each<[UmsatzsteuerStatus | null, number, string | null]>([
  ["regelbesteuert", 22_800, null],
  ["kleinunternehmer", 0, "steuerfrei nach § 19 Abs. 1 UStG (Kleinunternehmer)"],
  ["nicht_steuerbar", 0, "nicht steuerbar"],
])(
  "1.200,00 zu 19 % für einen Verpächter (%s): der Pächter zahlt 228,00, der Verpächter bekommt %i Cent",
  (status, steuerCent, grund) => {
    const beteiligte = [paechter(1), verpaechter(2, { umsatzsteuerStatus: status })];
    const [rechnung, gutschrift] = belege({
      beteiligte,
      positionen: [position({ weiterleitung: true, steuersatzBp: 1900 })],
    });
    expect(rechnung?.steuerCent).toBe(22_800);
    expect(gutschrift).toMatchObject({ steuerCent, steuergruppen: [{ steuerbefreiungGrund: grund }] });
  },
);

test("ein Pauschallandwirt (§ 24 UStG): steuerfreie Pacht wird abgerechnet, eine mit Satz nicht", () => {
  const beteiligte = [paechter(1), verpaechter(2, { umsatzsteuerStatus: "pauschaliert" })];
  const mit = (steuersatzBp: number) =>
    konto({ beteiligte, positionen: [position({ weiterleitung: true, steuersatzBp })] });
  expect(gruende(mit(0))).toEqual([]);
  expect(gruende(mit(1900))).toEqual(["steuerstatus_verpaechter"]);
});

describe("ein Verpächter mit Umsatzsteuer ist Verkäufer seiner Gutschrift und braucht dafür eine Steuernummer", () => {
  const ohne = (umsatzsteuerStatus: UmsatzsteuerStatus | null, mehr: Partial<PositionVersion> = {}) =>
    gruende(
      konto({
        beteiligte: [paechter(1), verpaechter(2, { umsatzsteuerStatus, hatSteuernummer: false })],
        positionen: [position({ weiterleitung: true, steuersatzBp: 1900, ...mehr })],
      }),
    );

  test("womit seine Zeilen auch besteuert sind", () => {
    expect(ohne("regelbesteuert")).toEqual(["steuernummer_verpaechter"]);
    expect(ohne("regelbesteuert", { steuersatzBp: 0 })).toEqual(["steuernummer_verpaechter"]);
  });

  test("nicht, wo er keinen Beleg bekommt", () => {
    expect(ohne("regelbesteuert", { betragCent: 0 })).toEqual([]);
    expect(ohne("regelbesteuert", { weiterleitung: false })).toEqual([]);
  });

  test("auch ein Kleinunternehmer für das, was nach der Position steuerpflichtig wäre (§ 34a UStDV)", () => {
    expect(ohne("kleinunternehmer")).toEqual(["steuernummer_verpaechter"]);
  });

  test.each([
    ["kleinunternehmer", 0],
    ["nicht_steuerbar", 0],
    ["nicht_steuerbar", 1900],
    [null, 0],
  ] as const)(
    "ein Verpächter %s mit einer Position zu %i bekommt eine Abrechnung, die keine braucht",
    (status, satz) => {
      expect(ohne(status, { steuersatzBp: satz })).toEqual([]);
    },
  );

  test("bei der Berichtigung dessen, was er mit Umsatzsteuer hatte, auch wenn er jetzt Kleinunternehmer ist", () => {
    const buch = new Buch({
      zahlungsrhythmus: "vierteljaehrlich",
      beteiligte: [paechter(1), verpaechter(2, { umsatzsteuerStatus: "regelbesteuert" })],
      positionen: [position({ weiterleitung: true, steuersatzBp: 1900 })],
    });
    buch.buche("2025-07-01");
    const heute = (hatSteuernummer: boolean) => [
      paechter(1),
      verpaechter(2, { umsatzsteuerStatus: "kleinunternehmer", hatSteuernummer }),
    ];
    buch.aendere({ pachtende: "2025-05-31", beteiligte: heute(false) });
    expect(gruende(buch.eingabe("2025-07-02"), "2025-07-02")).toEqual(["steuernummer_verpaechter"]);
    buch.aendere({ beteiligte: heute(true) });
    expect(gruende(buch.eingabe("2025-07-02"), "2025-07-02")).toEqual([]);
  });
});

describe("der Grund steht an der Zeile", () => {
  const grund = (status: UmsatzsteuerStatus | null) => {
    const beteiligte = [paechter(1), verpaechter(2, { umsatzsteuerStatus: status })];
    const [, gutschrift] = belege({ beteiligte, positionen: [position({ weiterleitung: true })] });
    return gutschrift?.zeilen.map((zeile) => zeile.steuerbefreiungGrund);
  };

  test.each([["kleinunternehmer"], ["nicht_steuerbar"], ["pauschaliert"], ["regelbesteuert"], [null]] as const)(
    "eine von der Steuer befreite Pacht bleibt nach § 4 Nr. 12 befreit, Status %s",
    (status) => {
      expect(grund(status)).toEqual(["§ 4 Nr. 12 UStG"]);
    },
  );

  test("eine steuerpflichtige Zeile ohne erfassten Status ist nicht abrechenbar", () => {
    const beteiligte = [paechter(1), verpaechter(2, { umsatzsteuerStatus: null })];
    const steuerpflichtig = position({ weiterleitung: true, steuersatzBp: 1900 });
    expect(gruende(konto({ beteiligte, positionen: [steuerpflichtig] }))).toEqual(["steuerstatus_verpaechter"]);
  });
});
