import { expect, test } from "vitest";
import {
  bytes,
  dauer,
  ergebnis,
  kurzEuro,
  mehrere,
  monat,
  tagInBerlin,
  vor,
  zeit,
} from "../../../src/betrieb/leitstand/seite/worte.js";

test.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [1_900, "1,9 s"],
  [60_000, "1 min"],
  [200_000, "3 min 20 s"],
  [7_500_000, "2 h 5 min"],
  [7_200_000, "2 h"],
])("%d ms sind %s", (ms, wort) => expect(dauer(ms)).toBe(wort));

test.each([
  [0, "0 Byte"],
  [999, "999 Byte"],
  [60_800_000, "60,8 MB"],
  [3_200_000_000_000, "3,2 TB"],
])("%d Byte sind %s", (n, wort) => expect(bytes(n)).toBe(wort));

test("wie lange etwas her ist, nie in der Zukunft", () => {
  const jetzt = Date.parse("2026-11-20T12:00:00Z");
  expect(
    [
      "2026-11-20T12:00:05Z",
      "2026-11-20T11:59:18Z",
      "2026-11-20T11:20:00Z",
      "2026-11-20T03:00:00Z",
      "2026-11-19T03:00:00Z",
    ].map((zeitpunkt) => vor(zeitpunkt, jetzt)),
  ).toEqual(["vor 0 s", "vor 42 s", "vor 40 min", "vor 9 h", "vor 1 Tag"]);
});

test("Tage und Uhrzeiten sind die von Berlin", () => {
  expect(tagInBerlin("2026-11-20T23:30:00Z")).toBe("2026-11-21");
  expect(zeit("2026-07-01T22:05:00Z")).toBe("02.07. 00:05");
});

test("Mengen und Ergebnisse liest man als Satz", () => {
  expect([mehrere(1, "Auftrag", "Aufträge"), mehrere(1_200, "Auftrag", "Aufträge")]).toEqual([
    "1 Auftrag",
    "1.200 Aufträge",
  ]);
  expect([ergebnis({ erstellt: 1_200, fehlgeschlagen: 0 }), ergebnis(null)]).toEqual([
    "erstellt 1.200, fehlgeschlagen 0",
    "",
  ]);
  expect([monat("2026-11"), kurzEuro(123_456_789_00)]).toEqual(["Nov. 2026", "123,5\u00a0Mio.\u00a0€"]);
});
