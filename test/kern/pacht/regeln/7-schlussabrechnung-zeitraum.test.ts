import { expect, test } from "vitest";
import { Buch, zeilen } from "../buch.ts";
import { paechter, position, verpaechter } from "../muster.ts";

const zeitraum = (buch: Buch, datum: string) =>
  buch.buche(datum).map(({ faelligkeit: { zeitraumVon, zeitraumBis } }) => [zeitraumVon, zeitraumBis]);
const kalenderjahr = { pachtbeginn: "2026-01-01", pachtjahrBeginn: "01-01", istVorauszahlend: true };

test("2026 ist als Jahr gebucht, seitdem monatlich, gekündigt zum 15. Juni: abgerechnet wird 01.01. bis 15.06.", () => {
  const buch = new Buch(kalenderjahr);
  buch.buche("2026-01-01");
  buch.aendere({ zahlungsrhythmus: "monatlich", pachtende: "2026-06-15" });
  expect(zeitraum(buch, "2026-06-16")).toEqual([["2026-01-01", "2026-06-15"]]);
  expect(buch.archiv.at(-1)).toMatchObject({
    belegart: "schlussrechnung",
    leistungVon: "2026-01-01",
    leistungBis: "2026-06-15",
    nettoCent: -65_000,
  });
});

test("endet die Pacht mit dem letzten Tag des gebuchten Jahres, ist die Schlussabrechnung über das Jahr", () => {
  const buch = new Buch(kalenderjahr);
  buch.buche("2026-01-01");
  buch.aendere({ zahlungsrhythmus: "monatlich", pachtende: "2026-12-31" });
  expect(zeitraum(buch, "2027-01-01")).toEqual([["2026-01-01", "2026-12-31"]]);
  expect(buch.archiv).toHaveLength(1);
});

test("ein Ende vor dem ersten Abrechnungstag: alles Gebuchte geht zurück, im Zeitraum, in dem das Ende liegt", () => {
  const buch = new Buch({ ...kalenderjahr, pachtbeginn: "2020-01-01", abrechnungAb: "2026-01-01" });
  buch.buche("2026-01-01");
  buch.aendere({ pachtende: "2025-11-15" });
  expect(zeitraum(buch, "2026-02-01")).toEqual([["2025-01-01", "2025-11-15"]]);
  expect(zeilen(buch.buchungen.slice(-1))).toEqual([["SR-1", 1, "Pacht", "2026-01-01", "2026-12-31", -120_000]]);
});

test("ein Ende vor dem ersten Abrechnungstag nach einem Wechsel des Rhythmus: das Raster des Gebuchten gilt", () => {
  const buch = new Buch({ ...kalenderjahr, pachtbeginn: "2020-01-01", abrechnungAb: "2026-01-01" });
  buch.buche("2026-01-01");
  buch.aendere({ zahlungsrhythmus: "monatlich", pachtende: "2025-11-15" });
  expect(zeitraum(buch, "2026-02-01")).toEqual([["2025-01-01", "2025-11-15"]]);
});

test("ein Ende vor dem ersten Abrechnungstag, nichts gebucht: keine Schlussabrechnung", () => {
  const buch = new Buch({ ...kalenderjahr, abrechnungAb: "2026-01-01", pachtende: "2025-11-15" });
  expect(buch.buche("2026-02-01")).toEqual([]);
});

test("der Satz auf die Gebühr ist der gebuchte, auch wo sie auf null Cent gerundet war", () => {
  // 0.09 at 5 % are no cent; corrected by 100.00 that were booked beside -99.91, the fee of -5.00 bears 19 %.
  const positionen = [
    position({ weiterleitung: true, betragCent: 10_000, anteilig: false, gueltigVon: "2026-07-01" }),
    position({ id: 2, weiterleitung: true, betragCent: -9991, anteilig: false }),
  ];
  const gebuehr = { verwaltungsgebuehrBp: 500, gebuehrSteuersatzBp: 1900 };
  const buch = new Buch({ ...kalenderjahr, beteiligte: [paechter(1), verpaechter(2)], positionen, ...gebuehr });
  expect(buch.buche("2026-01-01")[0]?.belege.map(({ belegart }) => belegart)).toEqual(["rechnung", "gutschrift"]);
  buch.aendere({ pachtende: "2026-06-30", gebuehrSteuersatzBp: 700 });
  const [schluss] = buch.buche("2026-07-01");
  expect(schluss?.belege.at(-1)).toMatchObject({ belegart: "gebuehrenrechnung", nettoCent: -500, steuerCent: -95 });
});
