import { describe, expect, test } from "vitest";
import { vergleicheIndex } from "../../../src/kern/wertsicherung/indexvergleich.ts";
import type { Indexklausel, Stufe, Wertsicherung } from "../../../src/kern/wertsicherung/klausel.ts";
import {
  anpassungNach,
  type Klauselkonto,
  naechsteAnpassung,
  schlageVor,
} from "../../../src/kern/wertsicherung/vorschlag.ts";
import { position } from "../pacht/muster.ts";
import { fassung, klausel, klauselkonto, reihe, reihen } from "./muster.ts";

/** 105.1 in March 2021 and 115.7 in September 2026, entered on 12 October 2026. */
const index = (mehr: Partial<Indexklausel> = {}, neu = "115.7", konto: Partial<Klauselkonto> = {}) => {
  const eine = klausel(mehr);
  const vergleich = vergleicheIndex(eine, reihen(reihe([fassung(1, { "2021-03": "105.1", "2026-09": neu })])));
  return naechsteAnpassung(klauselkonto(konto), eine, vergleich);
};
const andere = (eine: Wertsicherung, konto: Partial<Klauselkonto> = {}) =>
  naechsteAnpassung(klauselkonto(konto), eine, null);
const tag = (anpassung: ReturnType<typeof andere>) => anpassung?.wirksamAb ?? null;

/** New interval amounts; 4,138.35 a year unless others are given. */
const betraege = (anpassung: ReturnType<typeof andere>, positionen = [position({ betragCent: 413_835 })]) => {
  const vorschlag = anpassung && schlageVor(anpassung, positionen);
  return vorschlag !== null && typeof vorschlag === "object"
    ? vorschlag.aenderungen.map(({ neuCent }) => neuCent)
    : vorschlag;
};

describe("Wirksam frühestens", () => {
  test.each<[string, Partial<Indexklausel>, Partial<Klauselkonto>, string | null]>([
    ["am Ersten des zweiten Monats nach der Eingabe", {}, {}, "2026-12-01"],
    ["nach dem letzten gebuchten Tag", {}, { gebuchtBis: "2027-09-30" }, "2027-10-01"],
    [
      "so viele Monate nach der letzten Hebung",
      { fruehestensMonate: 36 },
      { letzteHebung: "2025-01-01" },
      "2028-01-01",
    ],
    ["so viele Monate nach dem Beginn", { fruehestensMonate: 120 }, {}, "2030-10-01"],
    ["einen Monat nach der letzten Hebung", {}, { letzteHebung: "2027-03-01" }, "2027-04-01"],
    ["am ersten abgerechneten Tag", {}, { abrechnungAb: "2028-01-01" }, "2028-01-01"],
    ["am letzten Tag der Pacht", {}, { pachtende: "2026-12-01" }, "2026-12-01"],
    ["gar nicht nach dem Ende der Pacht", {}, { pachtende: "2026-11-30" }, null],
  ])("%s", (_, mehr, konto, erwartet) => {
    expect(tag(index(mehr, "115.7", konto))).toBe(erwartet);
  });

  test("unter der Schwelle und ohne Vergleich gibt es keine Anpassung", () => {
    expect(index({}, "115.6")).toBeNull();
    expect(tag(index({ rundung: "amtlich" }, "115.6"))).toBe("2026-12-01");
    expect(andere(klausel())).toBeNull();
  });
});

describe("Neue Beträge nach dem Index", () => {
  // On 4,138.35 a year.
  test.each<[string, Partial<Indexklausel>, string, number]>([
    // x 115.7 / 105.1
    ["ganz weitergegeben", {}, "115.7", 455_573],
    // 105.1 -> 119.3
    ["wie in den Regeln gerechnet", {}, "119.3", 469_748],
    // x (1 + 0.6 x 10.6 / 105.1)
    ["zu 60 %", { weitergabeBp: 6000 }, "115.7", 438_878],
    // x 1.08; what lies above is lost
    ["begrenzt auf 8 %", { obergrenzeBp: 800 }, "119.3", 446_942],
    ["gefallen", {}, "90.0", 354_378],
    ["gefallen, begrenzt auf 8 %", { obergrenzeBp: 800 }, "90.0", 380_728],
  ])("%s", (_, mehr, neu, erwartet) => {
    expect(betraege(index(mehr, neu))).toEqual([erwartet]);
  });

  test("verkettet: 103.5 x 118.0 / (105.1 x 99.0)", () => {
    const alle = reihen(
      reihe([fassung(1, { "2021-03": "105.1", "2024-12": "118.0" })], { beendetMit: "2024-12", nachfolgerId: 2 }),
      reihe([fassung(1, { "2024-12": "99.0", "2026-09": "103.5" })], { id: 2 }),
    );
    const anpassung = naechsteAnpassung(klauselkonto(), klausel(), vergleicheIndex(klausel(), alle));
    expect(betraege(anpassung, [position({ betragCent: 100_000 })])).toEqual([117_377]);
  });
});

describe("Alle soundso viele Monate um Prozent", () => {
  const prozent = { art: "prozent", wertBp: 250, alleMonate: 36 } as const;

  test.each<[string, Partial<Klauselkonto>, string | null]>([
    ["gezählt vom Beginn der Pacht", {}, "2023-10-01"],
    ["gezählt von der letzten Hebung", { letzteHebung: "2024-05-01" }, "2027-05-01"],
    ["verschoben hinter das Gebuchte", { gebuchtBis: "2026-09-30" }, "2026-10-01"],
    ["frühere Runden stecken im übernommenen Betrag", { abrechnungAb: "2026-10-01" }, "2029-10-01"],
    ["nicht nach dem Ende", { pachtende: "2023-09-30" }, null],
  ])("%s", (_, konto, erwartet) => {
    expect(tag(andere(prozent, konto))).toBe(erwartet);
  });

  test("0,025 von 4.138,35", () => {
    expect(betraege(andere(prozent))).toEqual([424_181]);
  });
});

describe("Eine Staffel", () => {
  const stufe = (ab: string, betragCent: number | null, prozentBp: number | null = null): Stufe => ({
    ab,
    betragCent,
    prozentBp,
  });
  const stufen = [
    stufe("2020-10-01", 100_000),
    stufe("2026-10-01", 120_000),
    stufe("2027-10-01", null, 1000),
    stufe("2028-10-01", null, 500),
  ];
  const staffel = { art: "staffel", stufen } as const;

  test("die nächste Stufe, am Ersten eines Pachtjahrs; die vom Beginn steht schon in den Positionen", () => {
    const anpassung = andere(staffel);
    expect(tag(anpassung)).toBe("2026-10-01");
    expect(betraege(anpassung, [position({ betragCent: 100_000 })])).toEqual([120_000]);
    expect(betraege(anpassung, [position({ betragCent: 120_000 })])).toBeNull();
  });

  test("nach ihrem Abschluss die folgende, in Prozent", () => {
    const anpassung = andere(staffel, { letzteHebung: "2026-10-01", letzteStufe: "2026-10-01" });
    expect(tag(anpassung)).toBe("2027-10-01");
    expect(betraege(anpassung, [position({ betragCent: 120_000 })])).toEqual([132_000]);
    expect(andere(staffel, { letzteHebung: "2028-10-01", letzteStufe: "2028-10-01" })).toBeNull();
  });

  test("nach einer Hebung einzelner Positionen steht sie noch aus, frühestens von deren Tag an", () => {
    expect(andere(staffel, { letzteHebung: "2025-01-01" })).toEqual(andere(staffel));
    const danach = andere(staffel, { letzteHebung: "2027-02-01" });
    expect(danach).toMatchObject({ wirksamAb: "2027-02-01", stufen: stufen.slice(1, 2) });
    expect(andere(staffel, { letzteHebung: "2027-10-01" })).toMatchObject({
      wirksamAb: "2027-10-01",
      stufen: stufen.slice(1, 3),
    });
  });

  test("nach einer, die nichts ändert, die folgende; nach der letzten keine", () => {
    const konto = klauselkonto({ gebuchtBis: "2027-12-31" });
    const beide = naechsteAnpassung(konto, staffel, null);
    expect(beide).toMatchObject({ wirksamAb: "2028-01-01", stufen: stufen.slice(1, 3) });
    const folgende = beide && anpassungNach(konto, staffel, beide);
    expect(folgende).toMatchObject({ wirksamAb: "2028-10-01", stufen: stufen.slice(3) });
    expect(folgende && anpassungNach(konto, staffel, folgende)).toBeNull();
    expect(beide && anpassungNach(klauselkonto({ pachtende: "2028-09-30" }), staffel, beide)).toBeNull();
    const prozent = { art: "prozent", wertBp: 100, alleMonate: 12 } as const;
    expect(anpassungNach(konto, prozent, { art: "prozent", wertBp: 100, wirksamAb: "2028-01-01" })).toBeNull();
  });

  test("über mehrere hinweg gebucht: die letzte Summe, und was danach dazukommt, auf einmal", () => {
    const anpassung = andere(staffel, { gebuchtBis: "2028-12-31" });
    expect(anpassung).toMatchObject({ wirksamAb: "2029-01-01", stufen: stufen.slice(1) });
    // 1,200.00, + 10 %, + 5 %
    expect(betraege(anpassung, [position({ betragCent: 50_000 }), position({ id: 2, betragCent: 50_000 })])).toEqual([
      69_300, 69_300,
    ]);
  });

  test("die neue Summe verteilt sich nach den alten Beträgen, was sich nicht erhöht, bleibt", () => {
    const anpassung = andere(staffel);
    const positionen = [
      position({ betragCent: 5_000, intervall: "monatlich" }),
      position({ id: 2, betragCent: 40_000 }),
      position({ id: 3, betragCent: 99_999, erhoehbar: false }),
    ];
    expect(anpassung && schlageVor(anpassung, positionen)).toMatchObject({
      altJahrCent: 100_000,
      neuJahrCent: 120_000,
      aenderungen: [
        { ursprungId: 1, neuCent: 6_000 },
        { ursprungId: 2, neuCent: 48_000 },
      ],
    });
  });
});

test("was jeden Kalender und jedes Maß verlässt, wird kein Vorschlag und kein Fehler", () => {
  const spaet = { pachtbeginn: "9990-10-01" };
  expect(andere({ art: "prozent", wertBp: 100, alleMonate: 120 }, spaet)).toBeNull();
  expect(index({ fruehestensMonate: 1200 }, "115.7", { letzteHebung: "9950-01-01" })).toBeNull();
  expect(betraege(index({}, "99999.9", {}), [position({ betragCent: 1e9 })])).toEqual([951_473_834_443]);
  expect(betraege(index({}, "99999.9", {}), [position({ betragCent: 1e12 })])).toBe("ohne_basis");
  expect(betraege(index({ weitergabeBp: 100_000 }, "99999.9"), [position({ betragCent: 1e12 })])).toBe("ohne_basis");
  const stufen = ["2026-10-01", "2027-10-01"].map((ab) => ({ ab, betragCent: null, prozentBp: 100_000 }));
  const beide = andere({ art: "staffel", stufen }, { gebuchtBis: "2028-09-30" });
  expect(betraege(beide, [position({ betragCent: 1e11 })])).toBe("ohne_basis");
});

test("ohne Position am Tag oder ohne Betrag gibt es einen Grund statt eines Vorschlags", () => {
  const anpassung = andere({ art: "staffel", stufen: [{ ab: "2026-10-01", betragCent: 100, prozentBp: null }] });
  expect(betraege(anpassung, [position({ gueltigBis: "2026-09-30" })])).toBe("ohne_position");
  expect(betraege(anpassung, [position({ betragCent: -100 })])).toBe("ohne_basis");
});
