import { expect, test } from "vitest";
import { Buch, kurz, zeilen } from "../buch.ts";
import { anteil, gruende, konto, paechter, position, verpaechter } from "../muster.ts";

// June 2025, 100.00 a month.
const juni = {
  pachtbeginn: "2025-06-01",
  zahlungsrhythmus: "monatlich",
  positionen: [position({ betragCent: 10_000, intervall: "monatlich", weiterleitung: true })],
} as const;

test("ein Pächter geht am 10. für zwei mit 1/3 und 2/3, ein Verpächter verkauft am 20.", () => {
  const beteiligte = [
    paechter(1, { gueltigBis: "2025-06-10" }),
    paechter(2, { ...anteil(1, 3), gueltigVon: "2025-06-11" }),
    paechter(3, { ...anteil(2, 3), gueltigVon: "2025-06-11" }),
    verpaechter(4, { gueltigBis: "2025-06-20" }),
    verpaechter(5, { gueltigVon: "2025-06-21" }),
  ];
  const buch = new Buch({ ...juni, positionen: [...juni.positionen], beteiligte });
  // three times ten days: 33.34, 33.33, 33.33; a third of 33.33 is 11.11
  expect(
    zeilen(buch.buche("2025-07-01")).map(([beleg, kontakt, , von, , netto]) => [beleg, kontakt, von, netto]),
  ).toEqual([
    ["RE-1", 1, "2025-06-01", 3334],
    ["RE-2", 2, "2025-06-11", 1111],
    ["RE-2", 2, "2025-06-21", 1111],
    ["RE-3", 3, "2025-06-11", 2222],
    ["RE-3", 3, "2025-06-21", 2222],
    ["GS-1", 4, "2025-06-01", 3334],
    ["GS-1", 4, "2025-06-11", 3333],
    ["GS-2", 5, "2025-06-21", 3333],
  ]);
});

test("ein Verkauf schneidet nur Weitergeleitetes", () => {
  const beteiligte = [
    paechter(1),
    verpaechter(4, { gueltigBis: "2025-06-20" }),
    verpaechter(5, { gueltigVon: "2025-06-21" }),
  ];
  const eigenes = position({ id: 2, bezeichnung: "Pauschale", betragCent: 3000, intervall: "monatlich" });
  const buch = new Buch({ ...juni, positionen: [...juni.positionen, eigenes], beteiligte });
  expect(zeilen(buch.buche("2025-07-01")).filter(([beleg]) => beleg === "RE-1")).toEqual([
    ["RE-1", 1, "Pacht", "2025-06-01", "2025-06-20", 6667],
    ["RE-1", 1, "Pacht", "2025-06-21", "2025-06-30", 3333],
    ["RE-1", 1, "Pauschale", "2025-06-01", "2025-06-30", 3000],
  ]);
});

test("ids zählen als Zahlen: von 100,00 zu Dritteln gehört der Cent Kontakt 9, nicht 10", () => {
  const beteiligte = [10, 9, 11].map((id) => paechter(id, anteil(1, 3)));
  const buch = new Buch({
    ...juni,
    positionen: [position({ betragCent: 10_000, intervall: "monatlich" })],
    beteiligte,
  });
  expect(kurz(buch.buche("2025-07-01")).map(([, kontakt, netto]) => [kontakt, netto])).toEqual([
    [9, 3334],
    [10, 3333],
    [11, 3333],
  ]);
});

test("derselbe Kontakt zweimal: 1/3 + 1/3 ist ein Beleg über 66,67", () => {
  const beteiligte = [paechter(1, anteil(1, 3)), paechter(2, anteil(1, 3)), paechter(1, anteil(1, 3))];
  const buch = new Buch({
    ...juni,
    positionen: [position({ betragCent: 10_000, intervall: "monatlich" })],
    beteiligte,
  });
  expect(kurz(buch.buche("2025-07-01"))).toEqual([
    ["RE-1", 1, 6667, 6667],
    ["RE-2", 2, 3333, 3333],
  ]);
});

test("ein Tag ohne Pächter hält das Konto auf, außer keine Position gilt an ihm", () => {
  const beteiligte = [paechter(1, { gueltigBis: "2025-03-30" }), paechter(2, { gueltigVon: "2025-04-01" })];
  expect(gruende(konto({ beteiligte }))).toEqual(["kein_paechter"]);
  const positionen = [position({ gueltigVon: "2025-04-01" })];
  expect(gruende(konto({ beteiligte, positionen }))).toEqual([]);
});
