import fc from "fast-check";
import { expect, test } from "vitest";
import { anzahlIn, dauerVon, grenzenMs, leereMessung, stufeVon } from "../../../src/betrieb/verlauf/stufen.ts";
import { erstelleVerlauf } from "../../../src/betrieb/verlauf/zaehle.ts";

const gezaehlt = async (dauern: number[]) => {
  const verlauf = erstelleVerlauf();
  for (const dauerMs of dauern) verlauf.zaehle({ dauerMs, istFehler: false });
  let messung = leereMessung();
  await verlauf.uebergib(async (stand) => {
    messung = stand;
  });
  return messung;
};

test("eine Dauer genau auf der Grenze gehört zur kürzeren Stufe, eine sehr lange zur letzten", () => {
  expect([0, 5, 5.1, 10_000, 10_001].map(stufeVon)).toEqual([0, 0, 1, 13, 14]);
});

test("der Median liegt in der Stufe, in der die Hälfte erreicht ist, und nie über dem längsten", async () => {
  const messung = await gezaehlt([3, 30, 40, 45, 600]);
  expect(dauerVon(0.5, messung)).toBe(38);
  expect(dauerVon(1, messung)).toBe(600);
  expect(dauerVon(0.5, await gezaehlt([20_000, 30_000]))).toBe(20_000);
  expect(dauerVon(0.5, leereMessung())).toBeNull();
});

test("für beliebige Dauern: nichts geht verloren, und die Schätzung bleibt in der Stufe des wahren Werts", () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1 }), async (dauern) => {
      const messung = await gezaehlt(dauern);
      expect(anzahlIn(messung)).toBe(dauern.length);
      const wahr = dauern.toSorted((a, b) => a - b)[Math.ceil(dauern.length * 0.95) - 1] ?? 0;
      const geschaetzt = dauerVon(0.95, messung) ?? -1;
      const stufe = stufeVon(wahr);
      expect(geschaetzt).toBeGreaterThanOrEqual(grenzenMs[stufe - 1] ?? 0);
      expect(geschaetzt).toBeLessThanOrEqual(grenzenMs[stufe] ?? 60_000);
    }),
  ));

test("was sich nicht aufschreiben lässt, wird beim nächsten Mal mitgezählt", async () => {
  const verlauf = erstelleVerlauf();
  verlauf.zaehle({ dauerMs: 12, istFehler: true });
  await expect(verlauf.uebergib(() => Promise.reject(new Error("fort")))).rejects.toThrow("fort");
  verlauf.zaehle({ dauerMs: 700, istFehler: false });
  await verlauf.uebergib(async (messung) => {
    expect([anzahlIn(messung), messung.fehler, messung.hoechsteMs]).toEqual([2, 1, 700]);
  });
  await verlauf.uebergib(async (messung) => expect(messung).toEqual(leereMessung()));
});
