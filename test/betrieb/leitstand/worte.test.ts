import { expect, test } from "vitest";
import type { Blatt } from "../../../src/bestand/format/blattnamen.ts";
import type { Zaehlung } from "../../../src/bestand/import/plan/planung.ts";
import {
  auftragsnamen,
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
import { warteschlangen } from "../../../src/technik/database/boss.ts";

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
  expect(ergebnis({ neu: 4, entfallen: 0, geaendert: 1 })).toBe("neu 4, geändert 1, entfallen 0");
  expect([monat("2026-11"), kurzEuro(123_456_789_00)]).toEqual(["Nov. 2026", "123,5\u00a0Mio.\u00a0€"]);
});

test("von Teilen liest man, was nicht 0 ist, in der Ordnung der Wörter", () => {
  const nichts: Zaehlung = { falsch: 0, geaendert: 0, neu: 0, unveraendert: 0 };
  const alles: Zaehlung = { falsch: 1, geaendert: 2, neu: 1_300, unveraendert: 4 };
  const zahlen = (blatt: Blatt, zaehlung: Zaehlung) =>
    Object.entries(zaehlung).map(([was, wert]) => [`${blatt}.${was}`, wert]);
  expect(
    ergebnis(
      Object.fromEntries([
        ...zahlen("Kontakte", nichts),
        ...zahlen("Positionen", alles),
        ...zahlen("Hebungen", { ...nichts, neu: 1 }),
      ]),
    ),
  ).toBe("Positionen: neu 1.300, geändert 2, unverändert 4, falsch 1; Hebungen: neu 1");
  expect(
    ergebnis({
      "kontakte.paare": 12,
      "kontakte.bestand": 604,
      "pachtobjekte.paare": 0,
      "kontakte.verglichen": 5_210,
      "pachtobjekte.bestand": 402,
      "pachtobjekte.verglichen": 9,
    }),
  ).toBe("Kontakte: Bestand 604, verglichen 5.210, Paare 12; Patchobjekte: Bestand 402, verglichen 9");
});

test("jede Warteschlange hat einen Namen", () => {
  expect(Object.keys(auftragsnamen).sort()).toEqual(Object.keys(warteschlangen).sort());
});
