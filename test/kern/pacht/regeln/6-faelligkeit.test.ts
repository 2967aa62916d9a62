import { expect, test } from "vitest";
import { Buch, zeilen } from "../buch.ts";
import { gruende, konto } from "../muster.ts";

const quartale = { zahlungsrhythmus: "vierteljaehrlich", pachtbeginn: "2024-11-15" } as const;

test("im Voraus: fällig am ersten Tag, wie geschnitten, keinen früher", () => {
  const buch = new Buch({ ...quartale, istVorauszahlend: true });
  expect(buch.buche("2024-11-14")).toEqual([]);
  // 16 of 30 days of November, and December
  expect(zeilen(buch.buche("2024-11-15"))).toEqual([["RE-1", 1, "Pacht", "2024-11-15", "2024-12-31", 15_333]]);
  expect(buch.buche("2024-12-31")).toEqual([]);
  expect(buch.buche("2025-01-01")).toMatchObject([{ faelligkeit: { faelligAm: "2025-01-01" } }]);
});

test("nachträglich: fällig am Tag nach dem letzten", () => {
  const buch = new Buch(quartale);
  expect(buch.buche("2024-12-31")).toEqual([]);
  expect(buch.buche("2025-01-01")).toMatchObject([{ faelligkeit: { zeitraumBis: "2024-12-31" } }]);
});

test("unbekannt: nicht abgerechnet und aufgeführt, von dem Tag an, an dem es nachträglich fällig wäre", () => {
  expect(gruende(konto({ istVorauszahlend: null, faelligkeiten: [] }), "2025-10-01")).toEqual([]);
  expect(gruende(konto({ istVorauszahlend: null }), "2025-10-01")).toEqual(["vorauszahlung_unbekannt"]);
});

test("ausgelassene Zeiträume kommen mit der nächsten Buchung, der älteste zuerst, jeder auf eigenem Beleg", () => {
  const buch = new Buch(quartale);
  buch.buche("2025-01-01");
  expect(zeilen(buch.buche("2025-12-31"))).toEqual([
    ["RE-2", 1, "Pacht", "2025-01-01", "2025-03-31", 30_000],
    ["RE-3", 1, "Pacht", "2025-04-01", "2025-06-30", 30_000],
    ["RE-4", 1, "Pacht", "2025-07-01", "2025-09-30", 30_000],
  ]);
});
