import { describe, expect, test } from "vitest";
import { layoutBrief } from "../../../src/belege/briefe/brief.ts";
import type { BriefDaten } from "../../../src/belege/briefe/daten.ts";
import type { Blatt, Textstueck } from "../../../src/belege/briefe/satz/blatt.ts";
import type { HebungsbriefDaten } from "../../../src/belege/dokumente/hebungsbrief/daten.ts";
import { layoutHebungsbriefe } from "../../../src/belege/dokumente/hebungsbrief/layout.ts";
import { layoutKontoauszug } from "../../../src/belege/dokumente/kontoauszug/layout.ts";
import { layoutSammelauszahlung, type SammelBeleg } from "../../../src/belege/dokumente/sammelauszahlung/layout.ts";
import { HOECHSTBETRAG_CENT } from "../../../src/kern/pacht/grenzen.ts";
import type { AusstellerSchnappschuss } from "../../../src/kern/pacht/schnappschuss.ts";
import type { Belegart } from "../../../src/kern/pacht/typen.ts";
import {
  aussteller,
  brief,
  firma,
  hebungsbrief,
  kontoauszug,
  person,
  texte,
  wortlaut,
  zeile,
} from "../../hilfe/musterbrief.ts";

const lang = (wort: string, anzahl: number) => Array.from({ length: anzahl }, () => wort).join(" ");
const mitSteuer = { steuersatzBp: 1900, steuerbefreiungGrund: null };

const langerFuss: AusstellerSchnappschuss = {
  ...aussteller,
  firma: "Nordholz Flächenmanagement Verwaltungsgesellschaft mbH & Co. KG",
  rechtsform: null,
  geschaeftsfuehrung: Array.from({ length: 12 }, (_, i) => `Dr. Jörg-Friedrich Süßmilch-Petersen ${i + 1}`).join(", "),
};
/** As long as the settings take a name. */
const laengsterName: AusstellerSchnappschuss = {
  ...aussteller,
  firma: lang("Flächenmanagement", 11),
  rechtsform: lang("Gesellschaft", 7),
};
const langeAnschrift = {
  ...firma,
  firma: lang("Hafenlogistik Ost Verwaltungsgesellschaft", 5),
  anzeigename: lang("Hafenlogistik Ost Verwaltungsgesellschaft", 5),
  vorname: lang("Łukasz", 12),
  adresszusatz: lang("Gebäude C, drittes Obergeschoss", 4),
  strasse: lang("Straße der Einheit", 3),
  land: "AT",
};

const zeilen = (anzahl: number, vorzeichen: number): BriefDaten["zeilen"] =>
  Array.from({ length: anzahl }, (_, i) =>
    zeile(vorzeichen === 0 ? (i % 2 ? -120_000 : 120_000) : vorzeichen * (120_000 + i), mitSteuer),
  );

const arten: Belegart[] = [
  "rechnung",
  "schlussrechnung",
  "gutschrift",
  "gebuehrenrechnung",
  "stornorechnung",
  "stornogutschrift",
];

/** On one page and on three, with + - 0, with and without VAT of the lessor, plain and with all that is long. */
const briefe: [string, () => Blatt[]][] = arten.flatMap((belegart) =>
  [1, 0, -1].flatMap((vorzeichen) =>
    [2, 5, 6, 7, 8, 42].flatMap((anzahl) =>
      [false, true].map((istLang): [string, () => Blatt[]] => [
        `${belegart}, ${anzahl} Zeilen, Vorzeichen ${vorzeichen}, ${istLang ? "alles lang" : "üblich"}`,
        () =>
          layoutBrief(
            brief({
              belegart,
              zeilen: zeilen(anzahl, vorzeichen),
              empfaenger: istLang ? langeAnschrift : person,
              aussteller: istLang ? langerFuss : aussteller,
              kontobezeichnung: istLang ? lang("Ackerland Süderholz", 8) : null,
              kontonummer: istLang ? "W".repeat(30) : "PK-000417",
              gebuehr: belegart.endsWith("gutschrift") ? { belegnummer: "GB-2026-000007", bruttoCent: 7_140 } : null,
              stornoVon: belegart.startsWith("storno")
                ? { belegart: "rechnung", belegnummer: "RE-2026-000001", belegdatum: "2026-10-04", grund: "Tippfehler" }
                : null,
            }),
          ),
      ]),
    ),
  ),
);

const hebung = (anzahl: number, begruendung: string | null, neuCent = 469_748): HebungsbriefDaten =>
  hebungsbrief({
    begruendung,
    positionen: Array.from({ length: anzahl }, (_, i) => ({
      bezeichnung: `Grundpacht ${i + 1}`,
      intervall: "jaehrlich",
      betragAltCent: 413_835,
      betragNeuCent: neuCent,
    })),
  });

const deckblattzeile = (i: number, vorzeichen: number): SammelBeleg => ({
  belegnummer: `GS-2026-${String(i).padStart(6, "0")}`,
  istStorno: false,
  istStorniert: false,
  istInDatei: false,
  zurueckgestellt: null,
  kontonummer: `PK-${String(i).padStart(6, "0")}`,
  kontobezeichnung: "Ackerland Süderholz, Flur 3, hinter dem alten Bahndamm",
  leistungVon: "2026-10-01",
  leistungBis: "2027-09-30",
  zahlbarBis: "2026-12-04",
  bruttoCent: vorzeichen * 120_000,
  gebuehrNummer: "GB-2026-000001",
  gebuehrCent: vorzeichen * 7_140,
  auszahlungCent: vorzeichen * 112_860,
});

const andere: [string, () => Blatt[]][] = [
  ...[1, 6, 7, 8, 9, 10, 11, 12, 30].flatMap((anzahl): [string, () => Blatt[]][] => [
    [`Hebung von ${anzahl} Positionen`, () => layoutHebungsbriefe(hebung(anzahl, null))],
    [`Hebung von ${anzahl} Positionen, begründet`, () => layoutHebungsbriefe(hebung(anzahl, lang("Teurer.", 60)))],
  ]),
  ["Hebung, die senkt", () => layoutHebungsbriefe(hebung(2, null, 400_000))],
  ["Hebung auf die höchsten Beträge", () => layoutHebungsbriefe(hebung(30, null, HOECHSTBETRAG_CENT))],
  ["Hebung, die nichts ändert", () => layoutHebungsbriefe(hebung(2, null, 413_835))],
  ...[0, 1, 12, 13, 14, 60].map((anzahl): [string, () => Blatt[]] => [
    `Kontoauszug mit ${anzahl} Belegen`,
    () => layoutKontoauszug({ ...kontoauszug(anzahl), aussteller: anzahl % 2 ? langerFuss : aussteller }),
  ]),
  ...[1, 30].map((anzahl): [string, () => Blatt[]] => [
    `Hebung von ${anzahl} Positionen, der längste Name`,
    () => layoutHebungsbriefe({ ...hebung(anzahl, null), aussteller: laengsterName }),
  ]),
  ...[-1_000_000_000_000, -123_456_789, 1_234_567_890].map((nettoCent): [string, () => Blatt[]] => [
    `Kontoauszug über ${nettoCent} Cent, der längste Name`,
    () => {
      const { belege, ...auszug } = kontoauszug(60);
      const betraege = {
        nettoCent,
        steuerCent: Math.round(nettoCent * 0.19),
        bruttoCent: Math.round(nettoCent * 1.19),
      };
      return layoutKontoauszug({
        ...auszug,
        aussteller: laengsterName,
        belege: belege.map((beleg) => ({ ...beleg, ...betraege })),
      });
    },
  ]),
  ...[1, 0, -1].flatMap((vorzeichen) =>
    [1, 5, 6, 26].map((anzahl): [string, () => Blatt[]] => [
      `Deckblatt mit ${anzahl} Belegen, Vorzeichen ${vorzeichen}`,
      () =>
        layoutSammelauszahlung({
          datum: "2026-11-20",
          belegdatum: "2026-11-20",
          empfaenger: anzahl % 2 ? firma : langeAnschrift,
          aussteller: anzahl % 2 ? aussteller : langerFuss,
          logo: null,
          belege: Array.from({ length: anzahl }, (_, i) => deckblattzeile(i, vorzeichen)),
        }),
    ]),
  ),
];

/** Height of the letters above the line and below, mm. */
const koerper = ({ y, pt }: Textstueck) => ({ oben: y - pt * 0.23, unten: y + pt * 0.05 });

const stehtAuf = (a: Textstueck, b: Textstueck): boolean =>
  a.x < b.x + b.breite - 0.1 &&
  b.x < a.x + a.breite - 0.1 &&
  koerper(a).oben < koerper(b).unten &&
  koerper(b).oben < koerper(a).unten;

const fussoben = (blatt: Blatt): number => texte(blatt).find(({ text }) => /^Seite \d+ von/.test(text))?.y ?? 0;

describe("das Satzbild", () => {
  test.each([...briefe, ...andere])("%s: nichts verlässt die Ränder, nichts steht aufeinander", (_, layout) => {
    for (const blatt of layout()) {
      const stuecke = texte(blatt);
      for (const { x, y, breite, text } of stuecke) {
        expect(x, text).toBeGreaterThan(24.99);
        expect(x + breite, text).toBeLessThan(190.01);
        expect(y, text).toBeLessThan(292.5);
      }
      const paare = stuecke.flatMap((a, i) =>
        stuecke
          .slice(i + 1)
          .filter((b) => stehtAuf(a, b))
          .map((b) => [a, b]),
      );
      expect(paare.map(([a, b]) => `„${a?.text}“ auf „${b?.text}“`)).toEqual([]);
    }
  });

  test.each([...briefe, ...andere])("%s: kein Blatt nur mit Tabellenkopf, Summen oder Gruß", (_, layout) => {
    const blaetter = layout();
    for (const [nr, blatt] of blaetter.entries()) {
      const stuecke = texte(blatt).filter(({ rolle }) => typeof rolle === "object");
      expect(stuecke.length, `Blatt ${nr + 1}`).toBeGreaterThan(2);
      const letztes = stuecke.filter(({ y }) => y < fussoben(blatt)).at(-1);
      expect(letztes?.rolle, "ein Tabellenkopf am Ende des Blatts").not.toMatchObject({ art: "TH", fuer: "Column" });
      const erstes = stuecke[0];
      if (nr > 0) expect(erstes?.text, "der Gruß allein").not.toBe("Mit freundlichen Grüßen");
    }
  });

  test.each(briefe.filter(([name]) => name.includes("42")))("%s: Summen nie ohne eine Zeile darüber", (_, layout) => {
    const letztes = layout().at(-1);
    expect(wortlaut(letztes ? [letztes] : [])).toMatch(/Bezeichnung.*Grundpacht Freifläche.*Summe netto/);
  });
});

test.each([9, 10, 11, 23, 36])("ein Kontoauszug mit %i Belegen: Summen nie ohne einen Beleg darüber", (anzahl) => {
  const letztes = layoutKontoauszug(kontoauszug(anzahl)).at(-1);
  expect(wortlaut(letztes ? [letztes] : [])).toMatch(/-2026-0.*Rechnungen brutto/);
});

describe("Zeiträume und Vorzeichen", () => {
  test.each(andere)("%s: ein Minus ist ein Minus, und die Zeit steht da", (name, layout) => {
    const woerter = wortlaut(layout());
    expect(woerter).not.toMatch(/(^|[\s+])-\d|\+−|−0,00/);
    const zeit = name.startsWith("Hebung") ? "01.10.2027" : "01.10.2026–30.09.2027";
    expect(woerter).toContain(name === "Kontoauszug mit 0 Belegen" ? "Abrechnung zum 20.11.2026" : zeit);
  });

  test.each([
    [469_748, "+559,13"],
    [400_000, "−138,35"],
    [413_835, "0,00"],
  ])("eine Hebung auf %i Cent ändert je Position um %s", (neu, aenderung) => {
    const zeilen = layoutHebungsbriefe(hebung(1, null, neu)).flatMap(texte);
    expect(zeilen.map(({ text }) => text)).toContain(aenderung);
  });

  test.each([
    [1, "Auszahlung gesamt 1.128,60 €"],
    [-1, "Saldo −1.128,60 €"],
    [0, "Auszahlung gesamt 0,00 €"],
  ])("ein Deckblatt mit Vorzeichen %i endet auf „%s“", (vorzeichen, ende) => {
    const daten = { datum: "2026-11-20", belegdatum: "2026-11-20", empfaenger: firma, aussteller, logo: null };
    expect(wortlaut(layoutSammelauszahlung({ ...daten, belege: [deckblattzeile(1, vorzeichen)] }))).toContain(ende);
  });
});

describe("was in keine Zeile passt", () => {
  const daten = brief({
    kontonummer: "W".repeat(30),
    empfaenger: {
      ...person,
      nachname: lang("Müller-Lüdenscheidt", 5),
      anzeigename: lang("Łukasz Müller-Lüdenscheidt", 8),
      debitornummer: "W".repeat(60),
    },
    zeilen: zeilen(30, 1),
  });

  test("wird kleiner, und reicht das nicht, endet es in …", () => {
    const [erstes, zweites] = layoutBrief(daten);
    expect(texte(erstes).find(({ text }) => text.startsWith("Sehr geehrter Herr"))?.text).toMatch(/^Sehr .*[^ ]…$/);
    expect(texte(erstes).find(({ text, x }) => x > 125 && /^W+…$/.test(text))).toBeDefined();
    expect(texte(zweites).find(({ text }) => text.startsWith("Pachtkonto W"))?.text).toMatch(/…$/);
  });
});
