import { expect, test } from "vitest";
import { dezimal, euro, prozent } from "../../../src/kern/geld/dezimal.ts";

test.each([
  [5, "0.05"],
  [-123_456, "-1234.56"],
  [0, "0.00"],
])("%d Hundertstel sind %s", (hundertstel, text) => {
  expect(dezimal(hundertstel)).toBe(text);
});

test.each([
  [0, "0,00 €"],
  [123_450, "1.234,50 €"],
  [-123_456_789, "-1.234.567,89 €"],
])("%d Cent sind %s", (cent, text) => {
  expect(euro(cent)).toBe(text);
});

test.each([
  [0, "0 %"],
  [700, "7 %"],
  [780, "7,8 %"],
  [1055, "10,55 %"],
  [10_000, "100 %"],
  [-25, "-0,25 %"],
  [99_999, "999,99 %"],
  [100_000, "1.000 %"],
  [-123_456_789, "-1.234.567,89 %"],
])("%d Basispunkte sind %s", (bp, text) => {
  expect(prozent(bp)).toBe(text);
});
