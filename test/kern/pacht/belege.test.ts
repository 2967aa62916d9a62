import { describe, expect, test } from "vitest";
import { berechneKonto } from "../../../src/kern/pacht/konto.ts";
import { anteil, belege, konto, paechter, perioden, position, verpaechter } from "./muster.ts";

describe("Belege", () => {
  test("jede Zeile sagt, wie sie zustande kam", () => {
    const beteiligte = [paechter(7, anteil(1, 3)), paechter(8, anteil(2, 3))];
    const [erster, zweiter] = belege(konto({ beteiligte, pachtbeginn: "2025-02-15" }, "2025-02-15"));
    const herleitung = {
      segmentVon: "2025-02-15",
      segmentBis: "2025-09-30",
      methode: "monatsgenau",
      betragCent: 120_000,
      intervall: "jaehrlich",
      vollbetrag: "120000",
      bruchteil: "5/8",
      segmentCent: 75_000,
      anteil: "1/3",
      restCentSegment: 0,
      restCentAnteil: 0,
      hebungIds: [],
    };
    expect(erster?.zeilen).toEqual([
      {
        ursprungId: 1,
        positionId: 1,
        positionsartId: 1,
        bezeichnung: "Pacht",
        zeitraumVon: "2025-02-15",
        zeitraumBis: "2025-09-30",
        nettoCent: 25_000,
        steuersatzBp: 0,
        steuerbefreiungGrund: "§ 4 Nr. 12 UStG",
        weiterleitung: false,
        herleitung,
      },
    ]);
    expect(zweiter?.zeilen[0]).toMatchObject({ nettoCent: 50_000, herleitung: { anteil: "2/3" } });
  });

  test("Verpächter: Gutschrift, Gebührenrechnung, Auszahlung", () => {
    const beteiligte = [
      paechter(1),
      verpaechter(3, { ...anteil(1, 4), umsatzsteuerStatus: "regelbesteuert" }),
      verpaechter(2, anteil(3, 4)),
    ];
    const positionen = [
      position({ weiterleitung: true, steuersatzBp: 1900, steuerbefreiungGrund: null }),
      position({ id: 2, betragCent: 999 }),
    ];
    const eingabe = konto({ beteiligte, positionen, verwaltungsgebuehrBp: 525 });
    expect(
      belege(eingabe).map((b) => [b.belegart, b.kontaktId, b.nettoCent, b.steuerCent, b.bruttoCent, b.auszahlungCent]),
    ).toEqual([
      ["rechnung", 1, 120_999, 22_800, 143_799, null],
      ["gutschrift", 2, 90_000, 0, 90_000, 84_377],
      ["gebuehrenrechnung", 2, 4725, 898, 5623, null],
      ["gutschrift", 3, 30_000, 5700, 35_700, 33_826],
      ["gebuehrenrechnung", 3, 1575, 299, 1874, null],
    ]);
    expect(belege(eingabe)[0]?.steuergruppen).toEqual([
      { steuersatzBp: 1900, steuerbefreiungGrund: null, nettoCent: 120_000, steuerCent: 22_800 },
      { steuersatzBp: 0, steuerbefreiungGrund: "§ 4 Nr. 12 UStG", nettoCent: 999, steuerCent: 0 },
    ]);
    expect(belege(eingabe)[2]?.zeilen[0]).toMatchObject({
      bezeichnung: "Verwaltungsgebühr",
      herleitung: { methode: "gebuehr", betragCent: 90_000, bruchteil: "21/400", segmentCent: 4725 },
    });
  });

  test("eine Gebühr von 0 Cent gibt keinen Beleg; ausgezahlt wird das Brutto", () => {
    const beteiligte = [paechter(1), verpaechter(2)];
    const klein = konto({
      beteiligte,
      verwaltungsgebuehrBp: 49,
      positionen: [position({ betragCent: 100, weiterleitung: true })],
    });
    expect(belege(klein).map((b) => [b.belegart, b.auszahlungCent])).toEqual([
      ["rechnung", null],
      ["gutschrift", 100],
    ]);
  });

  test.each([
    ["regelbesteuert", 1900, 1900, null],
    ["regelbesteuert", 0, 0, "§ 4 Nr. 12 UStG"],
    ["kleinunternehmer", 1900, 0, "steuerfrei nach § 19 Abs. 1 UStG (Kleinunternehmer)"],
    ["kleinunternehmer", 0, 0, "§ 4 Nr. 12 UStG"],
    ["nicht_steuerbar", 1900, 0, "nicht steuerbar"],
    [null, 0, 0, "§ 4 Nr. 12 UStG"],
    ["pauschaliert", 0, 0, "§ 4 Nr. 12 UStG"],
  ] as const)(
    "ein Verpächter %s mit einer Position zu %i",
    (umsatzsteuerStatus, steuersatzBp, satz, steuerbefreiungGrund) => {
      const beteiligte = [paechter(1), verpaechter(2, { umsatzsteuerStatus })];
      const eingabe = konto({ beteiligte, positionen: [position({ weiterleitung: true, steuersatzBp })] });
      const [rechnung, gutschrift] = belege(eingabe);
      expect(gutschrift?.zeilen[0]).toMatchObject({ steuersatzBp: satz, steuerbefreiungGrund });
      expect(rechnung?.zeilen[0]?.steuersatzBp).toBe(steuersatzBp);
    },
  );

  test("ein Zeitraum ohne Zeilen wird ohne Belege abgerechnet", () => {
    const eingabe = konto({ positionen: [position({ betragCent: 0 })] });
    expect(berechneKonto(eingabe, "2025-10-01")).toEqual({
      abrechenbar: true,
      perioden: [{ faelligkeit: eingabe.faelligkeiten[0], belege: [] }],
    });
  });

  test("Zeilen, die sich aufheben, geben einen Beleg über 0,00", () => {
    const eingabe = konto({ positionen: [position(), position({ id: 2, betragCent: -120_000 })] });
    expect(belege(eingabe)).toMatchObject([{ nettoCent: 0, bruttoCent: 0, zeilen: [{}, {}] }]);
  });

  test("jeder fällige Zeitraum hat eigene Belege, der älteste zuerst", () => {
    const eingabe = konto({ zahlungsrhythmus: "halbjaehrlich" }, "2025-10-01");
    eingabe.faelligkeiten.reverse();
    expect(perioden(eingabe).map((p) => [p.faelligkeit.zeitraumVon, p.belege.length])).toEqual([
      ["2024-10-01", 1],
      ["2025-04-01", 1],
      ["2025-10-01", 1],
    ]);
  });
});
