import { expect, test } from "vitest";
import {
  ausfuehrungstag,
  einzugstag,
  istBankarbeitstag,
} from "../../../../src/belege/zahlungsdateien/sepa/bankarbeitstag.ts";
import { formatTag, parseTag } from "../../../../src/kern/kalender/tag.ts";

test.each([
  ["2026-11-20", true],
  ["2026-11-21", false],
  ["2026-11-22", false],
  // A holiday in Germany, but not for the banks' settlement.
  ["2027-05-06", true],
  ["2026-10-03", false],
  ["2025-10-03", true],
  ["2027-03-26", false],
  ["2027-03-29", false],
  ["2025-05-01", false],
  ["2026-12-24", true],
  ["2026-12-25", false],
  ["2025-12-26", false],
  ["2026-12-31", true],
  ["2027-01-01", false],
])("%s: %s", (tag, erwartet) => expect(istBankarbeitstag(parseTag(tag))).toBe(erwartet));

test.each([
  // Letter's day, today, collected.
  ["2026-12-04", "2026-11-20", "2026-12-04"],
  ["2026-12-25", "2026-11-20", "2026-12-28"],
  ["2026-11-20", "2026-11-20", "2026-11-23"],
  ["2026-01-05", "2026-11-20", "2026-11-23"],
  ["2026-11-23", "2026-11-20", "2026-11-23"],
  ["2027-03-26", "2027-03-25", "2027-03-30"],
  // Made on a day without banks, its bank has it on the next banking day, and collects a banking day later.
  ["2026-11-20", "2026-11-21", "2026-11-24"],
  ["2026-11-20", "2026-11-22", "2026-11-24"],
  ["2026-12-01", "2026-12-25", "2026-12-29"],
])("Einzug: zahlbar bis %s, heute %s: am %s", (zahlbar, heute, erwartet) =>
  expect(formatTag(einzugstag(zahlbar, heute))).toBe(erwartet),
);

test.each([
  ["2026-12-04", "2026-11-20", "2026-12-03"],
  ["2026-12-07", "2026-11-20", "2026-12-04"],
  ["2026-12-28", "2026-11-20", "2026-12-24"],
  ["2026-11-20", "2026-11-20", "2026-11-20"],
  ["2026-01-05", "2026-11-21", "2026-11-23"],
])("Überweisung: zahlbar bis %s, heute %s: am %s", (zahlbar, heute, erwartet) =>
  expect(formatTag(ausfuehrungstag(zahlbar, heute))).toBe(erwartet),
);
