import { describe, expect, test } from "vitest";
import type { KontoEingabe } from "../../../../src/kern/pacht/typen.ts";
import { Buch } from "../buch.ts";
import { anteil, paechter, position, verpaechter } from "../muster.ts";

const jahr = (mehr: Partial<KontoEingabe>) => {
  const buch = new Buch({ beteiligte: [paechter(1), verpaechter(2)], verwaltungsgebuehrBp: 500, ...mehr });
  buch.buche("2025-10-01");
  return buch.archiv
    .filter(({ belegart }) => belegart !== "rechnung")
    .map((b) => [b.belegnummer, b.kontaktId, b.nettoCent, b.steuerCent, b.auszahlungCent]);
};
const weiter = (mehr: Parameters<typeof position>[0] = {}) => position({ weiterleitung: true, ...mehr });

test("5 % von 1.234,57 zu 19 %: 61,73 + 11,73, Auszahlung 1.161,11", () => {
  // 61.7285; 11.7287
  expect(jahr({ positionen: [weiter({ betragCent: 123_457 })] })).toEqual([
    ["GS-1", 2, 123_457, 0, 116_111],
    ["GB-1", 2, 6173, 1173, null],
  ]);
});

test("einmal auf die Summe der Zeilen: zweimal 33,33 zu 5 % sind 3,33, nicht zweimal 1,67", () => {
  const positionen = [weiter({ betragCent: 3333 }), weiter({ id: 2, betragCent: 3333 })];
  expect(jahr({ positionen })).toEqual([
    ["GS-1", 2, 6666, 0, 6666 - 333 - 63],
    ["GB-1", 2, 333, 63, null],
  ]);
});

test("jeder Verpächter trägt eine Gebühr auf seinen Anteil; was nicht weitergeleitet wird, keine", () => {
  const beteiligte = [paechter(1), verpaechter(2, anteil(1, 4)), verpaechter(3, anteil(3, 4))];
  const positionen = [weiter(), position({ id: 2, betragCent: 50_000 })];
  expect(jahr({ beteiligte, positionen, gebuehrSteuersatzBp: 0 })).toEqual([
    ["GS-1", 2, 30_000, 0, 28_500],
    ["GB-1", 2, 1500, 0, null],
    ["GS-2", 3, 90_000, 0, 85_500],
    ["GB-2", 3, 4500, 0, null],
  ]);
});

test("eine negative Gutschrift gibt die Gebühr zurück", () => {
  expect(jahr({ positionen: [weiter({ betragCent: -10_000 })] })).toEqual([
    ["GS-1", 2, -10_000, 0, -10_000 + 595],
    ["GB-1", 2, -500, -95, null],
  ]);
});

test("0,49 Cent Gebühr sind keiner, 0,50 sind einer", () => {
  expect(jahr({ positionen: [weiter({ betragCent: 9 })] })).toEqual([["GS-1", 2, 9, 0, 9]]);
  expect(jahr({ positionen: [weiter({ betragCent: 10 })] })).toEqual([
    ["GS-1", 2, 10, 0, 9],
    ["GB-1", 2, 1, 0, null],
  ]);
});

describe("warum auf eine Gebühr keine Umsatzsteuer fällt, steht auf ihrer Rechnung", () => {
  const ohneSteuer = { gebuehrSteuersatzBp: 0, gebuehrSteuerbefreiungGrund: "§ 19 UStG" };
  const gruppen = (buchungen: ReturnType<Buch["buche"]>) =>
    buchungen
      .flatMap(({ belege }) => belege.filter(({ belegart }) => belegart === "gebuehrenrechnung"))
      .flatMap(({ steuergruppen }) => steuergruppen)
      .map((g) => [g.steuersatzBp, g.steuerbefreiungGrund, g.nettoCent, g.steuerCent]);
  const buch = () =>
    new Buch({
      beteiligte: [paechter(1), verpaechter(2)],
      positionen: [weiter()],
      verwaltungsgebuehrBp: 500,
      istVorauszahlend: true,
    });

  test("beim Satz 0 der Grund aus den Firmendaten, bei einem Satz keiner", () => {
    const eines = buch();
    eines.aendere(ohneSteuer);
    expect(gruppen(eines.buche("2024-10-01"))).toEqual([[0, "§ 19 UStG", 6000, 0]]);
    eines.aendere({ gebuehrSteuersatzBp: 1900 });
    expect(gruppen(eines.buche("2025-10-01"))).toEqual([[1900, null, 6000, 1140]]);
  });

  test("berichtigt wird mit dem Grund, der gebucht ist, nicht mit dem heutigen", () => {
    const eines = buch();
    eines.aendere(ohneSteuer);
    eines.buche("2024-10-01");
    eines.aendere({ pachtende: "2025-06-30", gebuehrSteuerbefreiungGrund: "nicht steuerbar" });
    expect(gruppen(eines.buche("2025-07-01"))).toEqual([[0, "§ 19 UStG", -1500, 0]]);
  });

  test("zwei Gründe sind zwei Zeilen und zwei Gruppen", () => {
    const eines = buch();
    eines.aendere({ ...ohneSteuer, zahlungsrhythmus: "vierteljaehrlich" });
    eines.buche("2024-10-01");
    eines.aendere({ gebuehrSteuerbefreiungGrund: "nicht steuerbar" });
    eines.buche("2025-01-01");
    eines.aendere({ pachtende: "2024-11-30" });
    // 5 % of a month's 100.00 and of a quarter's 300.00 given back.
    expect(gruppen(eines.buche("2025-01-02"))).toEqual([
      [0, "nicht steuerbar", -1500, 0],
      [0, "§ 19 UStG", -500, 0],
    ]);
  });
});
