import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Bruch, bruch, NULL, plus, rundeQuotient } from "../../../src/kern/geld/bruch.ts";
import { cent, summe } from "../../../src/kern/geld/cent.ts";
import { verteile, verteileMitRest, verteileWerte } from "../../../src/kern/geld/verteile.ts";

const betrag = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }).map(cent);
const anteile = fc
  .array(fc.bigInt({ min: 0n, max: 1_000_000n }), { minLength: 1, maxLength: 8 })
  .filter((gewichte) => gewichte.some((gewicht) => gewicht > 0n));
const wert = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 1, max: 400 }))
  .map(([zaehler, nenner]) => bruch(zaehler, nenner));
const werte = fc.array(wert, { minLength: 1, maxLength: 8 });
const negiere = (wert: Bruch) => bruch(-wert.zaehler, wert.nenner);

describe("einen Betrag verteilen", () => {
  test.each([
    { b: 100, a: [1, 1, 1], teile: [34, 33, 33] },
    { b: 10_000, a: [1, 1, 1, 1, 1, 1], teile: [1667, 1667, 1667, 1667, 1666, 1666] },
    { b: 123_457, a: [2, 1, 1, 4], teile: [30_864, 15_432, 15_432, 61_729] },
    { b: 10_001, a: [1, 2, 3], teile: [1667, 3334, 5000] },
    { b: 1, a: [0, 1, 1], teile: [0, 1, 0] },
    { b: 0, a: [1, 2], teile: [0, 0] },
    { b: -100, a: [1, 1, 1], teile: [-34, -33, -33] },
  ])("$b nach $a", ({ b, a, teile }) => {
    expect(verteile(cent(b), a.map(BigInt))).toEqual(teile);
  });

  test.each([[[]], [[0n, 0n]], [[2n, -1n]]])("lehnt die Gewichte %s ab", (gewichte) => {
    expect(() => verteile(cent(1), gewichte)).toThrow(RangeError);
  });

  test("verliert keinen Cent, spiegelt sich am Vorzeichen und bleibt auf einen Cent beim genauen Anteil", () => {
    fc.assert(
      fc.property(betrag, anteile, (b, a) => {
        const teile = verteile(b, a);
        expect(summe(teile)).toBe(b);
        expect(verteile(cent(-b), a)).toEqual(teile.map((teil) => cent(-teil)));
        const gewicht = a.reduce((x, y) => x + y);
        verteileMitRest(b, a).forEach((teil, i) => {
          const abgeschnitten = Number((BigInt(b) * (a[i] ?? 0n)) / gewicht);
          expect(teil.betrag - teil.rest).toBe(cent(abgeschnitten));
        });
      }),
    );
  });

  test("ein größeres Gewicht bekommt nie weniger", () => {
    fc.assert(
      fc.property(betrag, anteile, (b, a) => {
        const teile = verteile(b, a).map(Math.abs);
        a.forEach((x, i) => {
          a.forEach((y, j) => {
            if (x > y) expect(teile[i]).toBeGreaterThanOrEqual(teile[j] ?? 0);
          });
        });
      }),
    );
  });
});

describe("genaue Werte auf Cent verteilen", () => {
  const betraege = (liste: Bruch[]) => verteileWerte(liste).map((teil) => teil.betrag);

  test.each([
    { w: [bruch(1, 2), bruch(1, 2)], teile: [1, 0] },
    { w: [bruch(-1, 2), bruch(-1, 2)], teile: [-1, 0] },
    { w: [bruch(1, 2), bruch(-1, 2)], teile: [1, -1] },
    { w: [bruch(-1, 2), bruch(1, 2)], teile: [-1, 1] },
    { w: [bruch(3, 4), bruch(3, 4)], teile: [1, 1] },
    { w: [bruch(1, 4), bruch(1, 4)], teile: [1, 0] },
    { w: [bruch(1, 5), bruch(1, 5)], teile: [0, 0] },
    { w: [], teile: [] },
  ])("Fall %#", ({ w, teile }) => {
    expect(betraege(w)).toEqual(teile);
  });

  test("die Teile ergeben die einmal gerundete Summe und spiegeln sich am Vorzeichen", () => {
    fc.assert(
      fc.property(werte, (w) => {
        const teile = betraege(w);
        const { zaehler, nenner } = w.reduce(plus, NULL);
        expect(summe(teile)).toBe(cent(Number(rundeQuotient(zaehler, nenner))));
        expect(betraege(w.map(negiere))).toEqual(teile.map((teil) => cent(-teil)));
      }),
    );
  });

  test("jeder Teil ist sein genauer Wert, auf- oder abgerundet", () => {
    fc.assert(
      fc.property(werte, (w) => {
        betraege(w).forEach((teil, i) => {
          const exakt = w[i] ?? NULL;
          const abstand = plus(bruch(teil), negiere(exakt));
          expect(abstand.zaehler < abstand.nenner && -abstand.zaehler < abstand.nenner).toBe(true);
        });
      }),
    );
  });
});
