import { expect, test } from "vitest";
import { Buch, kurz, salden } from "../buch.ts";
import { anteil, hebung, paechter, position, verpaechter } from "../muster.ts";

test("ein Jahr in Monaten im Voraus: Index im Mai, Verkauf im Juli, ein Ende im September, das niemand kannte", () => {
  const rent = position({ betragCent: 100_000, intervall: "monatlich", weiterleitung: true });
  const buch = new Buch({
    pachtbeginn: "2025-01-01",
    pachtjahrBeginn: "01-01",
    zahlungsrhythmus: "monatlich",
    istVorauszahlend: true,
    beteiligte: [paechter(1), verpaechter(2)],
    positionen: [rent],
    verwaltungsgebuehrBp: 300,
    gebuehrSteuersatzBp: 1900,
  });
  for (const monat of ["01", "02", "03", "04"]) buch.buche(`2025-${monat}-01`);
  // 1,000.00 x 112.3 / 108.1 = 1,038.85
  buch.aendere({
    hebungen: [hebung({ art: "index", wertBp: null, indexBasis: "108.1", indexNeu: "112.3", wirksamAb: "2025-05-01" })],
  });
  expect(kurz(buch.buche("2025-05-01"))[0]).toEqual(["RE-5", 1, 103_885, 103_885]);
  buch.buche("2025-06-01");
  buch.aendere({
    beteiligte: [
      paechter(1),
      verpaechter(2, { gueltigBis: "2025-07-15" }),
      verpaechter(2, { ...anteil(1, 2), gueltigVon: "2025-07-16" }),
      verpaechter(3, { ...anteil(1, 2), gueltigVon: "2025-07-16" }),
    ],
  });
  // 15 of 31 days = 502.67, 16 of 31 = 536.18; half of that is 268.09
  expect(kurz(buch.buche("2025-07-01")).filter(([nummer]) => nummer.startsWith("GS"))).toEqual([
    ["GS-7", 2, 77_076, 77_076],
    ["GS-8", 3, 26_809, 26_809],
  ]);
  buch.buche("2025-08-01");
  buch.buche("2025-09-01");
  buch.aendere({ pachtende: "2025-09-12" });
  // 12 of 30 days of 1,038.85 = 415.54; booked 1,038.85
  expect(kurz(buch.buche("2025-10-01"))).toEqual([
    ["SR-1", 1, -62_331, -62_331],
    // 1,038.85 was 519.43 + 519.42, 415.54 is 207.77 twice; fee 3 % = -9.35, VAT -1.78
    ["GS-13", 2, 20_777 - 51_943, 20_777 - 51_943],
    ["GB-13", 2, -935, -1113],
    ["GS-14", 3, 20_777 - 51_942, 20_777 - 51_942],
    ["GB-14", 3, -935, -1113],
  ]);
  // 4 x 1,000.00 + 4 x 1,038.85 + 415.54
  expect(salden(buch.archiv)["paechter 1: 1"]).toBe(857_094);
  expect(buch.buche("2025-12-31")).toEqual([]);
});
