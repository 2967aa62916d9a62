import { describe, expect, test } from "vitest";
import { belegtitel } from "../../../../src/kern/pacht/gutschrift.ts";
import { berechneKonto } from "../../../../src/kern/pacht/konto.ts";
import { planeFaelligkeiten } from "../../../../src/kern/pacht/perioden.ts";
import { GRUND_KLEINUNTERNEHMER } from "../../../../src/kern/pacht/steuer.ts";
import type { UmsatzsteuerStatus } from "../../../../src/kern/pacht/typen.ts";
import { Buch, kurz, zeilen } from "../buch.ts";
import { paechter, position, verpaechter } from "../muster.ts";

// 1,200.00 a year from 1 October 2024, billed yearly, unless stated.
describe("was gebucht ist, bleibt richtig", () => {
  const steuer = (buch: Buch) =>
    buch.buchungen
      .at(-1)
      ?.belege.map((b) => [b.kontaktId, b.steuergruppen.map((g) => [g.steuersatzBp, g.nettoCent, g.steuerCent])]);

  test("sein Satz: eine Berichtigung wird besteuert wie die Rechnung, auch wenn der Satz jetzt ein anderer ist", () => {
    const buch = new Buch({ istVorauszahlend: true, positionen: [position({ steuersatzBp: 1900 })] });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-06-30", positionen: [position({ steuersatzBp: 700 })] });
    buch.buche("2025-07-01");
    expect(steuer(buch)).toEqual([[1, [[1900, -30_000, -5700]]]]);
  });

  test("zwei Fassungen mit zwei Sätzen: eine Zeile je Satz", () => {
    const positionen = [
      position({ steuersatzBp: 1900, gueltigBis: "2025-03-31" }),
      position({ id: 2, ursprungId: 1, steuersatzBp: 700, gueltigVon: "2025-04-01" }),
    ];
    const buch = new Buch({ istVorauszahlend: true, positionen });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2024-12-31" });
    buch.buche("2025-01-01");
    expect(steuer(buch)).toEqual([
      [
        1,
        [
          [1900, -30_000, -5700],
          [700, -60_000, -4200],
        ],
      ],
    ]);
  });

  test("der Steuerstatus eines Verpächters: der der gebuchten Gutschrift", () => {
    const mit = (umsatzsteuerStatus: "regelbesteuert" | "pauschaliert") => [
      paechter(1),
      verpaechter(2, { umsatzsteuerStatus }),
    ];
    const positionen = [position({ steuersatzBp: 1900, weiterleitung: true })];
    const buch = new Buch({ istVorauszahlend: true, positionen, beteiligte: mit("regelbesteuert") });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-06-30", beteiligte: mit("pauschaliert") });
    buch.buche("2025-07-01");
    expect(steuer(buch)).toEqual([
      [1, [[1900, -30_000, -5700]]],
      [2, [[1900, -30_000, -5700]]],
    ]);
  });

  test.each([
    ["regelbesteuert", "nicht_steuerbar", 0, "Gutschrift"],
    ["regelbesteuert", null, 0, "Gutschrift"],
    ["kleinunternehmer", "nicht_steuerbar", 1900, "Gutschrift"],
    ["kleinunternehmer", "regelbesteuert", 0, "Auszahlungsmitteilung"],
    ["nicht_steuerbar", "regelbesteuert", 0, "Auszahlungsmitteilung"],
    ["nicht_steuerbar", "regelbesteuert", 1900, "Auszahlungsmitteilung"],
    [null, "regelbesteuert", 0, "Auszahlungsmitteilung"],
  ] as const)("sein Titel: %s gebucht, heute %s, %i", (damals, heute, steuersatzBp, titel) => {
    const mit = (umsatzsteuerStatus: UmsatzsteuerStatus | null) => [
      paechter(1),
      verpaechter(2, { umsatzsteuerStatus, hatSteuernummer: true }),
    ];
    const positionen = [position({ steuersatzBp, weiterleitung: true })];
    const buch = new Buch({ istVorauszahlend: true, positionen, beteiligte: mit(damals) });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-06-30", beteiligte: mit(heute) });
    const gutschrift = buch.buche("2025-07-01")[0]?.belege.find(({ belegart }) => belegart === "gutschrift");
    expect(gutschrift?.gebuchterStatus).toBe(damals);
    expect(belegtitel("gutschrift", damals, gutschrift?.steuergruppen ?? [])).toBe(titel);
  });

  test("berichtigt sie eine Auszahlungsmitteilung, braucht sie auch heute keine Steuernummer, eine Gutschrift wohl", () => {
    const gruende = (damals: UmsatzsteuerStatus, heute: UmsatzsteuerStatus) => {
      const mit = (umsatzsteuerStatus: UmsatzsteuerStatus, hatSteuernummer: boolean) => [
        paechter(1),
        verpaechter(2, { umsatzsteuerStatus, hatSteuernummer }),
      ];
      const positionen = [position({ weiterleitung: true })];
      const buch = new Buch({ istVorauszahlend: true, positionen, beteiligte: mit(damals, true) });
      buch.buche("2024-10-01");
      buch.aendere({ pachtende: "2025-06-30", beteiligte: mit(heute, false) });
      const ergebnis = berechneKonto(buch.eingabe("2025-07-01"), "2025-07-01");
      return ergebnis.abrechenbar ? [] : ergebnis.gruende;
    };
    expect(gruende("nicht_steuerbar", "regelbesteuert")).toEqual([]);
    expect(gruende("regelbesteuert", "nicht_steuerbar")).toEqual(["steuernummer_verpaechter"]);
  });

  test("ein offener letzter Zeitraum geht nach dem heutigen Status; ist ein Teil eine Gutschrift, ist es das Ganze", () => {
    const mit = (umsatzsteuerStatus: UmsatzsteuerStatus) => [paechter(1), verpaechter(2, { umsatzsteuerStatus })];
    const positionen = [position({ weiterleitung: true })];
    const schluss = (damals: UmsatzsteuerStatus, heute: UmsatzsteuerStatus) => {
      const buch = new Buch({
        zahlungsrhythmus: "monatlich",
        istVorauszahlend: true,
        positionen,
        beteiligte: mit(damals),
      });
      buch.buche("2025-07-01");
      buch.aendere({ pachtende: "2025-07-15", beteiligte: mit(heute) });
      return buch
        .buche("2025-07-16")
        .at(-1)
        ?.belege.find(({ belegart }) => belegart === "gutschrift");
    };
    expect(schluss("nicht_steuerbar", "nicht_steuerbar")?.gebuchterStatus).toBeUndefined();
    expect(schluss("regelbesteuert", "nicht_steuerbar")?.gebuchterStatus).toBe("regelbesteuert");
  });

  test("seine Weiterleitung: beide Seiten bekommen denselben Unterschied", () => {
    const beteiligte = [paechter(1), verpaechter(2)];
    const buch = new Buch({ istVorauszahlend: true, beteiligte, positionen: [position({ weiterleitung: true })] });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-06-30", positionen: [position()] });
    expect(kurz(buch.buche("2025-07-01")).map(([, kontakt, netto]) => [kontakt, netto])).toEqual([
      [1, -30_000],
      [2, -30_000],
    ]);
  });

  test("sein Raster: ein Jahr im Voraus gebucht, dann Monate", () => {
    const buch = new Buch({ istVorauszahlend: true });
    buch.buche("2024-10-01");
    buch.aendere({ zahlungsrhythmus: "monatlich" });
    buch.buche("2025-10-01");
    buch.aendere({ pachtende: "2025-08-31" });
    expect(zeilen(buch.buche("2025-10-01"))).toEqual([
      ["SR-1", 1, "Pacht", "2024-10-01", "2025-09-30", -10_000],
      ["SR-1", 1, "Pacht", "2025-10-01", "2025-10-31", -10_000],
    ]);
  });
});

describe("die Gebühr einer Berichtigung ist die gebuchte", () => {
  const lessor = { beteiligte: [paechter(1), verpaechter(2)], positionen: [position({ weiterleitung: true })] };
  const fuenf = { verwaltungsgebuehrBp: 500, gebuehrSteuersatzBp: 1900 };
  const zehn = { verwaltungsgebuehrBp: 1000, gebuehrSteuersatzBp: 700 };
  /** Each fee document as lines [base, net, rate], its net and tax. */
  const gebuehren = (buchungen: ReturnType<Buch["buche"]>) =>
    buchungen
      .flatMap(({ belege }) => belege.filter(({ belegart }) => belegart === "gebuehrenrechnung"))
      .map((b) => [
        b.zeilen.map((z) => [z.herleitung.betragCent, z.nettoCent, z.steuersatzBp]),
        b.nettoCent,
        b.steuerCent,
      ]);

  test("5 % zu 19 % gebucht, jetzt 10 % zu 7 %: 15,00 + 2,85 zurück, 45,00 + 8,55 bleiben", () => {
    const buch = new Buch({ istVorauszahlend: true, pachtbeginn: "2025-01-01", pachtjahrBeginn: "01-01", ...lessor });
    buch.aendere(fuenf);
    expect(gebuehren(buch.buche("2025-01-01"))).toEqual([[[[120_000, 6000, 1900]], 6000, 1140]]);
    buch.aendere({ pachtende: "2025-09-30", ...zehn });
    const schluss = buch.buche("2025-10-01");
    expect(gebuehren(schluss)).toEqual([[[[-30_000, -1500, 1900]], -1500, -285]]);
    expect(schluss[0]?.belege.find((b) => b.belegart === "gutschrift")?.auszahlungCent).toBe(-30_000 + 1785);
  });

  test("keine gebucht, jetzt 5 %: keine zurück", () => {
    const buch = new Buch({ istVorauszahlend: true, ...lessor });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-06-30", ...fuenf });
    const [schluss] = buch.buche("2025-07-01");
    expect(schluss?.belege.map((b) => [b.belegart, b.nettoCent, b.auszahlungCent])).toEqual([
      ["schlussrechnung", -30_000, null],
      ["gutschrift", -30_000, -30_000],
    ]);
  });

  test("5 % gebucht, jetzt keine: sie kommt trotzdem zurück", () => {
    const buch = new Buch({ istVorauszahlend: true, ...lessor, ...fuenf });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-06-30", verwaltungsgebuehrBp: 0 });
    expect(gebuehren(buch.buche("2025-07-01"))).toEqual([[[[-30_000, -1500, 1900]], -1500, -285]]);
  });

  test("ein erst jetzt abgerechneter Zeitraum trägt die heutige Gebühr: ein Beleg, eine Zeile je Gebühr", () => {
    const buch = new Buch({ istVorauszahlend: true, zahlungsrhythmus: "vierteljaehrlich", ...lessor, ...fuenf });
    buch.buche("2025-01-01");
    buch.aendere({ pachtende: "2024-11-30", ...zehn });
    const eingabe = buch.eingabe("2025-01-01");
    const gebucht = eingabe.gebucht?.filter(({ zeitraumVon }) => zeitraumVon === "2025-01-01") ?? [];
    const faelligkeiten = planeFaelligkeiten(eingabe, "2024-10-01").map((f) => ({ id: 1, ...f }));
    const ergebnis = berechneKonto({ ...eingabe, faelligkeiten, gebucht }, "2025-01-01");
    // 10 % of 200.00 at 7 % and 5 % of -300.00 at 19 %: 20.00 + 1.40 and -15.00 - 2.85
    expect(ergebnis).toMatchObject({
      schlussabrechnung: {
        belege: [
          { belegart: "schlussrechnung", nettoCent: -10_000 },
          { belegart: "gutschrift", nettoCent: -10_000, auszahlungCent: -10_000 - 355 },
          {
            belegart: "gebuehrenrechnung",
            nettoCent: 500,
            steuerCent: -145,
            bruttoCent: 355,
            zeilen: [{ nettoCent: 2000 }, { nettoCent: -1500 }],
            steuergruppen: [
              { steuersatzBp: 1900, nettoCent: -1500, steuerCent: -285 },
              { steuersatzBp: 700, nettoCent: 2000, steuerCent: 140 },
            ],
          },
        ],
      },
    });
  });

  test("zwei Vierteljahre mit zwei Gebühren gebucht: jedes kommt mit der eigenen zurück", () => {
    const buch = new Buch({ istVorauszahlend: true, zahlungsrhythmus: "vierteljaehrlich", ...lessor, ...fuenf });
    buch.buche("2024-10-01");
    buch.aendere(zehn);
    buch.buche("2025-01-01");
    buch.aendere({ pachtende: "2024-11-30", verwaltungsgebuehrBp: 0 });
    expect(gebuehren(buch.buche("2025-01-01"))).toEqual([
      [
        [
          [-10_000, -500, 1900],
          [-30_000, -3000, 700],
        ],
        -3500,
        -95 - 210,
      ],
    ]);
  });

  test("einmal über alle Zeiträume einer Gebühr: zweimal -0,33 zu 5 % sind -0,03", () => {
    const positionen = [position({ weiterleitung: true, betragCent: 33, intervall: "vierteljaehrlich" })];
    const rhythmus = { istVorauszahlend: true, zahlungsrhythmus: "vierteljaehrlich" } as const;
    const buch = new Buch({ ...rhythmus, ...lessor, positionen, ...fuenf });
    buch.buche("2025-04-01");
    buch.aendere({ pachtende: "2024-12-31", ...zehn });
    expect(gebuehren(buch.buche("2025-04-01"))).toEqual([[[[-66, -3, 1900]], -3, -1]]);
  });

  test("auch wo inzwischen ein anderer Grund der Befreiung hinterlegt ist, der bei 19 % nicht gilt", () => {
    const positionen = [position({ weiterleitung: true, betragCent: 33, intervall: "vierteljaehrlich" })];
    const rhythmus = { istVorauszahlend: true, zahlungsrhythmus: "vierteljaehrlich" } as const;
    const buch = new Buch({ ...rhythmus, ...lessor, positionen, ...fuenf });
    buch.aendere({ gebuehrSteuerbefreiungGrund: "§ 19 UStG" });
    buch.buche("2025-01-01");
    buch.aendere({ gebuehrSteuerbefreiungGrund: "§ 4 Nr. 12 UStG" });
    buch.buche("2025-04-01");
    buch.aendere({ pachtende: "2024-12-31" });
    expect(gebuehren(buch.buche("2025-04-01"))).toEqual([[[[-66, -3, 1900]], -3, -1]]);
  });
});

test("seine Berechnungsart bleibt: monatsgenau gebucht, monatsgenau berichtigt, auch wenn jetzt Tage zählen", () => {
  const buch = new Buch({ istVorauszahlend: true });
  buch.buche("2024-10-01");
  buch.aendere({ berechnungsart: "tagesgenau", pachtende: "2025-02-28" });
  const schluss = buch.buche("2025-03-01");
  // five months of twelve remain, not 151 days of 365 (496.44)
  expect(kurz(schluss)).toEqual([["SR-1", 1, -70_000, -70_000]]);
  const [segment] = schluss[0]?.belege[0]?.zeilen[0]?.herleitung.korrektur?.segmente ?? [];
  expect(segment).toMatchObject({ methode: "monatsgenau", bruchteil: "5/12", nettoCent: 50_000 });
});

test("tagesgenau gebucht, tagesgenau berichtigt, auch wenn jetzt Monate zählen", () => {
  const buch = new Buch({ istVorauszahlend: true, berechnungsart: "tagesgenau" });
  buch.buche("2024-10-01");
  buch.aendere({ berechnungsart: "monatsgenau", pachtende: "2025-02-28" });
  expect(kurz(buch.buche("2025-03-01"))).toEqual([["SR-1", 1, -70_356, -70_356]]);
});

test("ein Cent, der erst jetzt auf einen Verpächter fällt, folgt dem Status, mit dem er gebucht wurde", () => {
  // One cent a year: 5/12 fall to the first lessor, 7/12 to the second, who has the cent; cut at ten months it is 5/12
  // each, and the cent goes to the earlier.
  const mitSteuer = { weiterleitung: true, steuersatzBp: 1900 };
  const verpaechterMit = (umsatzsteuerStatus: "kleinunternehmer" | "regelbesteuert") => [
    paechter(1),
    verpaechter(2, { umsatzsteuerStatus, gueltigBis: "2025-02-28" }),
    verpaechter(3, { umsatzsteuerStatus, gueltigVon: "2025-03-01" }),
  ];
  const buch = new Buch({
    istVorauszahlend: true,
    beteiligte: verpaechterMit("kleinunternehmer"),
    positionen: [position(mitSteuer), position({ ...mitSteuer, id: 2, betragCent: 1 })],
  });
  buch.buche("2024-10-01");
  buch.aendere({ beteiligte: verpaechterMit("regelbesteuert"), pachtende: "2025-07-31" });
  const zeilenVon = (kontaktId: number) =>
    buch
      .buche("2025-08-01")
      .flatMap(({ belege }) => belege)
      .filter((beleg) => beleg.belegart === "gutschrift" && beleg.kontaktId === kontaktId)
      .flatMap((beleg) => beleg.zeilen)
      .map((z) => [z.ursprungId, z.nettoCent, z.steuersatzBp, z.steuerbefreiungGrund]);
  expect(zeilenVon(2)).toEqual([[2, 1, 0, GRUND_KLEINUNTERNEHMER]]);
});
