import { describe, expect, test } from "vitest";
import { planeFaelligkeiten, schlussabrechnungFaellig } from "../../../src/kern/pacht/perioden.ts";
import { konto } from "./muster.ts";

const plan = (mehr: Parameters<typeof konto>[0], bis: string) =>
  planeFaelligkeiten(konto(mehr), bis).map((f) => [f.zeitraumVon, f.zeitraumBis, f.faelligAm, f.art]);

describe("Fälligkeiten planen", () => {
  test("Vierteljahre nachträglich, das erste am Pachtbeginn geschnitten", () => {
    expect(plan({ pachtbeginn: "2025-02-15", zahlungsrhythmus: "vierteljaehrlich" }, "2025-07-01")).toEqual([
      ["2025-02-15", "2025-03-31", "2025-04-01", "regulaer"],
      ["2025-04-01", "2025-06-30", "2025-07-01", "regulaer"],
      ["2025-07-01", "2025-09-30", "2025-10-01", "regulaer"],
    ]);
  });

  test("im Voraus ist ein geschnittener Zeitraum an seinem ersten Tag fällig", () => {
    const vorab = { pachtbeginn: "2025-02-15", zahlungsrhythmus: "halbjaehrlich", istVorauszahlend: true } as const;
    expect(plan(vorab, "2025-09-30")).toEqual([
      ["2025-02-15", "2025-03-31", "2025-02-15", "regulaer"],
      ["2025-04-01", "2025-09-30", "2025-04-01", "regulaer"],
    ]);
  });

  test("ist Vorauszahlung unbekannt, wird nachträglich geplant", () => {
    expect(plan({ istVorauszahlend: null }, "2024-10-01")).toEqual(plan({ istVorauszahlend: false }, "2024-10-01"));
  });

  test("abrechnungAb schneidet wie der Pachtbeginn, außer es liegt früher", () => {
    expect(plan({ abrechnungAb: "2025-06-10" }, "2025-09-30")).toEqual([
      ["2025-06-10", "2025-09-30", "2025-10-01", "regulaer"],
    ]);
    expect(plan({ abrechnungAb: "2020-01-01" }, "2024-10-01")).toEqual(plan({}, "2024-10-01"));
  });

  test.each([true, false])(
    "der Zeitraum, den das Pachtende beendet, gehört der Schlussabrechnung (im Voraus: %s)",
    (istVorauszahlend) => {
      const bisher = { pachtende: "2026-03-31", istVorauszahlend, zahlungsrhythmus: "halbjaehrlich" } as const;
      expect(plan(bisher, "2030-01-01").at(-1)).toEqual([
        "2025-10-01",
        "2026-03-31",
        "2026-04-01",
        "schlussabrechnung",
      ]);
      const mitten = { ...bisher, pachtende: "2026-01-15" };
      expect(plan(mitten, "2030-01-01").at(-1)).toEqual([
        "2025-10-01",
        "2026-01-15",
        "2026-01-16",
        "schlussabrechnung",
      ]);
      expect(plan(mitten, "2030-01-01")).toHaveLength(3);
    },
  );

  test("nur Zeiträume, die bis zum verlangten Tag beginnen", () => {
    expect(plan({}, "2024-09-30")).toEqual([]);
    expect(plan({}, "2025-09-30")).toHaveLength(1);
    expect(plan({}, "2025-10-01")).toHaveLength(2);
  });

  test("ein Konto, das vor seinem ersten Abrechnungstag endete, hat keine", () => {
    expect(plan({ pachtende: "2025-06-30", abrechnungAb: "2025-07-01" }, "2030-01-01")).toEqual([]);
  });
});

describe("wann die Schlussabrechnung fällig ist", () => {
  test.each([
    ["2025-06-30", {}, false],
    ["2025-07-01", {}, true],
    ["2025-07-01", { status: "ausgelaufen" }, true],
    ["2025-07-01", { status: "inaktiv" }, false],
    ["2025-07-01", { schlussabrechnung: "2025-07-01" }, false],
    ["2025-07-01", { pachtende: null }, false],
    ["2025-07-01", { abrechnungAb: "2025-07-01" }, false],
    ["2025-07-01", { abrechnungAb: "2025-06-30" }, true],
  ] as const)("am %s mit %j: %s", (datum, mehr, erwartet) => {
    expect(schlussabrechnungFaellig(konto({ pachtende: "2025-06-30", ...mehr }), datum)).toBe(erwartet);
  });
});
