import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fristenVon } from "../../../src/kern/fristen/fristen.ts";
import { gesetzlicheKuendigung, mietkuendigung, regeln } from "../../../src/kern/fristen/regeln.ts";
import { vertragsarten, vertragsartVon, vertragsformen } from "../../../src/kern/fristen/vertrag.ts";
import { parseTag, plusTage } from "../../../src/kern/kalender/tag.ts";
import { type Angaben, kurz, objekt, vertrag } from "./handgriffe.ts";

const fristen = (angaben: Angaben, heute: string) => fristenVon(vertrag(angaben), parseTag(heute)).map(kurz);
type Fall = [was: string, angaben: Angaben, heute: string, erwartet: string[]];

/** Twelve years, up to 30 September 2030. */
const befristet: Angaben = { pachtbeginn: "2018-10-01", pachtende: "2030-09-30" };
const lang: Angaben = { pachtbeginn: "2000-10-01", pachtende: "2040-09-30" };

const form: Fall[] = [
  [
    "mündlich für zwölf Jahre ist eine Landpacht ohne Ende",
    { ...befristet, vertragsform: "muendlich" },
    "2026-10-05",
    ["kuendigung 2026-10-05 2028-09-30"],
  ],
  [
    "mündlich für zwölf Jahre, einen Tag später",
    { ...befristet, vertragsform: "muendlich" },
    "2026-10-06",
    ["kuendigung 2027-10-04 2029-09-30"],
  ],
  [
    "in Textform bleibt sie befristet",
    { ...befristet, vertragsform: "textform" },
    "2026-10-05",
    ["anfrage 2028-09-30 2030-09-30"],
  ],
  [
    "ohne Angabe der Form bleibt sie befristet",
    { ...befristet, vertragsform: null },
    "2026-10-05",
    ["anfrage 2028-09-30 2030-09-30"],
  ],
  [
    "mündlich für genau zwei Jahre endet sie",
    { pachtbeginn: "2026-10-01", pachtende: "2028-09-30", vertragsform: "muendlich" },
    "2026-11-01",
    [],
  ],
  [
    "mündlich für zwei Jahre und einen Tag",
    { pachtbeginn: "2026-10-01", pachtende: "2028-10-01", vertragsform: "muendlich" },
    "2026-10-05",
    ["kuendigung 2026-10-05 2028-09-30"],
  ],
  [
    "andere Pacht mündlich für fünf Jahre, im ersten Jahr: frühestens zu dessen Ende",
    { vertragsart: "grundstueckspacht", pachtbeginn: "2026-10-01", pachtende: "2031-09-30", vertragsform: "muendlich" },
    "2026-11-01",
    ["kuendigung 2027-04-03 2027-09-30"],
  ],
  [
    "andere Pacht mündlich, Beginn mitten im Pachtjahr: nicht vor Ablauf eines Jahres",
    { vertragsart: "grundstueckspacht", pachtbeginn: "2027-01-01", pachtende: "2031-09-30", vertragsform: "muendlich" },
    "2027-02-01",
    ["kuendigung 2028-04-04 2028-09-30"],
  ],
  [
    "andere Pacht mündlich für ein Jahr endet",
    { vertragsart: "grundstueckspacht", pachtbeginn: "2026-10-01", pachtende: "2027-09-30", vertragsform: "muendlich" },
    "2026-11-01",
    [],
  ],
  [
    "Miete mündlich für drei Jahre",
    {
      vertragsart: "miete",
      objekte: [objekt("stellplatz")],
      pachtbeginn: "2024-01-01",
      pachtende: "2026-12-31",
      vertragsform: "muendlich",
    },
    "2026-01-05",
    ["kuendigung 2026-01-05 2026-03-31"],
  ],
  [
    "Miete mündlich, in den ersten Monaten: nicht vor Ablauf eines Jahres",
    {
      vertragsart: "miete",
      objekte: [objekt("stellplatz")],
      pachtbeginn: "2026-01-01",
      pachtende: "2028-12-31",
      vertragsform: "muendlich",
    },
    "2026-01-10",
    ["kuendigung 2026-10-05 2026-12-31"],
  ],
  [
    "Jagdpacht ist mündlich nicht unbefristet, sondern nichtig: keine Frist",
    { vertragsart: "jagdpacht", ...befristet, vertragsform: "muendlich" },
    "2026-10-05",
    [],
  ],
  [
    "eine kürzere Frist, mündlich vereinbart, gilt in der Landpacht nicht",
    { kuendigungsregel: { monate: 6, zum: "pachtjahr" }, vertragsform: "muendlich" },
    "2026-10-05",
    ["kuendigung 2026-10-05 2028-09-30"],
  ],
];

const dreissig: Fall[] = [
  [
    "im 27. Jahr: zum ersten Mal nach dreißig Jahren",
    lang,
    "2026-11-22",
    ["anfrage 2038-09-30 2040-09-30", "kuendigung 2030-10-04 2032-09-30"],
  ],
  ["nach dreißig Jahren", lang, "2031-01-01", ["anfrage 2038-09-30 2040-09-30", "kuendigung 2031-10-04 2033-09-30"]],
  ["kurz vor dem Ende bringt sie nichts mehr", lang, "2038-10-05", []],
  [
    "genau dreißig Jahre sind nicht mehr als dreißig",
    { pachtbeginn: "2000-10-01", pachtende: "2030-09-30" },
    "2026-11-22",
    ["anfrage 2028-09-30 2030-09-30"],
  ],
  [
    "andere Pacht nach dreißig Jahren mit der gesetzlichen Frist",
    { vertragsart: "grundstueckspacht", ...lang },
    "2031-01-01",
    ["kuendigung 2031-04-03 2031-09-30"],
  ],
  [
    "Wald ohne Vertragsart: niemand weiß, welches Gesetz gilt",
    { objekte: [objekt("wald")], ...lang },
    "2031-01-01",
    [],
  ],
];

const anfragen: Fall[] = [
  ["das drittletzte Pachtjahr steht bevor", befristet, "2026-11-22", ["anfrage 2028-09-30 2030-09-30"]],
  ["sein letzter Tag", befristet, "2028-09-30", ["anfrage 2028-09-30 2030-09-30"]],
  ["danach fragt niemand mehr", befristet, "2028-10-01", []],
  ["unter drei Jahren gibt es keine Anfrage", { pachtbeginn: "2025-10-02", pachtende: "2028-09-30" }, "2026-01-01", []],
  [
    "bei genau drei Jahren ist es das erste Jahr",
    { pachtbeginn: "2025-10-01", pachtende: "2028-09-30" },
    "2026-01-01",
    ["anfrage 2026-09-30 2028-09-30"],
  ],
  [
    "ein Ende mitten im Pachtjahr: dieses ist das letzte",
    { ...befristet, pachtende: "2030-03-31" },
    "2026-11-22",
    ["anfrage 2028-09-30 2030-03-31"],
  ],
  ["andere Pacht kennt keine", { ...befristet, vertragsart: "grundstueckspacht" }, "2026-11-22", []],
  [
    "eine erhaltene Anfrage ist binnen drei Monaten abzulehnen",
    { ...befristet, anfrageErhaltenAm: "2028-01-15" },
    "2028-02-01",
    ["ablehnung 2028-04-15 2030-09-30"],
  ],
  [
    "am letzten Tag noch",
    { ...befristet, anfrageErhaltenAm: "2028-01-15" },
    "2028-04-15",
    ["ablehnung 2028-04-15 2030-09-30"],
  ],
  [
    "am 30. November erhalten: bis zum letzten Februar, im Schaltjahr",
    { ...befristet, anfrageErhaltenAm: "2027-11-30" },
    "2027-12-01",
    ["ablehnung 2028-02-29 2030-09-30"],
  ],
  [
    "nicht abgelehnt läuft sie ohne Ende weiter, kündbar nach dem vereinbarten",
    { ...befristet, anfrageErhaltenAm: "2028-01-15" },
    "2028-04-16",
    ["kuendigung 2029-10-04 2031-09-30"],
  ],
  [
    "lange danach wie jede Landpacht ohne Ende",
    { ...befristet, anfrageErhaltenAm: "2028-01-15" },
    "2033-01-01",
    ["kuendigung 2033-10-05 2035-09-30"],
  ],
  [
    "eine zu frühe Anfrage ist keine",
    { ...befristet, anfrageErhaltenAm: "2027-09-30" },
    "2027-10-15",
    ["anfrage 2028-09-30 2030-09-30"],
  ],
  [
    "eine am ersten Tag des Pachtjahrs ist eine",
    { ...befristet, anfrageErhaltenAm: "2027-10-01" },
    "2027-10-15",
    ["ablehnung 2028-01-01 2030-09-30"],
  ],
  ["eine zu späte Anfrage ist keine", { ...befristet, anfrageErhaltenAm: "2028-10-01" }, "2028-11-01", []],
];

const verlaengerungen: Fall[] = [
  [
    "nach dem Vertrag",
    { ...befristet, verlaengerungMonate: 12, kuendigungsregel: { monate: 12, zum: "pachtjahr" } },
    "2026-11-22",
    ["verlaengerung 2029-09-30 2030-09-30"],
  ],
  ["nach dem Gesetz", { ...befristet, verlaengerungMonate: 36 }, "2026-11-22", ["verlaengerung 2028-10-05 2030-09-30"]],
  [
    "versäumt: das nächste Ende",
    { ...befristet, verlaengerungMonate: 12, kuendigungsregel: { monate: 12, zum: "pachtjahr" } },
    "2029-10-01",
    ["verlaengerung 2030-09-30 2031-09-30"],
  ],
  [
    "das eingetragene Ende ist vorbei: sie läuft noch",
    { ...befristet, verlaengerungMonate: 24, kuendigungsregel: { monate: 6, zum: "pachtjahr" } },
    "2031-01-01",
    ["verlaengerung 2032-03-31 2032-09-30"],
  ],
  [
    "ein Ende am 28. Februar verlängert sich auf den letzten des Monats",
    {
      pachtbeginn: "2020-03-01",
      pachtende: "2027-02-28",
      pachtjahrBeginn: "03-01",
      verlaengerungMonate: 12,
      kuendigungsregel: { monate: 6, zum: "pachtjahr" },
    },
    "2027-06-01",
    ["verlaengerung 2027-08-31 2028-02-29"],
  ],
  [
    "andere Pacht nach dem Gesetz",
    { ...befristet, vertragsart: "grundstueckspacht", verlaengerungMonate: 12 },
    "2030-01-01",
    ["verlaengerung 2030-04-03 2030-09-30"],
  ],
];

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
  ["in Sachsen unter einem halben Hektar nicht", { ...neu, objekte: [objekt("acker", 4_999, "SN")] }, "2026-11-22", []],
  [
    "in Sachsen ab einem halben Hektar",
    { ...neu, objekte: [objekt("acker", 2_500, "SN"), objekt("gruenland", 2_500, "SN")] },
    "2026-11-22",
    ["anzeige 2026-12-10 -"],
  ],
  ["in Baden-Württemberg erst ab zwei Hektar", { ...neu, objekte: [objekt("acker", 19_999, "BW")] }, "2026-11-22", []],
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
    ["Form", form],
    ["Mehr als dreißig Jahre", dreissig],
    ["Anfrage zur Fortsetzung", anfragen],
    ["Verlängerung", verlaengerungen],
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

  test("jede Regel nennt Paragraph, Satz und Quelle", () => {
    const alle = [...Object.values(gesetzlicheKuendigung), ...Object.values(mietkuendigung), ...Object.values(regeln)];
    for (const { gesetz, satz, quelle } of alle) {
      expect(gesetz).toMatch(/§|Vertrag/);
      expect(satz).toMatch(/\.$/);
      expect(quelle).not.toBe("");
    }
  });
});

describe("Die Vertragsart", () => {
  test.each([
    [["acker", "gruenland"], "landpacht"],
    [["acker"], "landpacht"],
    [["acker", "wald"], "sonstige"],
    [["jagd"], "jagdpacht"],
    [["jagd", "acker"], "sonstige"],
    [["garten"], "sonstige"],
    [[], "sonstige"],
  ])("von %j ist %s, wenn niemand anderes sagt", (arten, art) => {
    const objekte = arten.map((eine) => objekt(eine));
    expect(vertragsartVon({ vertragsart: null, objekte })).toBe(art);
    expect(vertragsartVon({ vertragsart: "miete", objekte })).toBe("miete");
  });
});
