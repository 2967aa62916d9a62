import { expect, test } from "vitest";
import { formatTag, parseTag } from "../../../../src/kern/kalender/tag.ts";
import { zahlbarBis } from "../../../../src/kern/kalender/werktag.ts";

test.each([
  ["fällig am 01.10.2025, am selben Tag gebucht, 14 Tage: ein Mittwoch", "2025-10-01", "2025-10-01", 14, "2025-10-15"],
  ["im Voraus gebucht: die Fälligkeit zählt", "2025-10-01", "2025-09-03", 14, "2025-10-15"],
  ["spät gebucht: der Buchungstag zählt; Samstag rückt auf Montag", "2025-10-01", "2025-12-20", 14, "2026-01-05"],
  ["Karfreitag und Ostermontag werden übersprungen", "2025-04-04", "2025-04-04", 14, "2025-04-22"],
  ["der 26.12.2025 ist ein Freitag, das Wochenende folgt", "2025-12-12", "2025-12-12", 14, "2025-12-29"],
  ["ohne Zahlungsziel: der nächste Werktag", "2025-05-01", "2025-05-01", 0, "2025-05-02"],
])("%s", (_, faelligAm, belegdatum, tage, erwartet) => {
  expect(formatTag(zahlbarBis(parseTag(faelligAm), parseTag(belegdatum), tage))).toBe(erwartet);
});
