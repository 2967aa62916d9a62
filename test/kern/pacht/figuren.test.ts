import { describe, expect, test } from "vitest";
import { gruppiereSteuer } from "../../../src/kern/pacht/steuer.ts";
import { anteil, hebung, jeKontakt, konto, netto, paechter, position } from "./muster.ts";

describe("1.200,00 im Jahr, Pachtjahr vom 1. Oktober an", () => {
  test.each([
    ["monatsgenau", 75_000],
    ["tagesgenau", 74_959],
    ["dreissig360", 75_333],
  ] as const)("15.02.2025 bis 30.09.2025 %s", (berechnungsart, erwartet) => {
    expect(netto(konto({ berechnungsart, pachtbeginn: "2025-02-15" }, "2025-02-15"))).toEqual([erwartet]);
  });

  test("15.02.2024 bis 30.09.2024 tagesgenau im Schaltjahr", () => {
    const eingabe = konto({ berechnungsart: "tagesgenau", pachtbeginn: "2024-02-15" }, "2024-02-15");
    expect(netto(eingabe)).toEqual([75_082]);
  });

  test.each([
    ["monatsgenau", [60_000, 66_000]],
    ["tagesgenau", [59_835, 66_181]],
  ] as const)("+10 %% ab 01.04.2025 %s", (berechnungsart, erwartet) => {
    expect(netto(konto({ berechnungsart, hebungen: [hebung()] }))).toEqual(erwartet);
  });

  test("100,00 im Monat, jährlich abgerechnet", () => {
    expect(netto(konto({ positionen: [position({ betragCent: 10_000, intervall: "monatlich" })] }))).toEqual([120_000]);
  });

  test("1.000,00 im Jahr, monatlich abgerechnet: 83,33, 83,34, 83,33, ...", () => {
    const eingabe = konto(
      { zahlungsrhythmus: "monatlich", positionen: [position({ betragCent: 100_000 })] },
      "2025-09-01",
    );
    expect(netto(eingabe)).toEqual([8333, 8334, 8333, 8333, 8334, 8333, 8333, 8334, 8333, 8333, 8334, 8333]);
  });
});

test("Index 105,1 auf 119,3 bei 4.138,35", () => {
  const index = hebung({ art: "index", wertBp: null, indexBasis: "105.1", indexNeu: "119.3", wirksamAb: "2024-10-01" });
  expect(netto(konto({ positionen: [position({ betragCent: 413_835 })], hebungen: [index] }))).toEqual([469_748]);
});

describe("nach Anteilen geteilt", () => {
  test.each([
    {
      betragCent: 10_000,
      anteile: [
        [1, 6],
        [1, 6],
        [1, 6],
        [1, 6],
        [1, 6],
        [1, 6],
      ],
      erwartet: [1667, 1667, 1667, 1667, 1666, 1666],
    },
    {
      betragCent: 123_457,
      anteile: [
        [1, 4],
        [1, 8],
        [1, 8],
        [1, 2],
      ],
      erwartet: [30_864, 15_432, 15_432, 61_729],
    },
    {
      betragCent: 10_001,
      anteile: [
        [1, 6],
        [2, 6],
        [3, 6],
      ],
      erwartet: [1667, 3334, 5000],
    },
  ])("$betragCent", ({ betragCent, anteile, erwartet }) => {
    const beteiligte = anteile.map(([zaehler, nenner], i) => paechter(i + 1, anteil(zaehler ?? 0, nenner ?? 0)));
    const eingabe = konto({ positionen: [position({ betragCent })], beteiligte });
    expect(jeKontakt(eingabe)).toEqual(erwartet.map((cent, i) => [i + 1, cent]));
  });
});

describe("19 % Umsatzsteuer einmal je Beleg", () => {
  test.each([
    [3, 3333, 1900],
    [5, 1013, 962],
  ])("%i Zeilen zu %i Cent", (anzahl, nettoCent, steuerCent) => {
    const zeile = { nettoCent, steuersatzBp: 1900, steuerbefreiungGrund: null };
    expect(gruppiereSteuer(Array.from({ length: anzahl }, () => zeile))).toEqual([
      { ...zeile, nettoCent: anzahl * nettoCent, steuerCent },
    ]);
  });
});

test("Steuergruppen: eine je Satz und Grund, der höchste Satz zuerst", () => {
  const zeile = (nettoCent: number, steuersatzBp: number, steuerbefreiungGrund: string | null) => ({
    nettoCent,
    steuersatzBp,
    steuerbefreiungGrund,
  });
  const zeilen = [zeile(1, 0, "b"), zeile(50, 700, null), zeile(2, 0, "a"), zeile(-7, 1900, null), zeile(4, 0, "b")];
  expect(
    gruppiereSteuer(zeilen).map((g) => [g.steuersatzBp, g.steuerbefreiungGrund, g.nettoCent, g.steuerCent]),
  ).toEqual([
    [1900, null, -7, -1],
    [700, null, 50, 4],
    [0, "a", 2, 0],
    [0, "b", 5, 0],
  ]);
});
