import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hebungenOhnePosition, wendeHebungenAn } from "../../../../src/kern/pacht/hebung/hebung.ts";
import type { AktiveHebung, PositionVersion } from "../../../../src/kern/pacht/typen.ts";
import { hebung, konto, netto, position } from "../muster.ts";

const versionen = (positionen: PositionVersion[], ...hebungen: AktiveHebung[]) =>
  wendeHebungenAn(positionen, hebungen).versionen.map((v) => [
    v.ursprungId,
    v.gueltigVon,
    v.gueltigBis,
    v.betragCent,
    v.hebungIds.join(),
  ]);
const aufJahr = (art: "betrag" | "neuer_betrag", betragCent: number, mehr: Partial<AktiveHebung> = {}) =>
  hebung({ art, wertBp: null, betragCent, ...mehr });

describe("Hebungen anwenden", () => {
  test("schneidet die Fassung, die an wirksamAb gilt", () => {
    expect(versionen([position()], hebung())).toEqual([
      [1, null, "2025-03-31", 120_000, ""],
      [1, "2025-04-01", null, 132_000, "1"],
    ]);
  });

  test("eine Fassung, die an wirksamAb beginnt, ändert sich ganz; an ihrem letzten Tag wird sie geschnitten, einen Tag später nicht", () => {
    const beginnt = position({ gueltigVon: "2025-04-01" });
    expect(versionen([beginnt], hebung())).toEqual([[1, "2025-04-01", null, 132_000, "1"]]);
    const endet = position({ gueltigBis: "2025-04-01" });
    expect(versionen([endet], hebung())).toEqual([
      [1, null, "2025-03-31", 120_000, ""],
      [1, "2025-04-01", "2025-04-01", 132_000, "1"],
    ]);
    expect(versionen([position({ gueltigBis: "2025-03-31" })], hebung())).toEqual([
      [1, null, "2025-03-31", 120_000, ""],
    ]);
  });

  test("spätere Fassungen bleiben, wie eingegeben", () => {
    const spaeter = position({ id: 2, ursprungId: 1, gueltigVon: "2026-01-01", betragCent: 150_000 });
    expect(versionen([position({ gueltigBis: "2025-12-31" }), spaeter], hebung())).toEqual([
      [1, null, "2025-03-31", 120_000, ""],
      [1, "2025-04-01", "2025-12-31", 132_000, "1"],
      [1, "2026-01-01", null, 150_000, ""],
    ]);
  });

  test("mehrere wirken in der Folge von wirksamAb, dann id", () => {
    const a = hebung({ id: 1, wirksamAb: "2025-07-01" });
    const b = hebung({ id: 10, wertBp: 5000 });
    const c = hebung({ id: 9, art: "index", indexBasis: "3.0", indexNeu: "2.0" });
    const erwartet = [
      [1, null, "2025-03-31", 101, ""],
      [1, "2025-04-01", "2025-06-30", 101, "9,10"],
      [1, "2025-07-01", null, 111, "9,10,1"],
    ];
    // 101 x 2/3 = 67, x 1.5 = 101 (100.5); in the other order 152 and 101
    expect(versionen([position({ betragCent: 101 })], a, b, c)).toEqual(erwartet);
    expect(versionen([position({ betragCent: 101 })], c, b, a)).toEqual(erwartet);
  });

  test("trifft die erhöhbaren oder die genannten Positionen, nie eine einmalige", () => {
    const positionen = [
      position(),
      position({ id: 2, erhoehbar: false }),
      position({ id: 3, intervall: "einmalig", gueltigVon: "2025-04-01" }),
    ];
    const geaendert = (positionIds: number[] | null) =>
      wendeHebungenAn(positionen, [hebung({ positionIds })]).aenderungen.map((a) => a.ursprungId);
    expect(geaendert(null)).toEqual([1]);
    expect(geaendert([2, 3])).toEqual([2]);
  });

  test("nennt für den Abschluss alte und neue Beträge", () => {
    expect(wendeHebungenAn([position({ id: 5, ursprungId: 2 })], [hebung()]).aenderungen).toEqual([
      {
        hebungId: 1,
        ursprungId: 2,
        positionId: 5,
        altCent: 120_000,
        neuCent: 132_000,
        gueltigVon: "2025-04-01",
        gueltigBis: null,
      },
    ]);
  });

  test("Prozente runden kaufmännisch, auch abwärts und bei einem Nachlass", () => {
    const neu = (betragCent: number, wertBp: number) =>
      wendeHebungenAn([position({ betragCent })], [hebung({ wertBp })]).aenderungen[0]?.neuCent;
    expect(neu(5, 1000)).toBe(6);
    expect(neu(-5, 1000)).toBe(-6);
    expect(neu(1000, -250)).toBe(975);
  });

  test("ein Betrag teilt sich nach den alten Jahresbeträgen und geht auf jedes Intervall zurück", () => {
    const positionen = [
      position({ id: 11, betragCent: 10_000, intervall: "monatlich" }),
      position({ id: 2, betragCent: 30_000, intervall: "vierteljaehrlich" }),
      position({ id: 3, betragCent: 120_000 }),
    ];
    // 3,600.00 + 100.00 = 3,700.00: 1,233.34 for id 2, 1,233.33 for 3 and 11
    const { aenderungen } = wendeHebungenAn(positionen, [aufJahr("betrag", 10_000)]);
    expect(aenderungen.map((a) => [a.ursprungId, a.neuCent])).toEqual([
      [2, 30_834],
      [3, 123_333],
      [11, 10_278],
    ]);
  });

  test("ein neuer Betrag mit einem Nachlass unter den Positionen", () => {
    const positionen = [position({ betragCent: 120_000 }), position({ id: 2, betragCent: -20_000 })];
    const { aenderungen } = wendeHebungenAn(positionen, [aufJahr("neuer_betrag", 110_000)]);
    expect(aenderungen.map((a) => a.neuCent)).toEqual([132_000, -22_000]);
  });

  test.each([
    ["eine Summe von 0 erhöht", aufJahr("betrag", 100), 0],
    ["eine negative Summe erhöht", aufJahr("neuer_betrag", 100), -100],
    ["unter 0 gesenkt", aufJahr("betrag", -120_001), 120_000],
    ["eine neue Summe unter 0", aufJahr("neuer_betrag", -1), 120_000],
    ["ein Ausgangsindex von 0", hebung({ art: "index", indexBasis: "0.0", indexNeu: "1.0" })],
  ] as const)("ohne Grundlage: %s", (_, h, betragCent = 120_000) => {
    const positionen = [position({ betragCent, gueltigVon: "2024-01-01" })];
    const ergebnis = wendeHebungenAn(positionen, [h]);
    expect(ergebnis.ohneBasis).toEqual([{ hebungId: 1, gueltigVon: h.wirksamAb, gueltigBis: null, grund: "summe" }]);
    expect(ergebnis.versionen).toEqual(positionen.map((version) => ({ ...version, hebungIds: [] })));
  });

  test.each([
    ["Prozente", [120_000_000_000], hebung({ wertBp: 100_000 })],
    ["ein Index", [120_000_000_000], hebung({ art: "index", indexBasis: "1.0", indexNeu: "1000.0" })],
    ["ein neuer Betrag, geteilt nach fast aufgehobenen", [100_000, -99_999], aufJahr("neuer_betrag", 1e12)],
    ["so groß, dass keine Zahl ihn fasst", [1e12, 1 - 1e12], aufJahr("betrag", 1e12)],
  ] as const)("kein Betrag wird größer als 10 Milliarden Euro, auch nicht in einer Kette: %s", (_, betraege, h) => {
    const positionen = betraege.map((betragCent, i) => position({ id: i + 1, betragCent }));
    const spaeter = { ...h, id: 2, wirksamAb: "2025-05-01" };
    const ergebnis = wendeHebungenAn(positionen, [h, spaeter]);
    expect(ergebnis.ohneBasis.map(({ hebungId, grund }) => [hebungId, grund])).toEqual([
      [1, "zu_gross"],
      [2, "zu_gross"],
    ]);
    expect(ergebnis.aenderungen).toEqual([]);
  });

  test.each([
    ["vor ihrem Beginn", hebung({ wirksamAb: "2023-12-31" })],
    ["nach ihrem Ende", hebung({ wirksamAb: "2026-01-01" })],
    ["eine genannte, die es nicht gibt", hebung({ positionIds: [9] })],
    ["ein Betrag mehr", aufJahr("betrag", 100, { wirksamAb: "2026-01-01" })],
  ] as const)("erreicht sie keine Position, ändert sie nichts: %s", (_, h) => {
    const positionen = [position({ gueltigVon: "2024-01-01", gueltigBis: "2025-12-31" })];
    expect(wendeHebungenAn(positionen, [h])).toEqual({
      versionen: positionen.map((version) => ({ ...version, hebungIds: [] })),
      aenderungen: [],
      ohneBasis: [],
    });
    expect(hebungenOhnePosition(positionen, [h, hebung({ id: 2 })])).toEqual([h]);
  });

  test("auf genau 0 gesenkt", () => {
    expect(versionen([position({ gueltigVon: "2025-04-01" })], aufJahr("betrag", -120_000))).toEqual([
      [1, "2025-04-01", null, 0, "1"],
    ]);
  });

  test("nach einem Betrag ist die Jahressumme die alte und der Betrag, solange alle jährlich sind", () => {
    const betraege = fc.array(fc.integer({ min: -500_000, max: 1_000_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(betraege, fc.integer({ min: -100_000, max: 500_000 }), (liste, mehr) => {
        const alt = liste.reduce((a, b) => a + b, 0);
        const positionen = liste.map((betragCent, i) => position({ id: i + 1, betragCent }));
        const { aenderungen, ohneBasis } = wendeHebungenAn(positionen, [aufJahr("betrag", mehr)]);
        if (alt <= 0 || alt + mehr < 0) expect(ohneBasis).toHaveLength(1);
        else expect(aenderungen.reduce((summe, a) => summe + a.neuCent, 0)).toBe(alt + mehr);
      }),
    );
  });

  test("eine Hebung wirkt in der Abrechnung und steht in der Zeile", () => {
    const eingabe = konto({ hebungen: [hebung({ id: 4 })], zahlungsrhythmus: "vierteljaehrlich" }, "2025-09-01");
    expect(netto(eingabe)).toEqual([30_000, 30_000, 33_000, 33_000]);
  });
});
