import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addiereMonate,
  ausDatum,
  datum,
  findTag,
  formatTag,
  inTagen,
  istSchaltjahr,
  parseTag,
  plusTage,
  type Tag,
  tagNach,
  tagVor,
  wochentag,
} from "../../../src/kern/kalender/tag.ts";
import { anzahlTage, formatZeitraum, parseZeitraum, schneide, schnitt } from "../../../src/kern/kalender/zeitraum.ts";

const tag = fc.integer({ min: parseTag("1900-01-01"), max: parseTag("9999-12-31") }).map((n) => n as Tag);

describe("Tag", () => {
  test.each([
    ["1970-01-01", 0],
    ["1969-12-31", -1],
    ["2000-02-29", 11_016],
    ["2025-03-01", 20_148],
  ])("der %s ist Tag %i", (text, zahl) => expect(parseTag(text)).toBe(zahl));

  test("stimmt mit dem Kalender der Plattform überein", () => {
    fc.assert(
      fc.property(tag, (t) => {
        const text = new Date(t * 86_400_000).toISOString().slice(0, 10);
        expect(formatTag(t)).toBe(text);
        expect(parseTag(text)).toBe(t);
        expect(wochentag(t)).toBe((new Date(t * 86_400_000).getUTCDay() + 6) % 7);
        const { jahr, monat, tag: imMonat } = datum(t);
        expect(ausDatum(jahr, monat, imMonat)).toBe(t);
      }),
    );
  });

  test.each([
    "2025-02-29",
    "1900-02-29",
    "2024-02-30",
    "2025-04-31",
    "2025-13-01",
    "2025-00-10",
    "2025-01-00",
    "2025-01-32",
    "1899-12-31",
    "0000-01-01",
    "25-01-01",
    "2025-1-1",
    "2025-01-01T00:00",
    " 2025-01-01",
    "",
    "20250101",
  ])("%j ist kein Tag", (text) => {
    expect(findTag(text)).toBeNull();
    expect(() => parseTag(text)).toThrow(RangeError);
  });

  test.each([
    ["2024-02-28", "2024-02-29"],
    ["2026-02-28", "2026-03-01"],
    ["2025-12-31", "2026-01-01"],
  ])("auf den %s folgt der %s", (tag, naechster) => {
    expect(tagNach(tag)).toBe(naechster);
    expect(tagVor(naechster)).toBe(tag);
    expect(inTagen(tag, 365)).toBe(inTagen(naechster, 364));
  });

  test("wird nur in den Jahren 1900 bis 9999 geschrieben", () => {
    expect(() => formatTag(plusTage(parseTag("1900-01-01"), -1))).toThrow(RangeError);
    expect(() => formatTag(plusTage(parseTag("9999-12-31"), 1))).toThrow(RangeError);
  });

  test.each([
    [1900, false],
    [2000, true],
    [2024, true],
    [2025, false],
    [2100, false],
  ])("Schaltjahr %i: %s", (jahr, erwartet) => expect(istSchaltjahr(jahr)).toBe(erwartet));
});

describe("Monate weiter", () => {
  test.each([
    ["2025-01-31", 1, "2025-02-28"],
    ["2025-01-31", 2, "2025-03-31"],
    ["2024-01-31", 1, "2024-02-29"],
    ["2024-02-29", 12, "2025-02-28"],
    ["2024-02-29", 48, "2028-02-29"],
    ["2025-10-01", 12, "2026-10-01"],
    ["2025-03-31", -1, "2025-02-28"],
    ["2025-01-15", -13, "2023-12-15"],
    ["2025-12-28", 1, "2026-01-28"],
  ])("%s + %i", (von, monate, erwartet) => {
    expect(formatTag(addiereMonate(parseTag(von), monate))).toBe(erwartet);
  });
});

describe("Zeitraum", () => {
  const z = (von: string, bis: string) => parseZeitraum(von, bis);

  test("offene Seiten bleiben beim Hin- und Rückweg offen", () => {
    expect(formatZeitraum(parseZeitraum(null, null))).toEqual({ von: null, bis: null });
    expect(formatZeitraum(z("2025-01-01", "2025-01-31"))).toEqual({ von: "2025-01-01", bis: "2025-01-31" });
  });

  test("zählt beide Enden, schneidet und überschneidet", () => {
    const januar = z("2025-01-01", "2025-01-31");
    expect(anzahlTage(januar)).toBe(31);
    expect(schnitt(januar, z("2025-01-31", "2025-03-01"))).toEqual(z("2025-01-31", "2025-01-31"));
    expect(schnitt(januar, z("2025-02-01", "2025-03-01"))).toBeNull();
    expect(
      schneide(januar, ["2024-12-01", "2025-01-01", "2025-01-10", "2025-01-31", "2025-02-01"].map(parseTag)),
    ).toEqual([z("2025-01-01", "2025-01-09"), z("2025-01-10", "2025-01-30"), z("2025-01-31", "2025-01-31")]);
  });
});
