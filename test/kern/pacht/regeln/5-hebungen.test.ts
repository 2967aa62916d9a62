import { describe, expect, test } from "vitest";
import type { AktiveHebung, PositionVersion } from "../../../../src/kern/pacht/typen.ts";
import { Buch, zeilen } from "../buch.ts";
import { hebung, position } from "../muster.ts";

/** Lines of the lease year from 1 October 2024, billed yearly and by months. */
const jahr = (positionen: PositionVersion[], ...hebungen: AktiveHebung[]) =>
  zeilen(new Buch({ positionen, hebungen }).buche("2025-10-01")).map(([, , , von, bis, netto]) => [von, bis, netto]);
const ohneWert = { wertBp: null, wirksamAb: "2025-07-01" };

describe("im Pachtjahr", () => {
  test("3,5 % auf 1.234,56 ab April", () => {
    // 1,277.77 (1,277.7696); 617.28 + 638.885 = 1,256.17
    expect(jahr([position({ betragCent: 123_456 })], hebung({ wertBp: 350 }))).toEqual([
      ["2024-10-01", "2025-03-31", 61_728],
      ["2025-04-01", "2025-09-30", 63_889],
    ]);
  });

  test("Index 105,1 auf 119,3 bei 4.138,35 ab Juli", () => {
    // 4,697.48; 3,103.7625 + 1,174.37 = 4,278.13
    const index = hebung({ ...ohneWert, art: "index", indexBasis: "105.1", indexNeu: "119.3" });
    expect(jahr([position({ betragCent: 413_835 })], index)).toEqual([
      ["2024-10-01", "2025-06-30", 310_376],
      ["2025-07-01", "2025-09-30", 117_437],
    ]);
  });

  test("davon die Hälfte, und höchstens 5 %", () => {
    // 4,138.35 x (1 + 0.5 x 14.2 / 105.1) = 4,417.92; a quarter is 1,104.48
    const halb = hebung({ ...ohneWert, art: "index", indexBasis: "105.1", indexNeu: "119.3", weitergabeBp: 5000 });
    expect(jahr([position({ betragCent: 413_835 })], halb)).toEqual([
      ["2024-10-01", "2025-06-30", 310_376],
      ["2025-07-01", "2025-09-30", 110_448],
    ]);
    // 4,345.27 (4,345.2675); a quarter is 1,086.32 (1,086.3175)
    expect(jahr([position({ betragCent: 413_835 })], { ...halb, obergrenzeBp: 500 })).toEqual([
      ["2024-10-01", "2025-06-30", 310_376],
      ["2025-07-01", "2025-09-30", 108_632],
    ]);
  });

  test("100,00 im Jahr mehr auf 1.000,00 und 200,00 ab Juli", () => {
    // 1,300.00 by 10 : 2 = 1,083.33 and 216.67; a quarter of each
    const mehr = hebung({ ...ohneWert, art: "betrag", betragCent: 10_000 });
    expect(jahr([position({ betragCent: 100_000 }), position({ id: 2, betragCent: 20_000 })], mehr)).toEqual([
      // 750.00 + 270.8325 = 1,020.83
      ["2024-10-01", "2025-06-30", 75_000],
      ["2025-07-01", "2025-09-30", 27_083],
      // 150.00 + 54.1675 = 204.17
      ["2024-10-01", "2025-06-30", 15_000],
      ["2025-07-01", "2025-09-30", 5417],
    ]);
  });

  test("1.500,00 im Jahr statt 100,00 im Monat ab Juli", () => {
    const neu = hebung({ ...ohneWert, art: "neuer_betrag", betragCent: 150_000 });
    expect(jahr([position({ betragCent: 10_000, intervall: "monatlich" })], neu)).toEqual([
      ["2024-10-01", "2025-06-30", 90_000],
      ["2025-07-01", "2025-09-30", 37_500],
    ]);
  });

  test("zwei: 10 % ab Januar, dann 5 % der höheren Pacht ab April", () => {
    const erste = hebung({ id: 2, wertBp: 1000, wirksamAb: "2025-01-01" });
    const zweite = hebung({ id: 1, wertBp: 500, wirksamAb: "2025-04-01" });
    // 1,200.00 -> 1,320.00 -> 1,386.00
    expect(jahr([position()], zweite, erste)).toEqual([
      ["2024-10-01", "2024-12-31", 30_000],
      ["2025-01-01", "2025-03-31", 33_000],
      ["2025-04-01", "2025-09-30", 69_300],
    ]);
  });

  test("mitten im Monat: 14 und 17 von 31 Tagen im Januar", () => {
    // 3 14/31 months of 100.00 and 8 17/31 of 110.00
    expect(jahr([position()], hebung({ wirksamAb: "2025-01-15" }))).toEqual([
      ["2024-10-01", "2025-01-14", 34_516],
      ["2025-01-15", "2025-09-30", 94_032],
    ]);
  });

  test("eine spätere Fassung bleibt, wie sie eingegeben wurde", () => {
    const positionen = [
      position({ gueltigBis: "2025-06-30" }),
      position({ id: 2, ursprungId: 1, betragCent: 144_000, gueltigVon: "2025-07-01" }),
    ];
    expect(jahr(positionen, hebung({ wirksamAb: "2025-04-01" }))).toEqual([
      ["2024-10-01", "2025-03-31", 60_000],
      ["2025-04-01", "2025-06-30", 33_000],
      ["2025-07-01", "2025-09-30", 36_000],
    ]);
  });
});

test("nach der ersten Buchung abgeschlossen, berichtigt sie eine Schlussabrechnung genauso", () => {
  const buch = new Buch({ istVorauszahlend: true, hebungen: [hebung()] });
  buch.buche("2024-10-01");
  const vollzogen = [
    position({ gueltigBis: "2025-03-31" }),
    position({ id: 2, ursprungId: 1, betragCent: 132_000, gueltigVon: "2025-04-01" }),
  ];
  buch.aendere({ hebungen: [], positionen: vollzogen, pachtende: "2025-06-30" });
  expect(zeilen(buch.buche("2025-07-01"))).toEqual([["SR-1", 1, "Pacht", "2024-10-01", "2025-09-30", -33_000]]);
});
