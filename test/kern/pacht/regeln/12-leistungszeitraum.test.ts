import { expect, test } from "vitest";
import type { KontoEingabe } from "../../../../src/kern/pacht/typen.ts";
import { Buch, type Buchung } from "../buch.ts";
import { anteil, paechter, position, verpaechter } from "../muster.ts";

/** Each document as [number, contact, its first day, its last day]. */
const leistungen = (buchungen: readonly Buchung[]) =>
  buchungen.flatMap(({ belege }) =>
    belege.map((b) => [b.belegnummer, b.kontaktId, b.leistungVon, b.leistungBis] as const),
  );
// 1,200.00 a year from 1 October 2024, billed yearly.
const jahr = (mehr: Partial<KontoEingabe>) => {
  const buchungen = new Buch(mehr).buche("2025-10-01");
  expect(buchungen[0]?.faelligkeit).toMatchObject({ zeitraumVon: "2024-10-01", zeitraumBis: "2025-09-30" });
  return leistungen(buchungen);
};
const seit = (gueltigVon: string) => ({ gueltigVon });
const bis = (gueltigBis: string) => ({ gueltigBis });

test("wer am 1. März Pächter wird, dessen Rechnung ist für die Zeit vom 1. März an", () => {
  expect(jahr({ beteiligte: [paechter(1, bis("2025-02-28")), paechter(2, seit("2025-03-01"))] })).toEqual([
    ["RE-1", 1, "2024-10-01", "2025-02-28"],
    ["RE-2", 2, "2025-03-01", "2025-09-30"],
  ]);
});

test("auch eine Position, die später beginnt, kürzt die Zeit der Rechnung", () => {
  const positionen = [position(seit("2025-01-15")), position({ id: 2, gueltigVon: "2025-04-01" })];
  expect(jahr({ positionen })).toEqual([["RE-1", 1, "2025-01-15", "2025-09-30"]]);
});

test("eine einmalige Position ist für ihren Tag", () => {
  const positionen = [position({ intervall: "einmalig", gueltigVon: "2025-05-20" })];
  expect(jahr({ positionen })).toEqual([["RE-1", 1, "2025-05-20", "2025-05-20"]]);
});

test("die Gutschrift nennt die Tage ihres Verpächters, die Gebührenrechnung dieselben, auch in ihrer Zeile", () => {
  const beteiligte = [
    paechter(1),
    verpaechter(2, bis("2024-12-31")),
    verpaechter(3, { ...seit("2025-01-01"), ...anteil(1, 2) }),
    verpaechter(4, { ...seit("2025-01-01"), ...anteil(1, 2) }),
  ];
  const positionen = [position({ weiterleitung: true })];
  const buch = new Buch({ beteiligte, positionen, verwaltungsgebuehrBp: 500 });
  const buchungen = buch.buche("2025-10-01");
  expect(leistungen(buchungen)).toEqual([
    ["RE-1", 1, "2024-10-01", "2025-09-30"],
    ["GS-1", 2, "2024-10-01", "2024-12-31"],
    ["GB-1", 2, "2024-10-01", "2024-12-31"],
    ["GS-2", 3, "2025-01-01", "2025-09-30"],
    ["GB-2", 3, "2025-01-01", "2025-09-30"],
    ["GS-3", 4, "2025-01-01", "2025-09-30"],
    ["GB-3", 4, "2025-01-01", "2025-09-30"],
  ]);
  expect(buchungen[0]?.belege[2]?.zeilen).toMatchObject([{ zeitraumVon: "2024-10-01", zeitraumBis: "2024-12-31" }]);
  expect(buch.storniereLetzte().map((b) => [b.leistungVon, b.leistungBis])).toEqual(
    buchungen[0]?.belege.map((b) => [b.leistungVon, b.leistungBis]),
  );
});

test("die Schlussrechnung über ein gebuchtes Jahr ist für die Zeit bis zum Pachtende, nicht für das ganze Jahr", () => {
  const buch = new Buch({
    istVorauszahlend: true,
    beteiligte: [paechter(1), verpaechter(2)],
    positionen: [position({ weiterleitung: true })],
  });
  buch.buche("2024-10-01");
  buch.aendere({ pachtende: "2025-06-30" });
  expect(leistungen(buch.buche("2025-07-01"))).toEqual([
    ["SR-1", 1, "2024-10-01", "2025-06-30"],
    ["GS-2", 2, "2024-10-01", "2025-06-30"],
  ]);
});

test("wer im letzten Jahr erst im März kam, dessen Schlussrechnung beginnt im März", () => {
  const buch = new Buch({
    istVorauszahlend: true,
    beteiligte: [paechter(1, bis("2025-02-28")), paechter(2, seit("2025-03-01"))],
  });
  buch.buche("2024-10-01");
  buch.aendere({ pachtende: "2025-06-30" });
  expect(leistungen(buch.buche("2025-07-01"))).toEqual([["SR-1", 2, "2025-03-01", "2025-06-30"]]);
});

test("wer erst nach dem Pachtende gekommen wäre, bekommt die Tage zurück, für die er gezahlt hat", () => {
  const buch = new Buch({
    istVorauszahlend: true,
    beteiligte: [paechter(1, bis("2025-08-31")), paechter(2, seit("2025-09-01"))],
  });
  buch.buche("2024-10-01");
  buch.aendere({ pachtende: "2025-06-30" });
  expect(leistungen(buch.buche("2025-07-01"))).toEqual([
    ["SR-1", 1, "2024-10-01", "2025-06-30"],
    ["SR-2", 2, "2025-09-01", "2025-09-30"],
  ]);
});
