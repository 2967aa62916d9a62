import fc from "fast-check";
import { expect, test } from "vitest";
import { type DatevBeleg, kontiere, type Nettogruppe } from "../../../../src/belege/exporte/datev/kontierung.ts";
import type { Steuergruppe } from "../../../../src/kern/pacht/typen.ts";

const plan = { sachkontenlaenge: 4, weiterleitungskonto: "5901", gebuehrenkonto: "4869" };

const beleg = (mehr: Partial<DatevBeleg> = {}): DatevBeleg => ({
  belegnummer: "RE-2026-000001",
  grundart: "rechnung",
  istStorno: false,
  belegdatum: "2026-11-20",
  zahlbarBis: "2026-12-04",
  kontonummer: "PK-000417",
  kontaktId: 7,
  kontakt: "Ida Jürgensen",
  debitornummer: "10007",
  kreditornummer: "70007",
  netto: [],
  steuer: [],
  ...mehr,
});

const netto = (erloeskonto: string, steuersatzBp: number, nettoCent: number): Nettogruppe => ({
  positionsart: `Art ${erloeskonto}`,
  erloeskonto,
  steuersatzBp,
  steuerbefreiungGrund: steuersatzBp === 0 ? "§ 4 Nr. 12 UStG" : null,
  nettoCent,
});

/** Tax as a document has it: by rate, once on the sum, half away from zero. */
const steuerVon = (zeilen: Nettogruppe[]): Steuergruppe[] =>
  [...Map.groupBy(zeilen, ({ steuersatzBp }) => steuersatzBp)].map(([steuersatzBp, teile]) => {
    const nettoCent = teile.reduce((summe, teil) => summe + teil.nettoCent, 0);
    const steuer = Math.round((Math.abs(nettoCent) * steuersatzBp) / 10_000);
    return {
      steuersatzBp,
      steuerbefreiungGrund: teile[0]?.steuerbefreiungGrund ?? null,
      nettoCent,
      steuerCent: nettoCent < 0 ? -steuer : steuer,
    };
  });

test("mehrere Sätze und Konten auf einer Rechnung: die Steuer einer Gruppe verteilt sich ohne Rest", () => {
  const zeilen = [
    netto("4861", 0, 120_000),
    netto("4862", 1900, 3_333),
    netto("4863", 1900, 3_334),
    netto("4862", 700, 100),
  ];
  const { buchungen, maengel } = kontiere(beleg({ netto: zeilen, steuer: steuerVon(zeilen) }), plan);
  expect(maengel).toEqual([]);
  // Tax on 66.67 is 12.67: 6.33 on 33.33 and 6.34 on 33.34.
  expect(buchungen).toEqual([
    { umsatzCent: 120_000, sollHaben: "S", konto: "10007", gegenkonto: "4861", schluessel: "" },
    { umsatzCent: 3_966, sollHaben: "S", konto: "10007", gegenkonto: "4862", schluessel: "3" },
    { umsatzCent: 3_968, sollHaben: "S", konto: "10007", gegenkonto: "4863", schluessel: "3" },
    { umsatzCent: 107, sollHaben: "S", konto: "10007", gegenkonto: "4862", schluessel: "2" },
  ]);
});

test("eine Pachtminderung steht im Haben, neben der Pacht im Soll", () => {
  const zeilen = [netto("4862", 1900, 10_000), netto("4863", 1900, -2_000)];
  const { buchungen } = kontiere(beleg({ netto: zeilen, steuer: steuerVon(zeilen) }), plan);
  expect(buchungen.map(({ umsatzCent, sollHaben }) => [umsatzCent, sollHaben])).toEqual([
    [11_900, "S"],
    [2_380, "H"],
  ]);
});

test("Positionsarten auf demselben Erlöskonto sind eine Buchung, auch Pacht und Nachlass", () => {
  const zeilen = [
    netto("4861", 0, 90_000),
    { ...netto("4861", 0, -3_751), positionsart: "Nachlass" },
    netto("4862", 1900, 3),
    { ...netto("4862", 1900, 3), positionsart: "Wegegeld" },
    { ...netto("4862", 1900, 3), positionsart: "Wassergeld" },
  ];
  const { buchungen } = kontiere(beleg({ netto: zeilen, steuer: steuerVon(zeilen) }), plan);
  expect(buchungen.map(({ umsatzCent, sollHaben, gegenkonto }) => [umsatzCent, sollHaben, gegenkonto])).toEqual([
    [86_249, "S", "4861"],
    [11, "S", "4862"],
  ]);
});

test("fehlt Positionsarten das Erlöskonto, wird jede genannt", () => {
  const zeilen = ["Jagd", "Fischerei"].map((positionsart) => ({
    ...netto("4861", 0, 100),
    positionsart,
    erloeskonto: null,
  }));
  const { maengel } = kontiere(beleg({ netto: zeilen, steuer: steuerVon(zeilen) }), plan);
  expect(maengel.map(({ text }) => text)).toEqual([
    "Positionsart Jagd: Erlöskonto fehlt.",
    "Positionsart Fischerei: Erlöskonto fehlt.",
  ]);
});

test("ein Beleg, der nichts bewegt, braucht kein Konto", () => {
  const zeilen = [netto("4862", 1900, 0)];
  const leer = beleg({ debitornummer: null, netto: zeilen, steuer: steuerVon(zeilen) });
  expect(kontiere(leer, plan)).toEqual({ buchungen: [], maengel: [] });
});

const zeilen = fc.array(
  fc.record({
    konto: fc.constantFrom("4861", "4862", "4863"),
    bp: fc.constantFrom(0, 700, 1900),
    cent: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  }),
  { minLength: 1, maxLength: 8 },
);
const arten = fc.constantFrom("rechnung", "schlussrechnung", "gutschrift", "gebuehrenrechnung");

test("Soll weniger Haben ist der Bruttobetrag des Belegs; ein Storno hebt ihn Zeile für Zeile auf", () => {
  fc.assert(
    fc.property(zeilen, arten, (roh, grundart) => {
      const gruppen = [...Map.groupBy(roh, ({ konto, bp }) => `${konto} ${bp}`).values()].map((teile) =>
        netto(
          teile[0]?.konto ?? "",
          teile[0]?.bp ?? 0,
          teile.reduce((summe, { cent }) => summe + cent, 0),
        ),
      );
      const steuer = steuerVon(gruppen);
      const brutto = steuer.reduce((summe, gruppe) => summe + gruppe.nettoCent + gruppe.steuerCent, 0);
      const { buchungen, maengel } = kontiere(beleg({ grundart, netto: gruppen, steuer }), plan);
      expect(maengel).toEqual([]);
      const saldo = buchungen.reduce((s, b) => s + (b.sollHaben === "S" ? b.umsatzCent : -b.umsatzCent), 0);
      expect(saldo).toBe(grundart === "gutschrift" ? 0 - brutto : brutto);
      for (const { umsatzCent } of buchungen) expect(umsatzCent).toBeGreaterThan(0);
      const umgekehrt = gruppen.map((gruppe) => ({ ...gruppe, nettoCent: -gruppe.nettoCent }));
      const storno = kontiere(
        beleg({ grundart, istStorno: true, netto: umgekehrt, steuer: steuerVon(umgekehrt) }),
        plan,
      );
      expect(storno.buchungen).toEqual(buchungen.map((b) => ({ ...b, sollHaben: b.sollHaben === "S" ? "H" : "S" })));
    }),
    { numRuns: 500 },
  );
});
