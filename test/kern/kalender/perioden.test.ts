import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pachtjahrMit, periodeMit, periodenAb } from "../../../src/kern/kalender/perioden.ts";
import { formatTag, parseTag, plusTage, type Tag } from "../../../src/kern/kalender/tag.ts";

const tag = fc.integer({ min: parseTag("1950-01-01"), max: parseTag("2150-12-31") }).map((n) => n as Tag);
const beginn = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([monat, imMonat]) => `${String(monat).padStart(2, "0")}-${String(imMonat).padStart(2, "0")}`);
const monate = fc.constantFrom(1, 3, 6, 12);

describe("Zeiträume", () => {
  test.each([
    ["2025-02-15", "10-01", "2024-10-01"],
    ["2024-10-01", "10-01", "2024-10-01"],
    ["2024-09-30", "10-01", "2023-10-01"],
    ["2024-02-29", "02-28", "2024-02-28"],
    ["2024-01-01", "01-01", "2024-01-01"],
  ])("das Pachtjahr, in dem der %s liegt, von %s an", (text, ab, erwartet) => {
    expect(formatTag(pachtjahrMit(parseTag(text), ab))).toBe(erwartet);
  });

  test("Vierteljahre vom 15. November an", () => {
    const perioden = periodenAb(parseTag("2025-03-01"), { beginn: "11-15", monate: 3 }).take(4);
    expect([...perioden].map((p) => [formatTag(p.von), formatTag(p.bis), p.nummer, formatTag(p.start)])).toEqual([
      ["2025-02-15", "2025-05-14", 2, "2024-11-15"],
      ["2025-05-15", "2025-08-14", 3, "2024-11-15"],
      ["2025-08-15", "2025-11-14", 4, "2024-11-15"],
      ["2025-11-15", "2026-02-14", 1, "2025-11-15"],
    ]);
  });

  test("Zeiträume lassen keine Lücke, der erste beginnt das Pachtjahr, und jeder Tag findet den seinen", () => {
    fc.assert(
      fc.property(tag, beginn, monate, fc.nat(400), (erster, ab, laenge, tage) => {
        const raster = { beginn: ab, monate: laenge };
        let vorige = null;
        for (const p of periodenAb(erster, raster).take(15)) {
          if (vorige === null) expect(p.von <= erster && erster <= p.bis).toBe(true);
          else expect(p.von).toBe(plusTage(vorige.bis, 1));
          expect(p.nummer === 1).toBe(p.von === p.start);
          expect(formatTag(p.start).slice(5)).toBe(ab);
          expect(p.nummer).toBeLessThanOrEqual(12 / laenge);
          expect(periodeMit(plusTage(p.von, tage % (p.bis - p.von + 1)), raster)).toEqual(p);
          vorige = p;
        }
      }),
    );
  });
});
