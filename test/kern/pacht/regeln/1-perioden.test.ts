import { expect, test } from "vitest";
import { Buch, zeilen } from "../buch.ts";
import { anteil, paechter, position } from "../muster.ts";

// 1,200.00 a year.
test("Pachtjahr von Martini in Vierteljahren, Beginn am 1. März: das erste ist geschnitten, das Raster bleibt", () => {
  const buch = new Buch({ pachtbeginn: "2025-03-01", pachtjahrBeginn: "11-11", zahlungsrhythmus: "vierteljaehrlich" });
  expect(zeilen(buch.buche("2025-11-11"))).toEqual([
    // 10 of the 28 days of the lease month from 11.02., and two whole ones
    ["RE-1", 1, "Pacht", "2025-03-01", "2025-05-10", 23_571],
    ["RE-2", 1, "Pacht", "2025-05-11", "2025-08-10", 30_000],
    ["RE-3", 1, "Pacht", "2025-08-11", "2025-11-10", 30_000],
  ]);
});

test("Monate vom 28. bleiben auch im Februar eines Schaltjahres beim 28.", () => {
  const buch = new Buch({ pachtbeginn: "2024-01-28", pachtjahrBeginn: "01-28", zahlungsrhythmus: "monatlich" });
  expect(zeilen(buch.buche("2024-04-28")).map(([, , , von, bis]) => [von, bis])).toEqual([
    ["2024-01-28", "2024-02-27"],
    ["2024-02-28", "2024-03-27"],
    ["2024-03-28", "2024-04-27"],
  ]);
});

test("übernommen am 1. Juli mit abrechnungAb: davor nichts, das Jahr dort geschnitten", () => {
  const buch = new Buch({ pachtbeginn: "2001-10-01", abrechnungAb: "2025-07-01" });
  expect(zeilen(buch.buche("2025-10-01"))).toEqual([["RE-1", 1, "Pacht", "2025-07-01", "2025-09-30", 30_000]]);
});

test("ein erneuter Eintrag mit demselben Anteil und ein Bevollmächtigter schneiden nichts, ein neuer Anteil schon", () => {
  const beteiligte = [
    paechter(1, { ...anteil(1, 2), gueltigBis: "2024-12-31" }),
    paechter(1, { ...anteil(2, 4), gueltigVon: "2025-01-01", gueltigBis: "2025-03-31" }),
    paechter(1, { ...anteil(1, 4), gueltigVon: "2025-04-01" }),
    paechter(2, { ...anteil(1, 2), gueltigBis: "2025-03-31" }),
    paechter(2, { ...anteil(3, 4), gueltigVon: "2025-04-01" }),
    paechter(7, { rolle: "bevollmaechtigter", gueltigVon: "2025-02-01" }),
  ];
  expect(zeilen(new Buch({ beteiligte }).buche("2025-10-01"))).toEqual([
    ["RE-1", 1, "Pacht", "2024-10-01", "2025-03-31", 30_000],
    ["RE-1", 1, "Pacht", "2025-04-01", "2025-09-30", 15_000],
    ["RE-2", 2, "Pacht", "2024-10-01", "2025-03-31", 30_000],
    ["RE-2", 2, "Pacht", "2025-04-01", "2025-09-30", 45_000],
  ]);
});

test("eine Position vom 1. Februar bis 31. Mai: vier von zwölf Monaten", () => {
  const positionen = [position({ gueltigVon: "2025-02-01", gueltigBis: "2025-05-31" })];
  expect(zeilen(new Buch({ positionen }).buche("2025-10-01"))).toEqual([
    ["RE-1", 1, "Pacht", "2025-02-01", "2025-05-31", 40_000],
  ]);
});
