import { expect, test } from "vitest";
import { vierzehnTage } from "../../../src/betrieb/leitstand/seite/streifen.js";

const jetzt = Date.parse("2026-11-20T12:00:00Z");

const lauf = (begonnenAm: string, status = "fertig", ursache: string | null = null) => ({
  begonnenAm,
  status,
  dauerMs: status === "laeuft" ? null : 1_200,
  ursache,
});

test("vierzehn Tage bis heute, der letzte Lauf eines Tages zählt, in der Nacht zählt der Tag von Berlin", () => {
  const tage = vierzehnTage(
    [
      lauf("2026-11-20T00:05:00Z", "laeuft"),
      lauf("2026-11-19T10:00:00Z"),
      lauf("2026-11-19T00:05:00Z", "fehlgeschlagen", "Zu früh."),
      lauf("2026-11-17T23:05:00Z", "fehlgeschlagen", "Zu früh."),
    ],
    jetzt,
  );
  expect(tage).toHaveLength(14);
  expect([tage[0]?.tag, tage.at(-1)?.tag]).toEqual(["2026-11-07", "2026-11-20"]);
  expect(tage.slice(-4).map(({ ausgang, text }: { ausgang: string; text: string }) => [ausgang, text])).toEqual([
    ["keiner", "17.11.: kein Lauf"],
    ["fehlgeschlagen", "18.11.: fehlgeschlagen um 00:05 in 1,2 s (Zu früh.)"],
    ["fertig", "19.11.: fertig um 11:00 in 1,2 s, davor 1 weitere"],
    ["laeuft", "20.11.: läuft um 01:05"],
  ]);
});

test("was vor dem ältesten genannten Lauf war, ist nicht bekannt", () => {
  const laeufe = Array.from({ length: 14 }, (_, nr) =>
    lauf(`2026-11-20T${String(11 - Math.floor(nr / 2)).padStart(2, "0")}:00:00Z`),
  );
  const tage = vierzehnTage(laeufe, jetzt);
  expect(tage.at(-2)?.text).toBe("19.11.: nicht bekannt");
});

test("über die Zeitumstellung fehlt kein Tag und keiner steht doppelt", () => {
  const tage = vierzehnTage([], Date.parse("2026-10-30T22:30:00Z")).map(({ tag }: { tag: string }) => tag);
  expect(tage).toEqual(Array.from({ length: 14 }, (_, nr) => `2026-10-${17 + nr}`));
});
