import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Abruffehler, erstelleAbruf } from "../../../src/betrieb/leitstand/seite/abruf.js";
import { pauseNach, starteTakt } from "../../../src/betrieb/leitstand/seite/takt.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A document that can be hidden. */
class Seite extends EventTarget {
  hidden = false;
  verbirg(ja: boolean): void {
    this.hidden = ja;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

test("die Pausen verdoppeln sich bis zu einer Minute, und Retry-After geht vor", () => {
  expect([0, 1, 2, 3, 10].map((fehlschlaege) => pauseNach(5_000, fehlschlaege))).toEqual([
    5_000, 10_000, 20_000, 40_000, 60_000,
  ]);
  expect(pauseNach(600_000, 3)).toBe(600_000);
  expect(pauseNach(5_000, 1, 30_000)).toBe(30_000);
});

test("verborgen wird nichts gefragt, wieder sichtbar sofort", async () => {
  const seite = new Seite();
  const tue = vi.fn(async () => {});
  starteTakt({ alleMs: () => 1_000, tue, beiFehler: () => {}, seite });
  await vi.advanceTimersByTimeAsync(2_500);
  expect(tue).toHaveBeenCalledTimes(3);
  seite.verbirg(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(tue).toHaveBeenCalledTimes(3);
  seite.verbirg(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(tue).toHaveBeenCalledTimes(4);
});

test("nach Fehlern wird seltener gefragt, nach einem Erfolg wieder wie zuvor", async () => {
  const pausen: number[] = [];
  const antworten = [false, false, true, true];
  const tue = vi.fn(async () => {
    if (antworten.shift() === false) throw new Abruffehler(503);
  });
  starteTakt({ alleMs: () => 1_000, tue, beiFehler: (_: Error, ms: number) => pausen.push(ms), seite: new Seite() });
  await vi.advanceTimersByTimeAsync(6_000);
  expect(pausen).toEqual([2_000, 4_000]);
  expect(tue).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tue).toHaveBeenCalledTimes(4);
});

test("angehalten ruht es, auch wenn die Seite wieder sichtbar wird; zweimal zugleich wird nie gefragt", async () => {
  const seite = new Seite();
  let offen = () => {};
  const tue = vi.fn(() => new Promise<void>((fertig) => (offen = fertig)));
  const takt = starteTakt({ alleMs: () => 1_000, tue, beiFehler: () => {}, seite });
  await takt.sofort();
  expect(tue).toHaveBeenCalledTimes(1);
  takt.halteAn();
  offen();
  seite.verbirg(true);
  seite.verbirg(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tue).toHaveBeenCalledTimes(1);
  void takt.setzeFort();
  await vi.advanceTimersByTimeAsync(0);
  expect(tue).toHaveBeenCalledTimes(2);
});

test("eine Ablehnung sagt ihren Satz und wann es wieder geht; ohne Netz ist der Status 0", async () => {
  const antwort = (status: number, inhalt: object, kopf: Record<string, string> = {}) =>
    erstelleAbruf("/api", async () => Response.json(inhalt, { status, headers: kopf }));
  expect(await antwort(200, { a: 1 }).lies("/x")).toEqual({ a: 1 });
  await expect(
    antwort(503, { code: "ueberlastet", detail: "Zu viel zu tun." }, { "retry-after": "7" }).lies("/x"),
  ).rejects.toMatchObject({ status: 503, code: "ueberlastet", message: "Zu viel zu tun.", warteMs: 7_000 });
  const ohneNetz = erstelleAbruf("/api", () => Promise.reject(new TypeError("fetch failed")));
  await expect(ohneNetz.lies("/x")).rejects.toMatchObject({ status: 0, message: "Der Dienst ist nicht erreichbar." });
});
