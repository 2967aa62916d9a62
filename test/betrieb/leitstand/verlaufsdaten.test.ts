import { expect, test } from "vitest";
import { alsLinien, alsTabelle, zusammenfassung } from "../../../src/betrieb/leitstand/seite/verlaufsdaten.js";

const minute = (nr: number, anfragen: object | null) => ({
  beginntAm: new Date(Date.parse("2026-11-20T08:00:00Z") + nr * 60_000).toISOString(),
  anfragen,
  auftraege: null,
});
const getan = (anzahl: number, p95Ms: number | null, fehler = 0) => ({ anzahl, fehler, medianMs: p95Ms, p95Ms });

const verlauf = {
  stunden: 1,
  schrittMinuten: 1,
  abschnitte: Array.from({ length: 60 }, (_, nr) =>
    minute(nr, nr === 5 ? null : nr === 59 ? getan(0, null) : getan(2, nr, nr === 30 ? 1 : 0)),
  ),
};

test("wo niemand gezählt hat, bricht die Linie ab", () => {
  const [zeiten, anzahlen, auftraege] = [
    ...alsLinien(verlauf.abschnitte, "anfragen", "anzahl"),
    ...alsLinien(verlauf.abschnitte, "auftraege", "anzahl").slice(1),
  ];
  expect([zeiten?.[1], anzahlen?.slice(4, 7), anzahlen?.at(-1)]).toEqual([1_795_161_660, [2, null, 2], 0]);
  expect(new Set(auftraege)).toEqual(new Set([null]));
});

test("die Tabelle zählt zusammen und nennt von den Dauern die schlechteste, das Neueste zuerst", () => {
  const zeilen = alsTabelle(verlauf, "anfragen");
  expect(zeilen).toHaveLength(6);
  expect(zeilen[0]).toEqual({ beginntAm: "2026-11-20T08:50:00.000Z", anzahl: 18, fehler: 0, medianMs: 58, p95Ms: 58 });
  expect(zeilen.at(-1)).toMatchObject({ beginntAm: "2026-11-20T08:00:00.000Z", anzahl: 18 });
  expect(alsTabelle(verlauf, "auftraege")[0]).toMatchObject({ anzahl: null, p95Ms: null });
});

test("ein Satz fasst alles zusammen", () => {
  expect(zusammenfassung(verlauf, "anfragen")).toEqual({ anzahl: 116, fehler: 1, p95Ms: 58 });
});
