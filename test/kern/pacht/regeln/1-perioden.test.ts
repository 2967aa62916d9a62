import { expect, test } from "vitest";
import { Buch, zeilen } from "../buch.ts";
import { anteil, paechter, position } from "../muster.ts";

// 1,200.00 a year.
test("a lease year from Martini in quarters, begun on 1 March: the first period is cut, the grid stays", () => {
  const buch = new Buch({ pachtbeginn: "2025-03-01", pachtjahrBeginn: "11-11", zahlungsrhythmus: "vierteljaehrlich" });
  expect(zeilen(buch.buche("2025-11-11"))).toEqual([
    // 10 of the 28 days of the lease month from 11.02., and two whole ones
    ["RE-1", 1, "Pacht", "2025-03-01", "2025-05-10", 23_571],
    ["RE-2", 1, "Pacht", "2025-05-11", "2025-08-10", 30_000],
    ["RE-3", 1, "Pacht", "2025-08-11", "2025-11-10", 30_000],
  ]);
});

test("months from the 28th stay on the 28th through a leap February", () => {
  const buch = new Buch({ pachtbeginn: "2024-01-28", pachtjahrBeginn: "01-28", zahlungsrhythmus: "monatlich" });
  expect(zeilen(buch.buche("2024-04-28")).map(([, , , von, bis]) => [von, bis])).toEqual([
    ["2024-01-28", "2024-02-27"],
    ["2024-02-28", "2024-03-27"],
    ["2024-03-28", "2024-04-27"],
  ]);
});

test("taken over on 1 July with abrechnungAb: nothing before it, the year cut there", () => {
  const buch = new Buch({ pachtbeginn: "2001-10-01", abrechnungAb: "2025-07-01" });
  expect(zeilen(buch.buche("2025-10-01"))).toEqual([["RE-1", 1, "Pacht", "2025-07-01", "2025-09-30", 30_000]]);
});

test("a renewed entry with the same share and a new agent cut nothing; a new share does", () => {
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

test("a position valid from 1 February to 31 May: four of twelve months", () => {
  const positionen = [position({ gueltigVon: "2025-02-01", gueltigBis: "2025-05-31" })];
  expect(zeilen(new Buch({ positionen }).buche("2025-10-01"))).toEqual([
    ["RE-1", 1, "Pacht", "2025-02-01", "2025-05-31", 40_000],
  ]);
});
