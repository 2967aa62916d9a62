import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { alsText, bruch, kgV, mal, plus, rundeQuotient, vergleiche } from "../../../src/kern/geld/bruch.ts";
import { cent, summe } from "../../../src/kern/geld/cent.ts";

const ganz = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
const einBruch = fc.tuple(
  ganz,
  ganz.filter((n) => n !== 0n),
);

describe("Cent", () => {
  test.each([Number.NaN, 0.5, Number.POSITIVE_INFINITY, 2 ** 53])("lehnt %s ab", (n) => {
    expect(() => cent(n)).toThrow(RangeError);
  });

  test("kennt eine Null", () => expect(Object.is(cent(-0), 0)).toBe(true));

  test("eine Summe jenseits der sicheren Zahlen ist ein Fehler, kein falscher Betrag", () => {
    expect(summe([1, 2, -4])).toBe(-1);
    expect(() => summe([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError);
  });
});

describe("Brüche", () => {
  test("sind gekürzt, mit positivem Nenner", () => {
    expect(bruch(6, -8)).toEqual({ zaehler: -3n, nenner: 4n });
    expect(bruch(0, -5)).toEqual({ zaehler: 0n, nenner: 1n });
    expect(() => bruch(1, 0)).toThrow(RangeError);
  });

  test.each([
    [1, 2, 1n],
    [-1, 2, -1n],
    [3, 2, 2n],
    [-3, 2, -2n],
    [49, 100, 0n],
    [-51, 100, -1n],
    [5, 1, 5n],
  ])("%i/%i rundet kaufmännisch auf %s", (z, n, erwartet) => {
    expect(rundeQuotient(BigInt(z), BigInt(n))).toBe(erwartet);
  });

  test("addieren und multiplizieren sich wie Brüche", () => {
    fc.assert(
      fc.property(einBruch, einBruch, einBruch, ([a, b], [c, d], [e, f]) => {
        const [x, y, z] = [bruch(a, b), bruch(c, d), bruch(e, f)];
        expect(mal(x, plus(y, z))).toEqual(plus(mal(x, y), mal(x, z)));
        expect(plus(x, y)).toEqual(plus(y, x));
        expect(plus(x, mal(bruch(-1), x))).toEqual(bruch(0));
        expect(vergleiche(x, y)).toBe(-vergleiche(y, x) + 0);
      }),
    );
  });

  test("als Text, und das kleinste gemeinsame Vielfache", () => {
    expect(alsText(bruch(14, 24))).toBe("7/12");
    expect(alsText(bruch(-24, 12))).toBe("-2");
    expect(kgV(4n, 6n)).toBe(12n);
  });
});
