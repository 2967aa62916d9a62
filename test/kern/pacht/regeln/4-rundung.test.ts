import { expect, test } from "vitest";
import type { KontoEingabe } from "../../../../src/kern/pacht/typen.ts";
import { Buch, zeilen } from "../buch.ts";
import { paechter, position } from "../muster.ts";

/** June 2025, thirty days, billed by the day. */
const juni = (mehr: Partial<KontoEingabe>) => {
  const stamm = { pachtbeginn: "2025-06-01", zahlungsrhythmus: "monatlich", berechnungsart: "tagesgenau" } as const;
  return zeilen(new Buch({ ...stamm, ...mehr }).buche("2025-07-01")).map(([, kontakt, , , , netto]) => [
    kontakt,
    netto,
  ]);
};
const monatlich = (betragCent: number) => position({ betragCent, intervall: "monatlich" });
const jeZehnTage = [
  paechter(1, { gueltigBis: "2025-06-10" }),
  paechter(2, { gueltigVon: "2025-06-11", gueltigBis: "2025-06-20" }),
  paechter(3, { gueltigVon: "2025-06-21" }),
];

test("100,00 auf drei Pächter zu zehn Tagen: der einzelne Cent fällt auf den ersten", () => {
  expect(juni({ positionen: [monatlich(10_000)], beteiligte: jeZehnTage })).toEqual([
    [1, 3334],
    [2, 3333],
    [3, 3333],
  ]);
});

test("ein Nachlass ist das Spiegelbild", () => {
  expect(juni({ positionen: [monatlich(-10_000)], beteiligte: jeZehnTage })).toEqual([
    [1, -3334],
    [2, -3333],
    [3, -3333],
  ]);
});

test("der Cent geht an den größten Rest, nicht an den ersten", () => {
  const beteiligte = [paechter(1, { gueltigBis: "2025-06-10" }), paechter(2, { gueltigVon: "2025-06-11" })];
  // 33.3333 and 66.6667
  expect(juni({ positionen: [monatlich(10_000)], beteiligte })).toEqual([
    [1, 3333],
    [2, 6667],
  ]);
});

test("ein Cent auf zwei Hälften: der frühere hat ihn, der andere bekommt keinen Beleg", () => {
  const beteiligte = [paechter(1, { gueltigBis: "2025-06-15" }), paechter(2, { gueltigVon: "2025-06-16" })];
  expect(juni({ positionen: [monatlich(1)], beteiligte })).toEqual([[1, 1]]);
});

test("eine Position wird über ihre Fassungen einmal gerundet, nicht je Fassung", () => {
  const positionen = [
    { ...monatlich(1001), gueltigBis: "2025-06-15" },
    { ...monatlich(1003), id: 2, gueltigVon: "2025-06-16" },
  ];
  // 5.005 + 5.015 = 10.02; rounded one by one it would be 10.03
  expect(juni({ positionen })).toEqual([
    [1, 501],
    [1, 501],
  ]);
});

test("zwei Positionen werden jede für sich gerundet", () => {
  const positionen = [
    { ...monatlich(1001), gueltigBis: "2025-06-15" },
    { ...monatlich(1003), id: 2, ursprungId: 2, gueltigVon: "2025-06-16" },
  ];
  expect(juni({ positionen })).toEqual([
    [1, 501],
    [1, 502],
  ]);
});
