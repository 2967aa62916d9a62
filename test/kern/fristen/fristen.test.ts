import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fristenVon } from "../../../src/kern/fristen/fristen.ts";
import { type Bundesland, vertragsarten, vertragsformen } from "../../../src/kern/fristen/vertrag.ts";
import { parseTag, plusTage } from "../../../src/kern/kalender/tag.ts";
import { type Angaben, befristet, type Fall, fristen, objekt, vertrag } from "./handgriffe.ts";

const neu: Angaben = { pachtbeginn: "2026-10-01", vertragsschlussAm: "2026-11-10", pachtende: "2028-09-30" };
const anzeigen: Fall[] = [
  ["binnen eines Monats", { ...neu, objekte: [objekt("acker", 60_000, "SN")] }, "2026-11-22", ["anzeige 2026-12-10 -"]],
  ["angezeigt", { ...neu, angezeigtAm: "2026-11-20", objekte: [objekt("acker", 60_000, "SN")] }, "2026-11-22", []],
  [
    "überfällig bleibt sie stehen",
    { ...neu, objekte: [objekt("acker", 60_000, "SN")] },
    "2027-03-01",
    ["anzeige 2026-12-10 -"],
  ],
  [
    "eine geänderte, deren Tag der Anzeige jemand leert, steht vom Abschluss her überfällig da, auch gekündigt",
    { ...neu, vertragsschlussAm: "2020-09-01", status: "gekuendigt", objekte: [objekt("acker", 60_000, "SN")] },
    "2026-11-22",
    ["anzeige 2020-10-01 -"],
  ],
  ["in Sachsen unter einem halben Hektar nicht", { ...neu, objekte: [objekt("acker", 4_999, "SN")] }, "2026-11-22", []],
  [
    "in Sachsen ab einem halben Hektar",
    { ...neu, objekte: [objekt("acker", 2_500, "SN"), objekt("gruenland", 2_500, "SN")] },
    "2026-11-22",
    ["anzeige 2026-12-10 -"],
  ],
  ["in Baden-Württemberg erst ab zwei Hektar", { ...neu, objekte: [objekt("acker", 19_999, "BW")] }, "2026-11-22", []],
  [
    "in zwei Ländern, wenn die Fläche die kleinere Schwelle erreicht",
    { ...neu, objekte: [objekt("acker", 4_999, "SN"), objekt("acker", 1, "BY")] },
    "2026-11-22",
    ["anzeige 2026-12-10 -"],
  ],
  [
    "in zwei Ländern unter beiden Schwellen nicht",
    { ...neu, objekte: [objekt("acker", 4_998, "SN"), objekt("acker", 1, "BY")] },
    "2026-11-22",
    [],
  ],
  [
    "in zwei Ländern, von denen eines keine Schwelle hat, immer",
    { ...neu, objekte: [objekt("acker", 100, "SN"), objekt("acker", 100, "HE")] },
    "2026-11-22",
    ["anzeige 2026-12-10 -"],
  ],
  [
    "ohne Land ist nichts hinterlegt",
    { ...neu, objekte: [objekt("acker", 100)] },
    "2026-11-22",
    ["anzeige 2026-12-10 -"],
  ],
  [
    "ohne Fläche vorsichtshalber",
    { ...neu, objekte: [objekt("acker", null, "SN")] },
    "2026-11-22",
    ["anzeige 2026-12-10 -"],
  ],
  [
    "am 31. geschlossen: bis zum letzten Tag des nächsten Monats",
    { ...neu, vertragsschlussAm: "2027-01-31" },
    "2027-02-01",
    ["anzeige 2027-02-28 -"],
  ],
  ["andere Pacht ist nicht anzuzeigen", { ...neu, vertragsart: "grundstueckspacht" }, "2026-11-22", []],
  ["auch nach einer Kündigung", { ...neu, status: "gekuendigt" }, "2026-11-22", ["anzeige 2026-12-10 -"]],
];

const stand: Fall[] = [
  ["gekündigt: nichts mehr zu kündigen", { status: "gekuendigt", pachtende: "2028-09-30" }, "2026-11-22", []],
  ["inaktiv", { status: "inaktiv" }, "2026-11-22", []],
  ["ausgelaufen", { status: "ausgelaufen", pachtende: "2025-09-30" }, "2026-11-22", []],
  ["das Ende ist vorbei", { pachtbeginn: "2010-10-01", pachtende: "2025-09-30" }, "2026-11-22", []],
  ["Wald ohne Vertragsart und Regel", { objekte: [objekt("wald")] }, "2026-11-22", []],
  [
    "Wald mit einer Regel des Vertrags",
    { objekte: [objekt("wald")], kuendigungsregel: { monate: 3, zum: "kalenderjahr" } },
    "2026-11-22",
    ["kuendigung 2027-09-30 2027-12-31"],
  ],
  [
    "ein Vertrag, der noch nicht begonnen hat",
    { pachtbeginn: "2029-10-01" },
    "2026-11-22",
    ["kuendigung 2028-10-05 2030-09-30"],
  ],
];

describe("Fristen eines Pachtkontos", () => {
  describe.each([
    ["Anzeige", anzeigen],
    ["Stand des Kontos", stand],
  ])("%s", (_, faelle) => {
    test.each(faelle)("%s", (_was, angaben, heute, erwartet) => {
      expect(fristen(angaben, heute).sort()).toEqual(erwartet);
    });
  });

  test("sagen, warum ein befristeter Vertrag kündbar ist, und wo das steht", () => {
    const [frist] = fristenVon(vertrag({ ...befristet, vertragsform: "muendlich" }), parseTag("2026-10-05"));
    expect(frist?.gesetz).toBe("§ 585a BGB, § 594a Abs. 1 BGB");
    expect(frist?.text).toContain("nicht in Textform");
    const [land] = fristenVon(vertrag({ ...neu, objekte: [objekt("acker", 90_000, "BW")] }), parseTag("2026-11-22"));
    expect(land?.gesetz).toBe("§ 11 ASVG");
    const [ohne] = fristenVon(vertrag({ ...neu }), parseTag("2026-11-22"));
    expect(ohne?.text).toContain("nicht hinterlegt");
  });

  test("sagen, wo Objekte in mehreren Ländern liegen, was in jedem gilt und was nicht hinterlegt ist", () => {
    const anzeige = (...laender: (Bundesland | null)[]) => {
      const objekte = laender.map((land) => objekt("acker", 90_000, land));
      const [frist] = fristenVon(vertrag({ ...neu, objekte }), parseTag("2026-11-22"));
      return [frist?.gesetz, frist?.text.split("Bis 10.12.2026.")[1]];
    };
    expect(anzeige("SN", "SN")).toEqual(["§ 2 LPachtVG", ""]);
    const beide = [
      "§ 11 ASVG, § 2 LPachtVG",
      " Die Objekte liegen in mehreren Ländern: anzuzeigen ist in Baden-Württemberg ab 2 ha, in Sachsen ab 0,5 ha. Bitte prüfen, wo.",
    ];
    expect(anzeige("SN", "BW")).toEqual(beide);
    expect(anzeige("BW", "SN")).toEqual(beide);
    expect(anzeige("HE", "SN", null)).toEqual([
      "§ 2 LPachtVG",
      " Anzuzeigen ist in Sachsen ab 0,5 ha; für die übrigen Objekte ist nichts hinterlegt: bitte beim Land nachsehen.",
    ]);
    const nichts = " Ab welcher Fläche ist nicht hinterlegt: bitte beim Land nachsehen.";
    expect(anzeige("HE", "RP")).toEqual(["§ 2 LPachtVG", nichts]);
    expect(anzeige(null)).toEqual(["§ 2 LPachtVG", nichts]);
  });

  test("die früheste zuerst, keine versäumte Kündigung, gleich woraus", () => {
    const angaben = fc.record({
      vertragsart: fc.constantFrom(...vertragsarten),
      vertragsform: fc.constantFrom(...vertragsformen),
      pachtjahrBeginn: fc.constantFrom("01-01", "02-28", "10-01", "11-11"),
      laenge: fc.option(fc.nat({ max: 20_000 })),
      verlaengerungMonate: fc.option(fc.integer({ min: 1, max: 240 })),
      kuendigungsregel: fc.option(
        fc.record({ monate: fc.integer({ min: 1, max: 36 }), zum: fc.constantFrom("pachtjahr", "quartal", "monat") }),
      ),
      tage: fc.nat({ max: 25_000 }),
    });
    fc.assert(
      fc.property(angaben, ({ laenge, tage, ...felder }) => {
        const beginn = parseTag("2000-10-01");
        const eines = { ...vertrag(felder), pachtbeginn: beginn };
        const heute = plusTage(beginn, tage);
        const alle = fristenVon({ ...eines, pachtende: laenge === null ? null : plusTage(beginn, laenge) }, heute);
        expect(alle.map(({ tag }) => tag)).toEqual(alle.map(({ tag }) => tag).sort((a, b) => a - b));
        for (const { tag, wirktZum } of alle) {
          expect(tag).toBeGreaterThanOrEqual(heute);
          if (wirktZum !== null) expect(wirktZum).toBeGreaterThan(tag);
        }
      }),
    );
  });
});
