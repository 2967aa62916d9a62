import { describe, expect, test } from "vitest";
import { aufbewahrtBis, istAbgelaufen, spaetestes } from "../../../src/bestand/loeschung/aufbewahrung.ts";
import { type Bestand, bildeLoeschung, freieKonten, freieNennungen } from "../../../src/bestand/loeschung/lage.ts";
import type { Kontolage } from "../../../src/bestand/loeschung/queries.ts";
import type { Gruppenname } from "../../../src/bestand/loeschung/schema.ts";

describe("Wie lange etwas bleibt", () => {
  test.each([
    ["beleg", "2018-01-01", [], "2026-12-31"],
    ["beleg", "2018-12-31", [], "2026-12-31"],
    ["beleg", "2019-01-01", [], "2027-12-31"],
    ["buch", "2018-06-30", [], "2028-12-31"],
    ["schreiben", "2018-06-30", [], "2024-12-31"],
    ["schreiben", "2018-06-30", [2017, 2019], "2024-12-31"],
    ["schreiben", "2018-06-30", [2018], null],
    ["schreiben", null, [], null],
  ] as const)("%s vom %s, offen gehalten %j: bis %s", (regel, entstanden, offeneJahre, bis) => {
    expect(aufbewahrtBis(regel, entstanden, offeneJahre)).toBe(bis);
  });

  test("am letzten Tag der Frist noch, am Tag danach nicht mehr; ohne bekannten Tag immer", () => {
    expect(istAbgelaufen("2026-12-31", "2026-12-31")).toBe(false);
    expect(istAbgelaufen("2026-12-31", "2027-01-01")).toBe(true);
    expect(istAbgelaufen(null, "2999-01-01")).toBe(false);
  });

  test("von mehreren Tagen zählt der späteste, und ein unbekannter ist später als alle", () => {
    expect(spaetestes(["2026-12-31", "2028-12-31", "2027-12-31"])).toBe("2028-12-31");
    expect(spaetestes(["2026-12-31", null, "2027-12-31"])).toBeNull();
  });
});

const konto = (mehr: Partial<Kontolage>): Kontolage => ({
  id: 1,
  kontonummer: "PK-1",
  istOffen: false,
  ende: "2019-09-30",
  belegtage: ["2018-10-01", "2019-10-05"],
  dokumente: 2,
  hebungsschreiben: 1,
  werte: 7,
  ...mehr,
});

const bestand = (mehr: Partial<Bestand>): Bestand => ({
  kontaktId: 5,
  istDa: true,
  konten: [],
  nennungen: [],
  belegjahre: [],
  zahlungsdateien: [],
  nebenher: { bemerkungen: 0, aehnlichkeiten: 0, sammeldateien: 0 },
  eintraege: [1, 2, 3],
  freitexte: [],
  ...mehr,
});

const heute = "2026-11-20";
const gruppe = (name: Gruppenname, mehr: Partial<Bestand>, offeneJahre: number[] = [], tag = heute) =>
  bildeLoeschung(bestand(mehr), offeneJahre, tag).gruppen.find(({ gruppe: eine }) => eine === name);

describe("Was eine Löschung täte", () => {
  test("ohne Konten und Belege geht alles", () => {
    const { loeschbar, gruppen } = bildeLoeschung(bestand({}), [], heute);
    expect(loeschbar).toBe(true);
    expect(
      gruppen.filter(({ anzahl }) => anzahl > 0).map((eine) => [eine.gruppe, eine.anzahl, eine.loeschbar]),
    ).toEqual([
      ["stammdaten", 1, 1],
      ["protokoll", 3, 3],
    ]);
  });

  test("Uploads gehen sechs Jahre nach dem Ende ihrer Pacht, Belege und Hebungsschreiben nie", () => {
    expect(gruppe("uploads", { konten: [konto({})] })).toMatchObject({ anzahl: 2, loeschbar: 2, aufbewahrtBis: null });
    expect(gruppe("uploads", { konten: [konto({}), konto({ id: 2, ende: "2020-09-30" })] })).toMatchObject({
      anzahl: 4,
      loeschbar: 2,
      aufbewahrtBis: "2026-12-31",
      gesetz: "§ 147 Abs. 1 Nr. 2, 3 und 5 und Abs. 3 AO",
    });
    expect(gruppe("hebungsschreiben", { konten: [konto({})] })).toMatchObject({ loeschbar: 0, abgelaufen: 1 });
    const belegjahre = [
      { letzter: "2017-12-31", anzahl: 3, konten: 1 },
      { letzter: "2018-02-01", anzahl: 4, konten: 2 },
    ];
    expect(gruppe("belege", { belegjahre })).toMatchObject({ anzahl: 7, loeschbar: 0, abgelaufen: 3 });
    expect(gruppe("belege", { belegjahre })).toMatchObject({ aufbewahrtBis: "2026-12-31" });
    expect(gruppe("buecher", { belegjahre })).toMatchObject({ anzahl: 3, abgelaufen: 0, aufbewahrtBis: "2028-12-31" });
  });

  test("ein offen gehaltenes Jahr hält fest, was aus ihm ist", () => {
    expect(gruppe("uploads", { konten: [konto({})] }, [2019])).toMatchObject({ loeschbar: 0, aufbewahrtBis: null });
    expect(freieKonten([konto({})], [2019], heute)).toEqual({ papiere: [], werte: [] });
  });

  test("auch wenn es nur das Jahr des Endes ist, oder nur das eines älteren Belegs", () => {
    // The settlement came in the year after the end.
    const alt = konto({ ende: "2016-12-31", belegtage: ["2014-10-01", "2015-10-01", "2017-01-02"] });
    expect(freieKonten([alt], [], heute)).toEqual({ papiere: [1], werte: [1] });
    expect(freieKonten([alt], [2016], heute)).toEqual({ papiere: [], werte: [] });
    expect(freieKonten([alt], [2014], heute)).toEqual({ papiere: [1], werte: [] });
    expect(freieKonten([alt], [2017], heute)).toEqual({ papiere: [1], werte: [] });
    expect(gruppe("protokollKonten", { konten: [alt] }, [2014])).toMatchObject({
      loeschbar: 0,
      aufbewahrtBis: null,
      gesetz: "§ 147 Abs. 1 Nr. 4 und Abs. 3 AO, § 14b Abs. 1 UStG",
    });
  });

  test("Werte im Audit-Log über Gebuchtes bleiben so lange wie die Belege, auch wenn die Papiere schon gehen dürfen", () => {
    expect(gruppe("protokollKonten", { konten: [konto({})] })).toMatchObject({
      anzahl: 7,
      loeschbar: 0,
      aufbewahrtBis: "2027-12-31",
    });
    expect(freieKonten([konto({})], [], heute)).toEqual({ papiere: [1], werte: [] });
    expect(freieKonten([konto({})], [], "2028-01-01")).toEqual({ papiere: [1], werte: [1] });
    expect(freieKonten([konto({ belegtage: [] })], [], heute)).toEqual({ papiere: [1], werte: [1] });
    expect(freieKonten([konto({ ende: null })], [], "2999-01-01")).toEqual({ papiere: [], werte: [] });
    expect(freieKonten([konto({ belegtage: ["2010-01-01"] })], [], heute)).toEqual({ papiere: [1], werte: [1] });
  });

  test("ein Eintrag an einem Konto, an dem er nicht mehr beteiligt ist, bleibt nur, solange er von Gebuchtem sagt", () => {
    const nennungen = [
      { id: 1, pachtkontoId: 7, istDa: false, belegtage: [] },
      { id: 2, pachtkontoId: 8, istDa: true, belegtage: [] },
      { id: 3, pachtkontoId: 9, istDa: true, belegtage: ["2010-10-01"] },
      { id: 4, pachtkontoId: 9, istDa: true, belegtage: ["2010-10-01", "2019-10-05"] },
    ];
    const frei = (offeneJahre: number[]) => freieNennungen(nennungen, offeneJahre, heute).map(({ id }) => id);
    expect(frei([])).toEqual([1, 2, 3]);
    expect(frei([2010])).toEqual([1, 2]);
    expect(gruppe("protokollKonten", { nennungen, konten: [konto({})] })).toMatchObject({
      anzahl: 11,
      loeschbar: 3,
      aufbewahrtBis: "2027-12-31",
    });
  });

  test("was dagegen steht: ein nicht abgerechnetes Konto, eine aufbewahrte Zahlungsdatei; eine abgelaufene nicht", () => {
    const datei = (id: number, erstelltAm: string) => ({ id, dateiname: `sepa-${id}.xml`, erstelltAm });
    const { loeschbar, hindernisse } = bildeLoeschung(
      bestand({
        konten: [konto({ id: 8, istOffen: true }), konto({ id: 9 })],
        zahlungsdateien: [datei(1, "2017-12-31"), datei(2, "2018-01-01")],
      }),
      [],
      heute,
    );
    expect(loeschbar).toBe(false);
    expect(hindernisse.map(({ code, id }) => [code, id])).toEqual([
      ["konto_nicht_abgerechnet", 8],
      ["zahlungsdatei_aufbewahrt", 2],
    ]);
  });
});
