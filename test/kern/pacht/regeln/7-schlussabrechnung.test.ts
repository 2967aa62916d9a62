import { describe, expect, test } from "vitest";
import { berechneKonto } from "../../../../src/kern/pacht/konto.ts";
import { planeFaelligkeiten } from "../../../../src/kern/pacht/perioden.ts";
import { Buch, kurz, salden, zeilen } from "../buch.ts";
import { anteil, gruende, konto, paechter, position, verpaechter } from "../muster.ts";

// 1,200.00 a year from 1 October 2024, billed yearly, unless stated.
describe("nachträglich", () => {
  test("gekündigt zum 30.06.2025: der geschnittene letzte Zeitraum ist die Schlussabrechnung, neun Monate", () => {
    const buch = new Buch({ pachtende: "2025-06-30" });
    expect(buch.eingabe("2025-06-30").faelligkeiten).toEqual([]);
    expect(zeilen(buch.buche("2025-07-01"))).toEqual([["SR-1", 1, "Pacht", "2024-10-01", "2025-06-30", 90_000]]);
    expect(buch.konto).toMatchObject({ schlussabrechnung: "2025-07-01", status: "ausgelaufen" });
    expect(buch.buche("2026-12-31")).toEqual([]);
  });

  test("Ende am letzten Tag eines Zeitraums: der ganze, fällig am Tag danach", () => {
    const buch = new Buch({ pachtende: "2025-09-30" });
    const [schluss] = buch.buche("2025-10-01");
    expect(schluss?.faelligkeit).toMatchObject({ faelligAm: "2025-10-01", art: "schlussabrechnung" });
    expect(schluss?.belege).toMatchObject([{ belegart: "schlussrechnung", nettoCent: 120_000 }]);
  });

  test("ältere offene Zeiträume sind gewöhnliche Rechnungen desselben Laufs", () => {
    const buch = new Buch({ zahlungsrhythmus: "vierteljaehrlich", pachtende: "2025-05-15" });
    expect(zeilen(buch.buche("2025-08-01"))).toEqual([
      ["RE-1", 1, "Pacht", "2024-10-01", "2024-12-31", 30_000],
      ["RE-2", 1, "Pacht", "2025-01-01", "2025-03-31", 30_000],
      // one month and 15 of 31 days of 100.00
      ["SR-1", 1, "Pacht", "2025-04-01", "2025-05-15", 14_839],
    ]);
  });

  test("das Ende rückt in ein gebuchtes Vierteljahr zurück: der Unterschied, mit Bezug auf die Rechnung", () => {
    const buch = new Buch({ zahlungsrhythmus: "vierteljaehrlich" });
    buch.buche("2025-07-01");
    buch.aendere({ pachtende: "2025-05-31" });
    const [schluss, ...weitere] = buch.buche("2025-07-02");
    expect(weitere).toEqual([]);
    expect(schluss?.faelligkeit).toEqual({
      id: null,
      zeitraumVon: "2025-04-01",
      zeitraumBis: "2025-05-31",
      faelligAm: "2025-06-01",
      art: "schlussabrechnung",
    });
    expect(schluss?.belege).toMatchObject([
      {
        belegart: "schlussrechnung",
        nettoCent: -10_000,
        zeilen: [
          {
            zeitraumVon: "2025-04-01",
            zeitraumBis: "2025-06-30",
            nettoCent: -10_000,
            herleitung: {
              methode: "korrektur",
              korrektur: {
                belegnummer: "RE-3",
                gebuchtCent: 30_000,
                richtigCent: 20_000,
                segmente: [{ segmentVon: "2025-04-01", segmentBis: "2025-05-31", bruchteil: "2/3", nettoCent: 20_000 }],
              },
            },
          },
        ],
      },
    ]);
  });

  test("schon abgerechnet, inaktiv oder vor dem ersten Abrechnungstag beendet: nie", () => {
    const mehr = [{ schlussabrechnung: "2025-07-01" }, { status: "inaktiv" }, { abrechnungAb: "2025-07-01" }] as const;
    for (const fall of mehr) {
      const eingabe = konto({ pachtende: "2025-06-30", ...fall, faelligkeiten: [], gebucht: [] });
      expect(berechneKonto(eingabe, "2025-12-31")).toEqual({ abrechenbar: true, perioden: [] });
    }
  });
});

describe("im Voraus", () => {
  test("das Jahr ist im Oktober bezahlt, die Pacht endet am 30. Juni: 300,00 zurück", () => {
    const buch = new Buch({ istVorauszahlend: true });
    expect(kurz(buch.buche("2024-10-01"))).toEqual([["RE-1", 1, 120_000, 120_000]]);
    buch.aendere({ pachtende: "2025-06-30" });
    expect(buch.buche("2025-06-30")).toEqual([]);
    expect(zeilen(buch.buche("2025-07-01"))).toEqual([["SR-1", 1, "Pacht", "2024-10-01", "2025-09-30", -30_000]]);
  });

  test.each([
    // five months of twelve remain; 151 of 365 days = 496.44; five months of 30 days, February counts as whole
    ["monatsgenau", -70_000],
    ["tagesgenau", -70_356],
    ["dreissig360", -70_000],
  ] as const)("Ende am 28.02.2025 %s", (berechnungsart, erwartet) => {
    const buch = new Buch({ istVorauszahlend: true, berechnungsart });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-02-28" });
    expect(kurz(buch.buche("2025-03-01"))).toEqual([["SR-1", 1, erwartet, erwartet]]);
  });

  test("von Monaten, die nach dem Ende beginnen, bleibt nichts", () => {
    const buch = new Buch({ istVorauszahlend: true, zahlungsrhythmus: "monatlich" });
    buch.buche("2025-02-01");
    buch.aendere({ pachtende: "2024-12-15" });
    const ergebnis = buch.buche("2025-02-01");
    // 15 of 31 days of 100.00 = 48.39
    expect(zeilen(ergebnis)).toEqual([
      ["SR-1", 1, "Pacht", "2024-12-01", "2024-12-31", -5161],
      ["SR-1", 1, "Pacht", "2025-01-01", "2025-01-31", -10_000],
      ["SR-1", 1, "Pacht", "2025-02-01", "2025-02-28", -10_000],
    ]);
    const korrekturen = ergebnis[0]?.belege[0]?.zeilen.map((zeile) => zeile.herleitung.korrektur);
    expect(korrekturen?.map((k) => [k?.belegnummer, k?.gebuchtCent, k?.richtigCent, k?.segmente.length])).toEqual([
      ["RE-3", 10_000, 4839, 1],
      ["RE-4", 10_000, 0, 0],
      ["RE-5", 10_000, 0, 0],
    ]);
  });

  test("ein bekanntes Ende wird nicht vorausbezahlt: das geschnittene letzte Vierteljahr kommt mit der Schlussabrechnung", () => {
    const buch = new Buch({ istVorauszahlend: true, zahlungsrhythmus: "vierteljaehrlich", pachtende: "2025-02-28" });
    expect(zeilen(buch.buche("2025-01-01"))).toEqual([["RE-1", 1, "Pacht", "2024-10-01", "2024-12-31", 30_000]]);
    expect(zeilen(buch.buche("2025-03-01"))).toEqual([["SR-1", 1, "Pacht", "2025-01-01", "2025-02-28", 20_000]]);
  });

  test("das Ende liegt auf dem letzten gebuchten Tag: abgeschlossen ohne Beleg", () => {
    const buch = new Buch({ istVorauszahlend: true });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-09-30" });
    expect(buch.buche("2025-10-01")).toMatchObject([{ faelligkeit: { id: null }, belege: [] }]);
    expect(buch.konto.schlussabrechnung).toBe("2025-10-01");
  });

  test("eine nicht anteilige Position bleibt ganz: abgeschlossen ohne Beleg", () => {
    const buch = new Buch({ istVorauszahlend: true, positionen: [position({ anteilig: false })] });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-01-31" });
    expect(buch.buche("2025-02-01")).toMatchObject([{ belege: [] }]);
  });

  test("was erst nach dem Ende gilt, geht ganz zurück", () => {
    const spaeter = position({ anteilig: false, gueltigVon: "2025-04-01" });
    const buch = new Buch({ istVorauszahlend: true, positionen: [spaeter] });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-03-31" });
    expect(kurz(buch.buche("2025-04-01"))).toEqual([["SR-1", 1, -120_000, -120_000]]);
  });

  test("Einmaliges nach dem neuen Ende geht zurück, davor bleibt es", () => {
    const einmalig = (id: number, gueltigVon: string) =>
      position({ id, bezeichnung: `Einmalig ${id}`, intervall: "einmalig", betragCent: 5000, gueltigVon });
    const positionen = [position(), einmalig(2, "2025-06-30"), einmalig(3, "2025-07-01")];
    const buch = new Buch({ istVorauszahlend: true, positionen });
    expect(kurz(buch.buche("2024-10-01"))).toEqual([["RE-1", 1, 130_000, 130_000]]);
    buch.aendere({ pachtende: "2025-06-30" });
    expect(zeilen(buch.buche("2025-07-01")).map(([, , bezeichnung, , , netto]) => [bezeichnung, netto])).toEqual([
      ["Pacht", -30_000],
      ["Einmalig 3", -5000],
    ]);
  });

  test("das Ende liegt in einem stornierten Vierteljahr vor einem gebuchten: geschnittene Rechnung und Unterschied auf einem Beleg", () => {
    const buch = new Buch({ istVorauszahlend: true, zahlungsrhythmus: "vierteljaehrlich" });
    buch.buche("2025-01-01");
    buch.aendere({ pachtende: "2024-11-30" });
    const eingabe = buch.eingabe("2025-01-01");
    const gebucht = eingabe.gebucht?.filter(({ zeitraumVon }) => zeitraumVon === "2025-01-01") ?? [];
    const faelligkeiten = planeFaelligkeiten(eingabe, "2024-10-01").map((f) => ({ id: 1, ...f }));
    const ergebnis = berechneKonto({ ...eingabe, faelligkeiten, gebucht }, "2025-01-01");
    expect(ergebnis).toMatchObject({
      perioden: [],
      schlussabrechnung: {
        faelligkeit: { id: 1, zeitraumVon: "2024-10-01", zeitraumBis: "2024-11-30" },
        korrigiert: [2],
        belege: [
          {
            belegart: "schlussrechnung",
            nettoCent: -10_000,
            zeilen: [
              { zeitraumVon: "2024-10-01", zeitraumBis: "2024-11-30", nettoCent: 20_000 },
              { zeitraumVon: "2025-01-01", zeitraumBis: "2025-03-31", nettoCent: -30_000 },
            ],
          },
        ],
      },
    });
  });
});

describe("Parteien", () => {
  test("ein Pächter, der vorher ging, bekommt nichts zurück, sein Nachfolger schon", () => {
    const beteiligte = [paechter(1, { gueltigBis: "2025-03-31" }), paechter(2, { gueltigVon: "2025-04-01" })];
    const buch = new Buch({ istVorauszahlend: true, beteiligte });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-06-30" });
    expect(kurz(buch.buche("2025-07-01"))).toEqual([["SR-1", 2, -30_000, -30_000]]);
  });

  test("drei Pächter zu Dritteln: die Restcent sind die des geschnittenen Zeitraums", () => {
    const beteiligte = [1, 2, 3].map((id) => paechter(id, anteil(1, 3)));
    const positionen = [position({ betragCent: 10_000 })];
    const buch = new Buch({ istVorauszahlend: true, beteiligte, positionen });
    // 100.00 = 33.34 + 33.33 + 33.33
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2024-11-30" });
    // 16.67 = 5.56 + 5.56 + 5.55
    expect(kurz(buch.buche("2024-12-01")).map(([, kontakt, netto]) => [kontakt, netto])).toEqual([
      [1, 556 - 3334],
      [2, 556 - 3333],
      [3, 555 - 3333],
    ]);
  });

  test("Verpächter geben mit ihrer Gebühr zurück", () => {
    const beteiligte = [
      paechter(1),
      verpaechter(2, { ...anteil(1, 4), umsatzsteuerStatus: "regelbesteuert" }),
      verpaechter(3, anteil(3, 4)),
    ];
    const positionen = [position({ weiterleitung: true, steuersatzBp: 1900, steuerbefreiungGrund: null })];
    const buch = new Buch({ istVorauszahlend: true, beteiligte, positionen, verwaltungsgebuehrBp: 500 });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-06-30" });
    const [schluss] = buch.buche("2025-07-01");
    expect(
      schluss?.belege.map((b) => [b.belegart, b.kontaktId, b.nettoCent, b.steuerCent, b.bruttoCent, b.auszahlungCent]),
    ).toEqual([
      ["schlussrechnung", 1, -30_000, -5700, -35_700, null],
      // fee 5 % of -75.00 = -3.75, VAT -0.71
      ["gutschrift", 2, -7500, -1425, -8925, -8925 + 446],
      ["gebuehrenrechnung", 2, -375, -71, -446, null],
      // fee 5 % of -225.00 = -11.25, VAT -2.14
      ["gutschrift", 3, -22_500, 0, -22_500, -22_500 + 1339],
      ["gebuehrenrechnung", 3, -1125, -214, -1339, null],
    ]);
    expect(schluss?.belege[1]?.zeilen[0]?.herleitung.korrektur).toMatchObject({ belegnummer: "GS-1" });
  });

  test("ein fehlender Pächter zählt an den Tagen, die bleiben, nicht an denen, die wegfallen", () => {
    const buch = new Buch({ istVorauszahlend: true });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-06-30", beteiligte: [paechter(1, { gueltigBis: "2025-06-30" })] });
    expect(gruende(buch.eingabe("2025-07-01"), "2025-07-01")).toEqual([]);
    buch.aendere({ beteiligte: [paechter(1, { gueltigBis: "2025-06-29" })] });
    expect(gruende(buch.eingabe("2025-07-01"), "2025-07-01")).toEqual(["kein_paechter"]);
  });
});

describe("Storno einer Schlussabrechnung", () => {
  test("das Konto ist wieder offen, ein anderes Ende gibt eine andere Schlussabrechnung", () => {
    const buch = new Buch({ istVorauszahlend: true });
    buch.buche("2024-10-01");
    buch.aendere({ pachtende: "2025-06-30" });
    buch.buche("2025-07-01");
    expect(buch.storniereLetzte()).toMatchObject([{ belegnummer: "ST-1", nettoCent: 30_000 }]);
    buch.aendere({ pachtende: "2025-07-31" });
    expect(kurz(buch.buche("2025-08-01"))).toEqual([["SR-2", 1, -20_000, -20_000]]);
    expect(salden(buch.archiv)).toEqual({ "paechter 1: 1": 100_000 });
  });
});

test("ohne die gebuchten Zeiträume wird eine fällige Schlussabrechnung nicht gemacht", () => {
  const eingabe = konto({ pachtende: "2025-06-30" });
  expect(() => gruende({ ...eingabe, faelligkeiten: [] }, "2025-07-01")).toThrow(RangeError);
  expect(gruende({ ...eingabe, faelligkeiten: [], gebucht: [] }, "2025-07-01")).toEqual([]);
  expect(gruende({ ...eingabe, istVorauszahlend: null, faelligkeiten: [], gebucht: [] }, "2025-07-01")).toEqual([
    "vorauszahlung_unbekannt",
  ]);
});
