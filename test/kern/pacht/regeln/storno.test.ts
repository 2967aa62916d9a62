import { expect, test } from "vitest";
import { Buch, kurz, salden } from "../buch.ts";
import { paechter, position, verpaechter } from "../muster.ts";

const stamm = {
  beteiligte: [paechter(1), verpaechter(2, { umsatzsteuerStatus: "regelbesteuert" as const })],
  positionen: [position({ betragCent: 10_013, weiterleitung: true, steuersatzBp: 1900 })],
  verwaltungsgebuehrBp: 500,
};

test("alle Belege des Zeitraums, jeder mit seinen Cent und umgekehrtem Vorzeichen", () => {
  const buch = new Buch(stamm);
  // 100.13 + 19.02 (19.0247); fee 5.01 (5.0065) + 0.95 (0.9519)
  expect(kurz(buch.buche("2025-10-01"))).toEqual([
    ["RE-1", 1, 10_013, 11_915],
    ["GS-1", 2, 10_013, 11_915],
    ["GB-1", 2, 501, 596],
  ]);
  expect(
    buch.storniereLetzte().map((b) => [b.belegnummer, b.nettoCent, b.steuerCent, b.bruttoCent, b.auszahlungCent]),
  ).toEqual([
    ["ST-1", -10_013, -1902, -11_915, null],
    ["SG-1", -10_013, -1902, -11_915, -11_319],
    ["ST-2", -501, -95, -596, null],
  ]);
});

test("eine falsche Pacht wird storniert, berichtigt und noch einmal gebucht", () => {
  const buch = new Buch({ ...stamm, zahlungsrhythmus: "halbjaehrlich" });
  buch.buche("2025-04-01");
  buch.storniereLetzte();
  buch.aendere({ positionen: [position({ betragCent: 20_000, weiterleitung: true, steuersatzBp: 1900 })] });
  expect(kurz(buch.buche("2025-04-01"))[0]).toEqual(["RE-2", 1, 10_000, 11_900]);
  expect(salden(buch.archiv)).toEqual({ "paechter 1: 1": 10_000, "verpaechter 2: 1": 10_000 });
});
