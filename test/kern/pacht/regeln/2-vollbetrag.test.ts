import { expect, test } from "vitest";
import { Buch, zeilen } from "../buch.ts";
import { position } from "../muster.ts";

const betraege = (buch: Buch, datum: string) => zeilen(buch.buche(datum)).map(([, , , , , netto]) => netto);

test.each([
  ["monatlich", 10_000],
  ["vierteljaehrlich", 30_000],
  ["halbjaehrlich", 60_000],
  ["jaehrlich", 120_000],
] as const)("100,00 im Monat, %s abgerechnet: %i Cent je Zeitraum", (zahlungsrhythmus, erwartet) => {
  const positionen = [position({ betragCent: 10_000, intervall: "monatlich" })];
  expect(betraege(new Buch({ zahlungsrhythmus, positionen }), "2025-10-01")[0]).toBe(erwartet);
});

test("1.000,01 im Jahr in Vierteljahren: der einzelne Cent fällt auf das zweite", () => {
  // 250.0025, 500.005, 750.0075, 1,000.01 rounded: 250.00, 500.01, 750.01, 1,000.01
  const buch = new Buch({ zahlungsrhythmus: "vierteljaehrlich", positionen: [position({ betragCent: 100_001 })] });
  expect(betraege(buch, "2025-10-01")).toEqual([25_000, 25_001, 25_000, 25_000]);
});

test("Beginn im dritten Monat: die Rate ist die dritte des Pachtjahres, nicht die erste", () => {
  const positionen = [position({ betragCent: 100_000 })];
  const buch = new Buch({ zahlungsrhythmus: "monatlich", pachtbeginn: "2024-12-01", positionen });
  expect(betraege(buch, "2025-04-01")).toEqual([8333, 8333, 8334, 8333]);
});

test("ein Nachlass von 1.000,00 im Jahr ist in Monaten das Spiegelbild der Pacht", () => {
  const buch = new Buch({ zahlungsrhythmus: "monatlich", positionen: [position({ betragCent: -100_000 })] });
  expect(betraege(buch, "2025-10-01")).toEqual(
    [8333, 8334, 8333, 8333, 8334, 8333, 8333, 8334, 8333, 8333, 8334, 8333].map((cent) => -cent),
  );
});

test("tagesgenau: der Februar kostet so viel wie der März", () => {
  const buch = new Buch({
    zahlungsrhythmus: "monatlich",
    berechnungsart: "tagesgenau",
    pachtbeginn: "2025-02-01",
    positionen: [position({ betragCent: 10_000, intervall: "monatlich" })],
  });
  expect(betraege(buch, "2025-04-01")).toEqual([10_000, 10_000]);
});
