import { describe, expect, test } from "vitest";
import { herleitungInWorten } from "../../../src/belege/briefe/herleitung.ts";
import { betrag, ibanGruppen, zeitraum } from "../../../src/belege/briefe/satz/format.ts";
import { prozent } from "../../../src/kern/geld/dezimal.ts";
import type { Herleitung, Korrektur, Rhythmus } from "../../../src/kern/pacht/typen.ts";
import { zeile } from "../../hilfe/musterbrief.ts";

const in1200 = (mehr: Partial<Herleitung>): Herleitung => ({ ...zeile(120_000).herleitung, ...mehr });

test.each<[string, Partial<Herleitung>, Rhythmus | null]>([
  ["1.200,00 € jährlich", {}, "jaehrlich"],
  [
    "100,00 € monatlich, 1.200,00 € je Abrechnungszeitraum",
    { betragCent: 10_000, intervall: "monatlich", vollbetrag: "120000" },
    "jaehrlich",
  ],
  ["1.200,00 € jährlich, unabhängig von der Dauer", { methode: "nicht_anteilig" }, "jaehrlich"],
  ["1.200,00 € jährlich, 6 von 12 Monaten", { methode: "monatsgenau", bruchteil: "1/2" }, "jaehrlich"],
  [
    "1.200,00 € jährlich, 7 Monate und 14 Tage von 12 Monaten",
    { methode: "monatsgenau", bruchteil: "5/8", segmentVon: "2025-02-15", segmentBis: "2025-09-30" },
    "jaehrlich",
  ],
  [
    "1.200,00 € jährlich, 8 Monate und 15 Tage von 12 Monaten",
    { methode: "monatsgenau", bruchteil: "17/24", segmentVon: "2023-06-16", segmentBis: "2024-02-29" },
    "jaehrlich",
  ],
  [
    "1.200,00 € jährlich, 2 Monate und 16 Tage von 12 Monaten",
    { methode: "monatsgenau", bruchteil: "19/90", segmentVon: "2026-10-01", segmentBis: "2026-12-16" },
    "jaehrlich",
  ],
  [
    "1.200,00 € jährlich, rund 2,53 von 12 Monaten",
    { methode: "monatsgenau", bruchteil: "19/90", segmentVon: "2026-10-17", segmentBis: "2026-12-30" },
    "jaehrlich",
  ],
  [
    "1.200,00 € jährlich, 15 Tage von 1 Monat",
    { methode: "monatsgenau", bruchteil: "1/2", segmentVon: "2026-06-16", segmentBis: "2026-06-30" },
    "monatlich",
  ],
  [
    "1.200,00 € jährlich, 1 Tag von 1 Monat",
    { methode: "monatsgenau", bruchteil: "1/31", segmentVon: "2026-07-01", segmentBis: "2026-07-01" },
    "monatlich",
  ],
  ["1.200,00 € jährlich, anteilig 5/8", { methode: "monatsgenau", bruchteil: "5/8" }, null],
  [
    "1.200,00 € jährlich, 228 von 365 Tagen",
    { methode: "tagesgenau", bruchteil: "228/365", segmentVon: "2025-02-15", segmentBis: "2025-09-30" },
    "jaehrlich",
  ],
  [
    "1.200,00 € jährlich, 182 von 364 Tagen",
    { methode: "tagesgenau", bruchteil: "1/2", segmentVon: "2025-01-01", segmentBis: "2025-07-01" },
    "jaehrlich",
  ],
  [
    "1.200,00 € jährlich, 226 von 360 Tagen (jeder Monat zu 30 Tagen)",
    { methode: "dreissig360", bruchteil: "113/180" },
    "jaehrlich",
  ],
  [
    "1.200,00 € jährlich, nach Anpassung, Anteil 1/3 von 600,00 €",
    { hebungIds: [1], anteil: "1/3", segmentCent: 60_000 },
    "jaehrlich",
  ],
  ["1.200,00 € einmalig", { methode: "einmalig", intervall: "einmalig" }, "jaehrlich"],
  ["5 % von 6.480,00 € netto", { methode: "gebuehr", betragCent: 648_000, bruchteil: "1/20" }, "jaehrlich"],
  ["3,5 % von 6.480,00 € netto", { methode: "gebuehr", betragCent: 648_000, bruchteil: "7/200" }, "jaehrlich"],
])("%s", (erwartet, mehr, rhythmus) => {
  expect(herleitungInWorten(in1200(mehr), rhythmus)).toBe(erwartet);
});

describe("eine Korrektur der Schlussabrechnung", () => {
  const { korrektur: _, ...segment } = in1200({
    methode: "monatsgenau",
    bruchteil: "5/8",
    segmentVon: "2025-10-01",
    segmentBis: "2026-05-15",
  });
  const korrektur: Korrektur = {
    faelligkeitId: 1,
    belegId: 12,
    belegnummer: "RE-2026-000012",
    gebuchtCent: 120_000,
    richtigCent: 75_000,
    segmente: [{ ...segment, nettoCent: 75_000 }],
  };
  const worte = (mehr: Partial<Korrektur>, anVerpaechter = false) =>
    herleitungInWorten(
      in1200({ methode: "korrektur", korrektur: { ...korrektur, ...mehr } }),
      "monatlich",
      anVerpaechter,
    );

  test("nennt den Beleg, das Berechnete und das Richtige im Rhythmus der Buchung", () => {
    expect(worte({})).toBe(
      "bereits berechnet mit RE-2026-000012: 1.200,00 €, richtig 750,00 € für 01.10.2025–15.05.2026 " +
        "(1.200,00 € jährlich, 7 Monate und 15 Tage von 12 Monaten)",
    );
  });

  test("von der nichts bleibt, von mehreren Teilen, oder ohne früheren Beleg", () => {
    expect(worte({ richtigCent: 0, segmente: [], belegnummer: "GS-2026-000003" }, true)).toBe(
      "bereits abgerechnet mit GS-2026-000003: 1.200,00 €, richtig 0,00 €",
    );
    const teil = (nettoCent: number, segmentVon: string, segmentBis: string) => ({
      ...in1200({ segmentVon, segmentBis }),
      nettoCent,
    });
    const segmente = [teil(1, "2026-01-01", "2026-01-31"), teil(2, "2026-02-01", "2026-02-28")];
    expect(worte({ belegId: null, belegnummer: null, gebuchtCent: 0, richtigCent: 3, segmente })).toBe(
      "bisher nicht berechnet, richtig 0,03 € = 0,01 € für 01.01.–31.01.2026 (1.200,00 € jährlich) " +
        "+ 0,02 € für 01.02.–28.02.2026 (1.200,00 € jährlich)",
    );
  });
});

test("Beträge, Sätze, Zeiträume und IBAN in deutscher Schreibweise", () => {
  expect([0, 5, -5, 123, 100_000, -123_456_789].map(betrag)).toEqual([
    "0,00",
    "0,05",
    "−0,05",
    "1,23",
    "1.000,00",
    "−1.234.567,89",
  ]);
  expect([1900, 700, 550, 1025, 5].map(prozent)).toEqual(["19 %", "7 %", "5,5 %", "10,25 %", "0,05 %"]);
  expect(zeitraum("2026-10-01", "2026-12-31")).toBe("01.10.–31.12.2026");
  expect(zeitraum("2026-10-01", "2027-09-30")).toBe("01.10.2026–30.09.2027");
  expect(zeitraum("2026-10-01", "2026-10-01")).toBe("01.10.2026");
  expect(ibanGruppen("DE02120300000000202051")).toBe("DE02 1203 0000 0000 2020 51");
});
