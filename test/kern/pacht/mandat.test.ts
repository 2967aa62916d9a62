import { expect, test } from "vitest";
import { istEinziehbar, istMandatsreferenz } from "../../../src/kern/pacht/mandat.ts";

test.each(["M-1", "MREF 2024/17", "a+b?(c):d.,'", "7".repeat(35)])("%s darf eine Lastschrift nennen", (referenz) => {
  expect(istMandatsreferenz(referenz)).toBe(true);
});

test.each(["", "M_1", "Müller-1", "M&1", "/1", "1/", "1//2", "7".repeat(36), "M–1", "王"])("%o nicht", (referenz) => {
  expect(istMandatsreferenz(referenz)).toBe(false);
});

test("eingezogen wird vom Tag der Unterschrift an", () => {
  const mandat = { referenz: "M-1", datum: "2026-12-01" };
  expect(istEinziehbar(mandat, "2026-11-30")).toBe(false);
  expect(istEinziehbar(mandat, "2026-12-01")).toBe(true);
  expect(istEinziehbar({ ...mandat, referenz: "M_1" }, "2026-12-01")).toBe(false);
});
