import { describe, expect, test } from "vitest";
import type { Berechnungsart } from "../../../../src/kern/pacht/typen.ts";
import { Buch, kurz } from "../buch.ts";
import { position } from "../muster.ts";

/** Net of the first quarter (300.00) of a lease that begins inside it. */
const erstesQuartal = (berechnungsart: Berechnungsart, pachtbeginn: string): number | undefined => {
  const buch = new Buch({ berechnungsart, pachtbeginn, zahlungsrhythmus: "vierteljaehrlich" });
  return kurz(buch.buche("2026-01-01"))[0]?.[2];
};

describe("Beginn in einem Vierteljahr zu 300,00", () => {
  test.each([
    // 21 of 30 days of April, May, June
    ["monatsgenau", "2025-04-10", 27_000],
    // 82 of 91 days: 270.3297
    ["tagesgenau", "2025-04-10", 27_033],
    // 81 of 90
    ["dreissig360", "2025-04-10", 27_000],
    // 1 of 31 days of May, and June: 103.2258
    ["monatsgenau", "2025-05-31", 10_323],
    // 31 of 91: 102.1978
    ["tagesgenau", "2025-05-31", 10_220],
    // the 31st counts nothing
    ["dreissig360", "2025-05-31", 10_000],
    // 1 of 29 days of February, and March: 103.4483
    ["monatsgenau", "2024-02-29", 10_345],
    // 32 of the 91 days of a leap quarter: 105.4945
    ["tagesgenau", "2024-02-29", 10_549],
    // the last of February counts 2 in a leap year: 32 of 90
    ["dreissig360", "2024-02-29", 10_667],
    // and 3 in another: 33 of 90
    ["dreissig360", "2025-02-28", 11_000],
  ] as const)("%s ab %s: %i", (berechnungsart, pachtbeginn, erwartet) => {
    expect(erstesQuartal(berechnungsart, pachtbeginn)).toBe(erwartet);
  });
});

test("ein ganzes Vierteljahr kostet 300,00, wie viele Tage es auch hat", () => {
  for (const berechnungsart of ["monatsgenau", "tagesgenau", "dreissig360"] as const)
    expect(erstesQuartal(berechnungsart, "2025-01-01")).toBe(30_000);
});

test("nicht anteilig: am letzten Tag begonnen, das ganze Vierteljahr", () => {
  const buch = new Buch({
    pachtbeginn: "2025-06-30",
    zahlungsrhythmus: "vierteljaehrlich",
    positionen: [position({ anteilig: false })],
  });
  expect(kurz(buch.buche("2025-07-01"))).toEqual([["RE-1", 1, 30_000, 30_000]]);
});

test("einmalig: einmal, ganz, auch wenn das Konto in diesem Monat beginnt und die Fassung an diesem Tag endet", () => {
  const einmalig = position({ intervall: "einmalig", betragCent: 4999, gueltigVon: "2025-04-20", gueltigBis: null });
  const buch = new Buch({ pachtbeginn: "2025-04-10", zahlungsrhythmus: "monatlich", positionen: [einmalig] });
  expect(kurz(buch.buche("2025-09-01"))).toEqual([["RE-1", 1, 4999, 4999]]);
});

test("die Herleitung unterscheidet den ganzen Zeitraum von dem, was nicht anteilig ist", () => {
  const methoden = (mehr: Parameters<typeof position>[0], pachtbeginn = "2025-07-01") =>
    new Buch({ pachtbeginn, zahlungsrhythmus: "vierteljaehrlich", positionen: [position(mehr)] })
      .buche("2025-10-01")
      .flatMap(({ belege }) => belege.flatMap(({ zeilen }) => zeilen))
      .map((z) => [z.herleitung.methode, z.zeitraumVon, z.zeitraumBis, z.nettoCent]);
  expect(methoden({})).toEqual([["voll", "2025-07-01", "2025-09-30", 30_000]]);
  expect(methoden({ anteilig: false })).toEqual([["nicht_anteilig", "2025-07-01", "2025-09-30", 30_000]]);
  // Valid for six weeks: billed whole, and for those weeks.
  expect(methoden({ anteilig: false, gueltigBis: "2025-08-11" })).toEqual([
    ["nicht_anteilig", "2025-07-01", "2025-08-11", 30_000],
  ]);
  expect(methoden({ anteilig: false }, "2025-09-01")).toEqual([["nicht_anteilig", "2025-09-01", "2025-09-30", 30_000]]);
});
