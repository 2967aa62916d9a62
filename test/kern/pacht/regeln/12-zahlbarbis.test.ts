import { expect, test } from "vitest";
import { formatTag, parseTag } from "../../../../src/kern/kalender/tag.ts";
import { zahlbarBis } from "../../../../src/kern/kalender/werktag.ts";

test.each([
  ["due on 01.10.2025, booked that day, 14 days: a Wednesday", "2025-10-01", "2025-10-01", 14, "2025-10-15"],
  ["booked in advance: the due date counts", "2025-10-01", "2025-09-03", 14, "2025-10-15"],
  ["booked late: the day of booking counts; Saturday moves to Monday", "2025-10-01", "2025-12-20", 14, "2026-01-05"],
  ["Good Friday and Easter Monday are passed over", "2025-04-04", "2025-04-04", 14, "2025-04-22"],
  ["26.12. is a Friday in 2025, the weekend follows", "2025-12-12", "2025-12-12", 14, "2025-12-29"],
  ["without days to pay: the next working day", "2025-05-01", "2025-05-01", 0, "2025-05-02"],
])("%s", (_, faelligAm, belegdatum, tage, erwartet) => {
  expect(formatTag(zahlbarBis(parseTag(faelligAm), parseTag(belegdatum), tage))).toBe(erwartet);
});
