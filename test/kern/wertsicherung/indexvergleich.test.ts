import { describe, expect, test } from "vitest";
import { vergleicheIndex } from "../../../src/kern/wertsicherung/indexvergleich.ts";
import { fassung, klausel, reihe, reihen } from "./muster.ts";

/** One version with the base month and the newest one. */
const von = (basis: string, neu: string) => reihen(reihe([fassung(1, { "2021-03": basis, "2026-09": neu })]));

describe("Die Schwelle", () => {
  // [base, new, rounding, comparison, change, passed, the other rounding decides otherwise]
  test.each([
    ["105.1", "115.6", "exakt", "erreicht", "9.9905", false, true],
    ["105.1", "115.6", "amtlich", "erreicht", "9.9905", true, true],
    ["105.1", "115.7", "exakt", "erreicht", "10.0856", true, false],
    ["105.1", "115.7", "amtlich", "erreicht", "10.0856", true, false],
    ["100.0", "110.0", "exakt", "erreicht", "10.0000", true, false],
    ["100.0", "110.0", "exakt", "ueberschritten", "10.0000", false, false],
    ["105.1", "115.7", "amtlich", "ueberschritten", "10.0856", true, false],
    ["105.1", "115.6", "amtlich", "ueberschritten", "9.9905", false, false],
    ["105.1", "94.6", "exakt", "erreicht", "-9.9905", false, true],
    ["105.1", "94.5", "exakt", "erreicht", "-10.0856", true, false],
  ] as const)("10 %% über %s mit %s, %s, %s", (basis, neu, rundung, vergleich, prozent, jenseits, rundungssache) => {
    expect(vergleicheIndex(klausel({ rundung, vergleich }), von(basis, neu))).toMatchObject({
      aenderungProzent: prozent,
      schwelleSeit: jenseits ? "2026-10-12" : null,
      istRundungssache: rundungssache,
    });
  });

  test("fällt der Index, zählt das nur, wenn die Klausel in beide Richtungen geht", () => {
    const reihenVon = von("105.1", "90.0");
    expect(vergleicheIndex(klausel(), reihenVon)?.schwelleSeit).toBe("2026-10-12");
    expect(vergleicheIndex(klausel({ beideRichtungen: false }), reihenVon)?.schwelleSeit).toBeNull();
  });

  test("eine Schwelle von 0 verlangt immer noch eine Änderung", () => {
    expect(vergleicheIndex(klausel({ schwelleBp: 0 }), von("105.1", "105.1"))?.schwelleSeit).toBeNull();
    expect(vergleicheIndex(klausel({ schwelleBp: 0 }), von("105.1", "105.2"))?.schwelleSeit).toBe("2026-10-12");
  });

  test("gilt vom ersten Monat an als überschritten, seit dem sie es ohne Unterbrechung ist", () => {
    const werte = {
      "2021-03": "100.0",
      "2022-01": "110.0",
      "2022-02": "109.9",
      "2022-03": "110.1",
      "2022-04": "110.5",
    };
    expect(vergleicheIndex(klausel(), reihen(reihe([fassung(1, werte)])))).toMatchObject({
      neu: { monat: "2022-04", wert: "110.5", eingegebenAm: "2022-05-12" },
      schwelleSeit: "2022-04-12",
    });
  });
});

describe("Die Fassung", () => {
  const alte = fassung(1, { "2021-03": "113.0", "2022-12": "125.0" }, "2015 = 100");

  test("beide Stände kommen aus einer, der neuesten mit beiden Monaten: eine neue Basis braucht keine Verkettung", () => {
    const neue = fassung(2, { "2021-03": "105.1", "2022-12": "114.0", "2026-09": "124.0" }, "2020 = 100");
    expect(vergleicheIndex(klausel(), reihen(reihe([alte, neue])))).toMatchObject({
      basis: { fassung: 2, monat: "2021-03", wert: "105.1" },
      neu: { fassung: 2, monat: "2026-09", wert: "124.0" },
      basistext: "2020 = 100",
      verkettung: null,
      istVeraltet: false,
    });
  });

  test("fehlt der neuen der Basismonat, rechnet die alte weiter, so weit sie reicht, und sagt es", () => {
    const neue = fassung(2, { "2022-12": "114.0", "2026-09": "124.0" }, "2020 = 100");
    expect(vergleicheIndex(klausel(), reihen(reihe([alte, neue])))).toMatchObject({
      basis: { fassung: 1 },
      neu: { fassung: 1, monat: "2022-12" },
      istVeraltet: true,
    });
  });

  test("ein Wert, den eine neuere berichtigt, zählt wie berichtigt", () => {
    const [falsch, richtig] = [
      fassung(1, { "2021-03": "105.1", "2026-09": "115.7" }),
      fassung(2, { "2021-03": "105.1", "2026-09": "115.6" }),
    ];
    expect(vergleicheIndex(klausel(), reihen(reihe([falsch])))?.schwelleSeit).not.toBeNull();
    expect(vergleicheIndex(klausel(), reihen(reihe([falsch, richtig])))).toMatchObject({
      neu: { fassung: 2, wert: "115.6" },
      schwelleSeit: null,
    });
  });

  test("Punkte zählen nur in ihrer Basis", () => {
    const neue = fassung(2, { "2021-03": "105.1", "2022-12": "114.0", "2026-09": "124.0" }, "2020 = 100");
    const punkte = (wert: string) =>
      vergleicheIndex(
        klausel({ schwelleBp: null, schwellePunkte: { punkte: wert, basis: "2015 = 100" } }),
        reihen(reihe([alte, neue])),
      );
    expect(punkte("12.0")).toMatchObject({ neu: { fassung: 1 }, schwelleSeit: "2023-01-12", istVeraltet: true });
    expect(punkte("12.1")?.schwelleSeit).toBeNull();
  });

  test("ohne den Basismonat, ohne späteren Monat oder ohne die Reihe gibt es keinen Vergleich", () => {
    expect(vergleicheIndex(klausel({ basisMonat: "2020-01" }), reihen(reihe([alte])))).toBeNull();
    expect(vergleicheIndex(klausel({ basisMonat: "2022-12" }), reihen(reihe([alte])))).toBeNull();
    expect(vergleicheIndex(klausel(), reihen())).toBeNull();
  });
});

describe("Eine Reihe, die endete", () => {
  const alte = fassung(1, { "2021-03": "105.1", "2024-12": "118.0" }, "2020 = 100");
  const nachfolgerin = reihe([fassung(3, { "2024-12": "99.0", "2026-09": "103.5" }, "2025 = 100")], { id: 2 });
  const beendet = { beendetMit: "2024-12", nachfolgerId: 2 };

  test("wird mit den Ständen beider Reihen in ihrem letzten Monat verkettet", () => {
    expect(vergleicheIndex(klausel(), reihen(reihe([alte], beendet), nachfolgerin))).toMatchObject({
      basis: { reiheId: 1, fassung: 1, monat: "2021-03", wert: "105.1" },
      neu: { reiheId: 2, fassung: 3, monat: "2026-09", wert: "103.5" },
      verkettung: { alt: "118.0", neu: "99.0" },
      // 103.5 x 118.0 / (105.1 x 99.0) = 1.173774
      aenderungProzent: "17.3774",
      basistext: null,
      schwelleSeit: "2026-10-12",
    });
  });

  test("zählt ohne Nachfolgerin bis zu ihrem Ende und nicht weiter", () => {
    const zuLang = fassung(1, { "2021-03": "105.1", "2024-12": "118.0", "2025-01": "130.0" });
    const vergleich = vergleicheIndex(klausel(), reihen(reihe([zuLang], { beendetMit: "2024-12" })));
    expect(vergleich).toMatchObject({ neu: { monat: "2024-12" }, verkettung: null, aenderungProzent: "12.2740" });
  });
});
