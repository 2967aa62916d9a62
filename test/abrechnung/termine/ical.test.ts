import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { type Kalendereintrag, schreibeKalender } from "../../../src/abrechnung/termine/ical.ts";

const jetzt = new Date("2026-11-20T09:30:15.250Z");
const eintrag: Kalendereintrag = {
  uid: "kuendigung-7@pacht.example.org",
  datum: "2027-10-04",
  titel: "PK-000007: Kündigung muss eingegangen sein",
  text: "Bis 04.10.2027 zum 30.09.2029. (§ 594a Abs. 1 BGB)",
  kategorie: "Kündigung",
};

const lies = (datei: string) => new ICAL.Component(ICAL.parse(datei) as unknown[]).getAllSubcomponents("vevent");
const zeichen = fc.string({ unit: fc.constantFrom(..."aÄß€😀,;:\\\"'§ „“\n") });

describe("Kalenderdatei", () => {
  test("eine Frist ist ein ganzer Tag ohne Uhrzeit und Zeitzone", () => {
    const datei = schreibeKalender("Termine", [eintrag], jetzt);
    expect(datei.split("\r\n")).toEqual([
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Pachtverwaltung//Termine und Fristen//DE",
      "CALSCALE:GREGORIAN",
      "NAME:Termine",
      "X-WR-CALNAME:Termine",
      "BEGIN:VEVENT",
      "UID:kuendigung-7@pacht.example.org",
      "DTSTAMP:20261120T093015Z",
      "LAST-MODIFIED:20261120T093015Z",
      "SEQUENCE:217330215",
      "DTSTART;VALUE=DATE:20271004",
      "SUMMARY:PK-000007: Kündigung muss eingegangen sein",
      "DESCRIPTION:Bis 04.10.2027 zum 30.09.2029. (§ 594a Abs. 1 BGB)",
      "CATEGORIES:Kündigung",
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ]);
  });

  test("jeder Text kommt heraus, wie er hineinging, keine Zeile ist länger als 75 Oktette", () => {
    fc.assert(
      fc.property(zeichen, fc.string({ unit: fc.constantFrom("ä", "x", "€", "😀"), maxLength: 300 }), (titel, text) => {
        const datei = schreibeKalender("Termine", [{ ...eintrag, titel, text }], jetzt);
        const [gelesen] = lies(datei);
        expect(gelesen?.getFirstPropertyValue("summary")).toBe(titel);
        expect(gelesen?.getFirstPropertyValue("description")).toBe(text);
        const zeilen = datei.split("\r\n");
        expect(Math.max(...zeilen.map((zeile) => Buffer.byteLength(zeile)))).toBeLessThanOrEqual(75);
        expect(zeilen.filter((zeile) => /[\r\n\uFFFD]/.test(zeile))).toEqual([]);
      }),
    );
  });

  test("was später geschrieben ist, gilt: dieselbe Kennung mit höherer Nummer", () => {
    const nummer = (datei: string) => Number(lies(datei)[0]?.getFirstPropertyValue("sequence"));
    const danach = schreibeKalender("Termine", [eintrag], new Date(jetzt.getTime() + 1000));
    expect(nummer(danach)).toBe(nummer(schreibeKalender("Termine", [eintrag], jetzt)) + 1);
    const fern = schreibeKalender("Termine", [eintrag], new Date("2087-01-01T00:00:00Z"));
    expect(nummer(fern)).toBeLessThan(2 ** 31);
  });
});
