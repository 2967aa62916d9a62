import { expect, test } from "vitest";
import { minuteInBerlin, tagInBerlin, ziffernInBerlin } from "../../../src/kern/kalender/berlin.ts";

const frisch = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" });

test("der Tag wechselt um Mitternacht in Berlin, im Winter wie im Sommer, und auch zurück", () => {
  const tage = [
    ["2026-01-14T22:59:59.999Z", "2026-01-14"],
    ["2026-01-14T23:00:00Z", "2026-01-15"],
    ["2026-01-14T22:59:59.999Z", "2026-01-14"],
    ["2026-07-14T21:59:59.999Z", "2026-07-14"],
    ["2026-07-14T22:00:00Z", "2026-07-15"],
  ] as const;
  for (const [jetzt, tag] of tage) expect(tagInBerlin(new Date(jetzt)), jetzt).toBe(tag);
});

test("über ein Jahr stimmt jede halbe Stunde, auch wo die Uhr umgestellt wird", () => {
  const halbe = 30 * 60_000;
  const beginn = Date.UTC(2026, 0, 1);
  const falsche = Array.from({ length: 366 * 48 }, (_, nr) => new Date(beginn + nr * halbe)).filter(
    (jetzt) => tagInBerlin(jetzt) !== frisch.format(jetzt),
  );
  expect(falsche).toEqual([]);
});

test("was kein Zeitpunkt ist, hat keinen Tag", () => {
  tagInBerlin(new Date("2026-01-14T12:00:00Z"));
  expect(() => tagInBerlin(new Date(Number.NaN))).toThrow(RangeError);
});

test("Tag und Minute, wie man sie in Berlin schreibt", () => {
  const zeiten = [
    ["2026-01-14T22:59:59.999Z", "14.01.2026, 23:59 Uhr"],
    ["2026-01-14T23:00:00Z", "15.01.2026, 00:00 Uhr"],
    ["2026-07-04T06:05:30Z", "04.07.2026, 08:05 Uhr"],
  ] as const;
  for (const [zeitpunkt, text] of zeiten) expect(minuteInBerlin(new Date(zeitpunkt)), zeitpunkt).toBe(text);
});

test("Tag und Zeit als Ziffern, auf die Tausendstel", () => {
  const zeiten = [
    ["2026-01-14T23:00:00.007Z", "20260115000000007"],
    ["2026-07-04T06:05:30.120Z", "20260704080530120"],
  ] as const;
  for (const [zeitpunkt, text] of zeiten) expect(ziffernInBerlin(new Date(zeitpunkt)), zeitpunkt).toBe(text);
});
