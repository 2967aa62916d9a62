import { describe, expect, test } from "vitest";
import { berechneKonto } from "../../../src/kern/pacht/konto.ts";
import {
  anteil,
  belege,
  gruende,
  hebung,
  jeKontakt,
  konto,
  netto,
  paechter,
  perioden,
  position,
  verpaechter,
} from "./muster.ts";

describe("segments", () => {
  test("a new version cuts; the period is rounded once", () => {
    const positionen = [
      position({ gueltigBis: "2025-01-14" }),
      position({ id: 2, ursprungId: 1, betragCent: 132_000, gueltigVon: "2025-01-15" }),
    ];
    // 3 14/31 months of 100.00 and 8 17/31 of 110.00
    expect(netto(konto({ positionen }))).toEqual([34_516, 94_032]);
  });

  test("a change of lessees on 15 January splits the year, a change of lessors only a pass-on position", () => {
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

  test("a pass-on position is cut by both, whoever changes first; documents are in the order of the contacts", () => {
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

  test("without pro rata: the full amount of the first valid day, for the parties of that day", () => {
    const positionen = [
      position({ anteilig: false, gueltigVon: "2025-02-01", gueltigBis: "2025-03-31" }),
      position({ id: 2, ursprungId: 1, anteilig: false, betragCent: 1, gueltigVon: "2025-04-01" }),
    ];
    const beteiligte = [paechter(1, { gueltigBis: "2025-02-01" }), paechter(2, { gueltigVon: "2025-02-02" })];
    const [beleg, ...weitere] = belege(konto({ positionen, beteiligte, pachtbeginn: "2024-12-24" }, "2025-01-01"));
    expect(weitere).toEqual([]);
    expect(beleg).toMatchObject({ kontaktId: 1, nettoCent: 120_000 });
    expect(beleg?.zeilen[0]).toMatchObject({ zeitraumVon: "2025-02-01", zeitraumBis: "2025-09-30" });
  });

  test("a one-off is billed once, whole, in the period that holds it, for the parties of that day", () => {
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

  test("a one-off without a date belongs to pachtbeginn", () => {
    const positionen = [position({ intervall: "einmalig", betragCent: 777 })];
    expect(netto(konto({ positionen }, "2025-10-01"))).toEqual([777]);
    expect(netto(konto({ positionen, abrechnungAb: "2024-10-02" }, "2025-10-01"))).toEqual([]);
  });

  test("dreissig360: the 31st counts nothing, the last of February what is missing", () => {
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

describe("documents", () => {
  test("each line says how it came about", () => {
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

  test("lessor: Gutschrift, fee document, payout", () => {
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

  test("a fee of 0 cents gives no document; the payout is the gross", () => {
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
    ["kleinunternehmer", 1900, 0, "Kleinunternehmer, § 19 UStG"],
    ["kleinunternehmer", 0, 0, "Kleinunternehmer, § 19 UStG"],
    ["nicht_steuerbar", 1900, 0, "nicht steuerbar"],
    [null, 0, 0, "nicht steuerbar"],
    ["pauschaliert", 0, 0, "§ 4 Nr. 12 UStG"],
  ] as const)("a lessor %s with a position at %i", (umsatzsteuerStatus, steuersatzBp, satz, steuerbefreiungGrund) => {
    const beteiligte = [paechter(1), verpaechter(2, { umsatzsteuerStatus })];
    const eingabe = konto({ beteiligte, positionen: [position({ weiterleitung: true, steuersatzBp })] });
    const [rechnung, gutschrift] = belege(eingabe);
    expect(gutschrift?.zeilen[0]).toMatchObject({ steuersatzBp: satz, steuerbefreiungGrund });
    expect(rechnung?.zeilen[0]?.steuersatzBp).toBe(steuersatzBp);
  });

  test("a period without lines is billed with no documents", () => {
    const eingabe = konto({ positionen: [position({ betragCent: 0 })] });
    expect(berechneKonto(eingabe, "2025-10-01")).toEqual({
      abrechenbar: true,
      perioden: [{ faelligkeit: eingabe.faelligkeiten[0], belege: [] }],
    });
  });

  test("lines that cancel out make a document over 0", () => {
    const eingabe = konto({ positionen: [position(), position({ id: 2, betragCent: -120_000 })] });
    expect(belege(eingabe)).toMatchObject([{ nettoCent: 0, bruttoCent: 0, zeilen: [{}, {}] }]);
  });

  test("each due period has its own documents, oldest first", () => {
    const eingabe = konto({ zahlungsrhythmus: "halbjaehrlich" }, "2025-10-01");
    eingabe.faelligkeiten.reverse();
    expect(perioden(eingabe).map((p) => [p.faelligkeit.zeitraumVon, p.belege.length])).toEqual([
      ["2024-10-01", 1],
      ["2025-04-01", 1],
      ["2025-10-01", 1],
    ]);
  });
});

describe("reasons", () => {
  test.each([
    ["nothing wrong", {}, []],
    ["inactive", { status: "inaktiv" }, ["inaktiv"]],
    ["prepayment unknown", { istVorauszahlend: null }, ["vorauszahlung_unbekannt"]],
    ["no lessee", { beteiligte: [] }, ["kein_paechter"]],
    ["no lessee on the last day", { beteiligte: [paechter(1, { gueltigBis: "2025-09-29" })] }, ["kein_paechter"]],
    ["no lessee after the period", { beteiligte: [paechter(1, { gueltigBis: "2025-09-30" })] }, []],
    ["shares of the lessees", { beteiligte: [paechter(1), paechter(2)] }, ["anteile_paechter"]],
    ["no lessor", { positionen: [position({ weiterleitung: true })] }, ["kein_verpaechter"]],
    ["no lessor needed", { positionen: [position()] }, []],
    [
      "shares of the lessors",
      { positionen: [position({ weiterleitung: true })], beteiligte: [paechter(1), verpaechter(2, anteil(1, 2))] },
      ["anteile_verpaechter"],
    ],
    [
      "no lessee before a one-off",
      {
        positionen: [position({ intervall: "einmalig", gueltigVon: "2025-05-05" })],
        beteiligte: [paechter(1, { gueltigVon: "2025-05-05", gueltigBis: "2025-05-05" })],
      },
      [],
    ],
    ["an increase without a base", { hebungen: [hebung({ positionIds: [9] })] }, ["hebung_ohne_basis"]],
    ["the same after the period", { hebungen: [hebung({ positionIds: [9], wirksamAb: "2025-10-01" })] }, []],
    [
      "all at once",
      {
        status: "inaktiv",
        istVorauszahlend: null,
        positionen: [position({ weiterleitung: true, steuersatzBp: 700 })],
        hebungen: [hebung({ positionIds: [9] })],
        beteiligte: [
          paechter(1, { gueltigVon: "2025-01-01" }),
          paechter(2, { gueltigVon: "2025-02-01" }),
          verpaechter(3, { gueltigVon: "2025-02-01", ...anteil(1, 2), umsatzsteuerStatus: "pauschaliert" }),
        ],
      },
      [
        "anteile_paechter",
        "anteile_verpaechter",
        "hebung_ohne_basis",
        "inaktiv",
        "kein_paechter",
        "kein_verpaechter",
        "steuerstatus_verpaechter",
        "vorauszahlung_unbekannt",
      ],
    ],
  ] as const)("%s", (_, mehr, erwartet) => {
    expect(gruende(konto(structuredClone(mehr) as Parameters<typeof konto>[0]))).toEqual(erwartet);
  });

  test("a flat-rate farmer with a rate, but only where there is a line", () => {
    const beteiligte = [paechter(1), verpaechter(2, { umsatzsteuerStatus: "pauschaliert" })];
    const mitSatz = position({ weiterleitung: true, steuersatzBp: 1900 });
    expect(gruende(konto({ beteiligte, positionen: [mitSatz] }))).toEqual(["steuerstatus_verpaechter"]);
    expect(gruende(konto({ beteiligte, positionen: [{ ...mitSatz, betragCent: 0 }] }))).toEqual([]);
    expect(gruende(konto({ beteiligte, positionen: [{ ...mitSatz, weiterleitung: false }] }))).toEqual([]);
    const zwei = [...beteiligte, verpaechter(3)];
    expect(gruende(konto({ beteiligte: zwei, positionen: [{ ...mitSatz, betragCent: 0 }] }))).toEqual([
      "anteile_verpaechter",
    ]);
  });

  test("one bad period holds up the others", () => {
    const eingabe = konto({ beteiligte: [paechter(1, { gueltigVon: "2024-10-02" })] }, "2026-10-01");
    expect(berechneKonto(eingabe, "2027-10-01")).toEqual({ abrechenbar: false, gruende: ["kein_paechter"] });
  });

  test("a final settlement that is due", () => {
    const eingabe = konto({ pachtende: "2025-06-30", istVorauszahlend: null });
    expect(gruende(eingabe, "2025-06-30")).toEqual(["vorauszahlung_unbekannt"]);
    expect(() => gruende(eingabe, "2025-07-01")).toThrow(RangeError);
    expect(gruende({ ...eingabe, gebucht: [] }, "2025-07-01")).toEqual(["vorauszahlung_unbekannt"]);
  });

  test("an account with nothing due is billable with nothing", () => {
    const eingabe = konto({ faelligkeiten: [], status: "inaktiv", beteiligte: [] });
    expect(berechneKonto(eingabe, "2025-10-01")).toEqual({ abrechenbar: true, perioden: [] });
  });

  test("a due period across the grid is a fault of the program, not an amount", () => {
    const faelligkeiten = [
      {
        id: 1,
        zeitraumVon: "2024-10-01",
        zeitraumBis: "2025-10-01",
        faelligAm: "2025-10-02",
        art: "regulaer" as const,
      },
    ];
    expect(() => berechneKonto(konto({ faelligkeiten }), "2026-01-01")).toThrow(RangeError);
  });
});
