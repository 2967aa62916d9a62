import { describe, expect, test } from "vitest";
import { type Ereignis, sonderfristen } from "../../../src/kern/fristen/sonderfristen.ts";
import { formatTag, parseTag } from "../../../src/kern/kalender/tag.ts";
import { type Angaben, vertrag, zeilen } from "./handgriffe.ts";

const nach = (ereignis: Ereignis, tag: string, angaben: Angaben = {}) =>
  sonderfristen(vertrag(angaben), ereignis, parseTag(tag))?.map((frist) => [
    frist.grenze,
    formatTag(frist.tag),
    frist.wirktZum === null ? "-" : formatTag(frist.wirktZum),
  ]);

describe("Besondere Fristen der Landpacht", () => {
  test.each(
    zeilen(`
      2026-11-20 2027-04-03 2027-09-30
      2027-04-03 2027-04-03 2027-09-30
      2027-04-04 2028-04-04 2028-09-30`),
  )("§ 594c: widersprochen am %s, Kündigung bis %s zum %s", (tag, bis, zum) => {
    expect(nach("berufsunfaehigkeit", tag)).toEqual([["spaetestens", bis, zum]]);
  });

  test.each(
    zeilen(`
      2026-11-20 2026-12-20 2027-06-30 2027-03-31
      2026-02-28 2026-03-28 2026-09-30 2026-06-30
      2026-01-31 2026-02-28 2026-09-30 2026-06-30
      2026-11-30 2026-12-30 2027-06-30 2027-03-31
      2026-12-01 2027-01-01 2027-09-30 2027-06-30
      2028-01-30 2028-02-29 2028-09-30 2028-06-30`),
  )("§ 594d: erfahren am %s, Kündigung bis %s zum %s, Widerspruch der Erben bis %s", (tag, bis, zum, widerspruch) => {
    expect(nach("tod", tag)).toEqual([
      ["spaetestens", bis, zum],
      ["spaetestens", widerspruch, zum],
    ]);
  });

  test.each(
    zeilen(`
      2026-10-01 2027-01-02
      2026-10-03 2027-01-06
      2026-11-30 2027-03-01
      2027-11-30 2028-03-01`),
  )("§ 594e Abs. 2: fällig am %s, fristlos ab %s", (tag, ab) => {
    expect(nach("verzug", tag)).toEqual([["fruehestens", ab, "-"]]);
  });

  test("§ 595 Abs. 5: ein Jahr vor dem Ende, bei kurzer Frist einen Monat nach der Kündigung", () => {
    const pachtende = "2028-09-30";
    expect(nach("fortsetzung", "2026-10-05", { pachtende })).toEqual([["spaetestens", "2027-09-30", pachtende]]);
    const regel = (monate: number): Angaben => ({ pachtende, kuendigungsregel: { monate, zum: "pachtjahr" } });
    expect(nach("fortsetzung", "2027-08-31", regel(12))).toEqual([["spaetestens", "2027-09-30", pachtende]]);
    expect(nach("fortsetzung", "2027-10-31", regel(6))).toEqual([["spaetestens", "2027-11-30", pachtende]]);
    expect(nach("fortsetzung", "2027-08-31", regel(18))).toEqual([["spaetestens", "2027-09-30", pachtende]]);
    expect(nach("fortsetzung", "2026-10-05")).toBeUndefined();
  });
});
