import { describe, expect, test } from "vitest";
import { belege, jeKontakt, konto, netto, paechter, perioden, position, verpaechter } from "./muster.ts";

describe("Abschnitte", () => {
  test("eine neue Fassung schneidet; gerundet wird der Zeitraum einmal", () => {
    const positionen = [
      position({ gueltigBis: "2025-01-14" }),
      position({ id: 2, ursprungId: 1, betragCent: 132_000, gueltigVon: "2025-01-15" }),
    ];
    // 3 14/31 months of 100.00 and 8 17/31 of 110.00
    expect(netto(konto({ positionen }))).toEqual([34_516, 94_032]);
  });

  test("ein Pächterwechsel am 15. Januar teilt das Jahr, ein Verpächterwechsel nur Weitergeleitetes", () => {
    const beteiligte = [
      paechter(1, { gueltigBis: "2025-01-14" }),
      paechter(2, { gueltigVon: "2025-01-15" }),
      verpaechter(3, { gueltigBis: "2025-03-31" }),
      verpaechter(4, { gueltigVon: "2025-04-01" }),
    ];
    const positionen = [position({ weiterleitung: true }), position({ id: 2, betragCent: 12_000 })];
    const eingabe = konto({ beteiligte, positionen });
    expect(netto(eingabe)).toEqual([34_516, 3452, 25_484, 60_000, 8548]);
    expect(jeKontakt(eingabe)).toEqual([
      [1, 37_968],
      [2, 94_032],
    ]);
    expect(jeKontakt(eingabe, "gutschrift")).toEqual([
      [3, 60_000],
      [4, 60_000],
    ]);
  });

  test("Weitergeleitetes schneiden beide, wer auch zuerst wechselt; die Belege stehen in der Folge der Kontakte", () => {
    const beteiligte = [
      verpaechter(6, { gueltigBis: "2024-12-31" }),
      verpaechter(5, { gueltigVon: "2025-01-01" }),
      paechter(9, { gueltigBis: "2025-03-31" }),
      paechter(8, { gueltigVon: "2025-04-01" }),
    ];
    const eingabe = konto({ beteiligte, positionen: [position({ weiterleitung: true })] });
    const zeilen = (belegart: string) =>
      belege(eingabe)
        .filter((b) => b.belegart === belegart)
        .flatMap((b) => b.zeilen.map((z) => [b.kontaktId, z.zeitraumVon, z.zeitraumBis, z.nettoCent]));
    expect(zeilen("rechnung")).toEqual([
      [8, "2025-04-01", "2025-09-30", 60_000],
      [9, "2024-10-01", "2024-12-31", 30_000],
      [9, "2025-01-01", "2025-03-31", 30_000],
    ]);
    expect(zeilen("gutschrift")).toEqual([
      [5, "2025-01-01", "2025-03-31", 30_000],
      [5, "2025-04-01", "2025-09-30", 60_000],
      [6, "2024-10-01", "2024-12-31", 30_000],
    ]);
  });

  test("nicht anteilig: der volle Betrag des ersten gültigen Tages, für die Parteien dieses Tages", () => {
    const positionen = [
      position({ anteilig: false, gueltigVon: "2025-02-01", gueltigBis: "2025-03-31" }),
      position({ id: 2, ursprungId: 1, anteilig: false, betragCent: 1, gueltigVon: "2025-04-01" }),
    ];
    const beteiligte = [paechter(1, { gueltigBis: "2025-02-01" }), paechter(2, { gueltigVon: "2025-02-02" })];
    const [beleg, ...weitere] = belege(konto({ positionen, beteiligte, pachtbeginn: "2024-12-24" }, "2025-01-01"));
    expect(weitere).toEqual([]);
    expect(beleg).toMatchObject({ kontaktId: 1, nettoCent: 120_000 });
    expect(beleg?.zeilen[0]).toMatchObject({
      zeitraumVon: "2025-02-01",
      zeitraumBis: "2025-03-31",
      herleitung: { methode: "nicht_anteilig", segmentBis: "2025-03-31" },
    });
  });

  test("Einmaliges wird einmal und ganz berechnet, im Zeitraum seines Tages, für die Parteien dieses Tages", () => {
    const einmalig = position({
      intervall: "einmalig",
      betragCent: 777,
      gueltigVon: "2025-03-10",
      gueltigBis: "2025-03-01",
    });
    const beteiligte = [paechter(1, { gueltigBis: "2025-03-09" }), paechter(2, { gueltigVon: "2025-03-10" })];
    const eingabe = konto({ positionen: [einmalig], beteiligte, zahlungsrhythmus: "monatlich" }, "2025-06-01");
    expect(perioden(eingabe).map((p) => p.belege.map((b) => [b.kontaktId, b.nettoCent]))).toEqual(
      Array.from({ length: 9 }, (_, monat) => (monat === 5 ? [[2, 777]] : [])),
    );
    expect(netto(konto({ positionen: [einmalig], pachtende: "2025-03-09" }, "2025-06-01"))).toEqual([]);
  });

  test("Einmaliges ohne Tag gehört zum Pachtbeginn", () => {
    const positionen = [position({ intervall: "einmalig", betragCent: 777 })];
    expect(netto(konto({ positionen }, "2025-10-01"))).toEqual([777]);
    expect(netto(konto({ positionen, abrechnungAb: "2024-10-02" }, "2025-10-01"))).toEqual([]);
  });

  test("30/360: der 31. zählt nichts, der letzte Februartag, was fehlt", () => {
    const monat = (gueltigVon: string, gueltigBis: string) =>
      netto(
        konto(
          {
            berechnungsart: "dreissig360",
            zahlungsrhythmus: "monatlich",
            pachtbeginn: "2020-10-01",
            abrechnungAb: `${gueltigVon.slice(0, 7)}-01`,
            positionen: [position({ betragCent: 3000, intervall: "monatlich", gueltigVon, gueltigBis })],
          },
          gueltigBis,
        ),
      );
    expect(monat("2025-01-31", "2025-01-31")).toEqual([]);
    expect(monat("2025-01-30", "2025-01-31")).toEqual([100]);
    expect(monat("2025-02-28", "2025-02-28")).toEqual([300]);
    expect(monat("2024-02-28", "2024-02-28")).toEqual([100]);
    expect(monat("2024-02-29", "2024-02-29")).toEqual([200]);
    expect(monat("2025-04-30", "2025-04-30")).toEqual([100]);
  });
});
