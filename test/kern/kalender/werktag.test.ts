import { describe, expect, test } from "vitest";
import { formatTag, parseTag, plusTage } from "../../../src/kern/kalender/tag.ts";
import { istFeiertag, naechsterWerktag, ostersonntag, zahlbarBis } from "../../../src/kern/kalender/werktag.ts";

describe("Werktage", () => {
  test.each([
    [1954, "1954-04-18"],
    [1981, "1981-04-19"],
    [2000, "2000-04-23"],
    [2008, "2008-03-23"],
    [2024, "2024-03-31"],
    [2025, "2025-04-20"],
    [2026, "2026-04-05"],
    [2038, "2038-04-25"],
    [2285, "2285-03-22"],
  ])("Ostern %i ist am %s", (jahr, erwartet) => expect(formatTag(ostersonntag(jahr))).toBe(erwartet));

  test("die neun bundesweiten Feiertage 2025 und kein anderer", () => {
    const neujahr = parseTag("2025-01-01");
    const feiertage = Array.from({ length: 365 }, (_, n) => plusTage(neujahr, n))
      .filter(istFeiertag)
      .map(formatTag);
    expect(feiertage).toEqual([
      "2025-01-01",
      "2025-04-18",
      "2025-04-21",
      "2025-05-01",
      "2025-05-29",
      "2025-06-09",
      "2025-10-03",
      "2025-12-25",
      "2025-12-26",
    ]);
  });

  test.each([
    ["2025-04-17", "2025-04-17"],
    ["2025-04-18", "2025-04-22"],
    ["2025-10-03", "2025-10-06"],
    ["2025-12-25", "2025-12-29"],
    ["2026-01-01", "2026-01-02"],
    ["2025-06-08", "2025-06-10"],
    ["2025-11-01", "2025-11-03"],
  ])("der %s rückt auf den %s", (text, erwartet) => expect(formatTag(naechsterWerktag(parseTag(text)))).toBe(erwartet));

  test.each([
    ["2025-10-01", "2025-09-20", 14, "2025-10-15"],
    ["2025-10-01", "2025-10-04", 14, "2025-10-20"],
    ["2025-10-01", "2025-10-01", 0, "2025-10-01"],
    ["2025-10-03", "2025-10-01", 0, "2025-10-06"],
  ])("fällig am %s, Beleg vom %s, %i Tage: zahlbar bis %s", (faellig, beleg, ziel, erwartet) => {
    expect(formatTag(zahlbarBis(parseTag(faellig), parseTag(beleg), ziel))).toBe(erwartet);
  });
});
