import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { angabenVon, layoutBrief } from "../../../src/belege/briefe/brief.ts";
import type { BriefDaten, BriefZeile } from "../../../src/belege/briefe/daten.ts";
import { zeichneBlaetter } from "../../../src/belege/briefe/pdf/zeichne.ts";
import { beginne, rand } from "../../../src/belege/briefe/satz/bau.ts";
import type { Blatt, Textstueck } from "../../../src/belege/briefe/satz/blatt.ts";
import { type Reihe, setzeTabelle } from "../../../src/belege/briefe/satz/tabelle.ts";
import { setzeBlock } from "../../../src/belege/briefe/satz/umbruch.ts";
import { textblock } from "../../../src/belege/briefe/textblock.ts";
import { layoutHebungsbriefe } from "../../../src/belege/dokumente/hebungsbrief/layout.ts";
import { layoutVertragsschreiben } from "../../../src/belege/dokumente/vertragsschreiben/layout.ts";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { brief, hebungsbrief, person, texte, vertragsschreiben, wortlaut, zeile } from "../../hilfe/musterbrief.ts";
import { verletztePdfuaRegeln, vorgelesen } from "./pdf/pdfuaRegeln.ts";

const anzahlen = (anzahl: number, wort: string) => Array.from({ length: anzahl }, (_, i) => `${wort}${i + 1}`);

/** What a final settlement says of a position whose amount changed `anzahl` times within a period. */
const vieleFassungen = (anzahl: number): BriefZeile => {
  const muster = zeile(120_000);
  const segmente = Array.from({ length: anzahl }, (_, i) => ({ ...muster.herleitung, nettoCent: 100_001 + i }));
  const stand = { faelligkeitId: 1, belegId: 7, belegnummer: "RE-2026-000001", gebuchtCent: 1, richtigCent: 2 };
  return zeile(120_000, {
    herleitung: { ...muster.herleitung, methode: "korrektur", korrektur: { ...stand, segmente } },
  });
};

/** More reasons to charge no VAT than a page can list. */
const vieleGruende = (anzahl: number): Partial<BriefDaten> => ({
  steuergruppen: anzahlen(anzahl, "Grund").map((wort, i) => ({
    steuersatzBp: 0,
    steuerbefreiungGrund: `${wort} ${"steuerfrei nach dem Gesetz ".repeat(9)}`,
    nettoCent: 1000 + i,
    steuerCent: 0,
  })),
});

const namen = (anzahl: number) =>
  anzahlen(anzahl, "Erbe").map((nachname) => ({
    ...person,
    id: 1,
    nachname,
    anzeigename: `Łukasz ${nachname}`,
  }));

const briefe: [string, () => Blatt[], string[]][] = [
  ...[[vieleFassungen(80)], [zeile(1), vieleFassungen(80), zeile(2)], [zeile(1), vieleFassungen(200)]].map(
    (zeilen, nr): [string, () => Blatt[], string[]] => [
      `Eine Zeile höher als ein Blatt (${nr + 1})`,
      () => layoutBrief(brief({ belegart: "schlussrechnung", zeilen })),
      ["1.000,01 €", "1.000,80 €", "Summe netto", "Verwendungszweck"],
    ],
  ),
  ...[1, 30].map((anzahl): [string, () => Blatt[], string[]] => [
    `Summen und Gründe höher als ein Blatt, nach ${anzahl} Zeilen`,
    () => layoutBrief(brief({ ...vieleGruende(60), zeilen: Array.from({ length: anzahl }, () => zeile(100)) })),
    anzahlen(60, "Grund"),
  ]),
  ...[8, 16, 22].map((anzahl): [string, () => Blatt[], string[]] => [
    `Schluss aus ${anzahl} Gründen`,
    () => layoutBrief(brief({ ...vieleGruende(anzahl), zeilen: [zeile(100)] })),
    anzahlen(anzahl, "Grund"),
  ]),
  [
    "Eine Begründung höher als ein Blatt",
    () => layoutHebungsbriefe(hebungsbrief({ begruendung: `${"WWWWWWWW ".repeat(444)}ENDE` })),
    ["ENDE", "Mit freundlichen Grüßen"],
  ],
  ...([1, 500] as const).map((anzahl): [string, () => Blatt[], string[]] => [
    `Kündigung für ${anzahl} Verpächter`,
    () => {
      const einleitung = namen(anzahl).map(({ anzeigename }) => anzeigename);
      return layoutVertragsschreiben(vertragsschreiben({ einleitung: einleitung.join(", ") }));
    },
    [`Erbe${anzahl}`, "Eigenhändige Unterschrift"],
  ]),
  [
    "Anzeige mit 500 Verpächtern",
    () =>
      layoutVertragsschreiben(
        vertragsschreiben({
          absaetze: [
            ["Verpächter", anzahlen(500, "Erbe").join(", Straße der Einheit 104a, 18055 Rostock; ")],
            ["Pacht", anzahlen(900, "Betrag").join("; ")],
          ],
        }),
      ),
    [...anzahlen(500, "Erbe"), ...anzahlen(900, "Betrag")],
  ],
];

const istInhalt = ({ rolle }: { rolle?: unknown }) => rolle !== "Footer" && rolle !== "Watermark";

/** Where the text of a page ends: 5.6 mm above its number. */
const satzende = (blatt: Blatt): number =>
  (texte(blatt).find(({ text }) => /^Seite \d+ von/.test(text))?.y ?? 0) - 5.6 + 0.001;

const unterkante = (element: Blatt["elemente"][number]): number =>
  element.art === "linie"
    ? Math.max(element.y1, element.y2)
    : element.y + (element.art === "flaeche" || element.art === "bild" ? element.hoehe : 0);

/** What leaves the type area or stands on something else. */
const verstoesse = (blaetter: Blatt[], ende: (blatt: Blatt) => number): string[] =>
  blaetter.flatMap((blatt, nr) => {
    const elemente = blatt.elemente.filter(istInhalt).filter((e) => e.art !== "linie" || e.x1 >= rand.links);
    const stuecke = texte({ elemente });
    const unten = ende(blatt);
    return [
      ...elemente
        .filter((element) => unterkante(element) > unten)
        .map((element) => `Blatt ${nr + 1}: ${element.art === "text" ? element.text : element.art} im Fuß`),
      ...stuecke.flatMap((a, i) =>
        stuecke.slice(i + 1).flatMap((b) => (steht(a, b) ? [`„${a.text}“ auf „${b.text}“`] : [])),
      ),
    ];
  });

const steht = (a: Textstueck, b: Textstueck): boolean =>
  a.x < b.x + b.breite - 0.1 && b.x < a.x + a.breite - 0.1 && Math.abs(a.y - b.y) < 2.2;

describe("Was höher ist als ein Blatt", () => {
  test.each(briefe)("%s: nichts steht im Fuß, nichts fehlt, nichts steht aufeinander", (_, layout, worte) => {
    const blaetter = layout();
    expect(verstoesse(blaetter, satzende)).toEqual([]);
    const gelesen = wortlaut(blaetter);
    let ab = 0;
    for (const wort of worte) {
      ab = gelesen.indexOf(wort, ab);
      expect(ab, wort).toBeGreaterThan(-1);
    }
  });

  test.each(briefe)("%s: kein Blatt beginnt mit Summen oder Gruß", (_, layout) => {
    for (const blatt of layout().slice(1)) {
      const stuecke = texte(blatt).filter(({ rolle }) => typeof rolle === "object");
      expect(stuecke.length).toBeGreaterThan(2);
      expect(stuecke[0]?.text).not.toMatch(/^Summe netto|^Mit freundlichen|^Eigenhändige/);
    }
  });

  test("die Zeile beginnt, wo sie steht, und trägt ihren Betrag mit über", () => {
    const [erstes, zweites] = layoutBrief(brief({ zeilen: [zeile(500), vieleFassungen(80)] }));
    expect(wortlaut(erstes ? [erstes] : [])).toContain("1.000,01 €");
    for (const blatt of [erstes, zweites]) {
      const y = texte(blatt).find(({ text }) => text === "Übertrag")?.y;
      expect(texte(blatt).find((stueck) => stueck.y === y && stueck.x > 150)?.text).toBe("1.205,00");
    }
  });
});

/** A table on pages that hold 150 mm, and a paragraph below it. */
const tabelle = (reihen: Reihe[], folge: string, traegtSumme: boolean): Blatt[] => {
  const bau = beginne(rand.unten, () => ({ elemente: [], y: 110 }));
  const spalten = [
    { titel: "Bezeichnung", x: 25, breite: 80 },
    { titel: "Zeitraum", x: 118, breite: 37 },
    { titel: "Netto €", x: 190, breite: 24, rechts: true },
  ];
  const block = textblock(null, folge);
  setzeTabelle(bau, spalten, reihen, Math.min(block.hoehe, 50), traegtSumme);
  setzeBlock(bau, block);
  return bau.blaetter;
};

const worte = (hoechstens: number) => fc.nat({ max: hoechstens }).map((anzahl) => anzahl + 1);

const beliebigeReihen = fc
  .array(fc.record({ titel: worte(40), daneben: worte(40), details: fc.oneof(worte(5), worte(120)) }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((reihen) =>
    reihen.map(
      ({ titel, daneben, details }, nr): Reihe => ({
        zellen: [anzahlen(titel, `t${nr}.`).join(" "), anzahlen(daneben, `d${nr}.`).join(" "), String(nr)],
        details: anzahlen(details, `e${nr}.`),
        betragCent: nr,
      }),
    ),
  );

test("Reihen jeder Höhe: nichts unter dem Satzspiegel, nichts verloren, alles in seiner Folge", () => {
  fc.assert(
    fc.property(beliebigeReihen, worte(1500), fc.boolean(), (reihen, folge, traegtSumme) => {
      const blaetter = tabelle(reihen, anzahlen(folge, "f").join(" "), traegtSumme);
      expect(verstoesse(blaetter, () => rand.unten + 0.001)).toEqual([]);
      const stuecke = blaetter.flatMap(texte).filter(({ rolle }) => typeof rolle === "object");
      const gelesen = (muster: RegExp) =>
        stuecke.filter(({ text }) => muster.test(text)).flatMap(({ text }) => text.split(" "));
      for (const [nr, { zellen, details }] of reihen.entries()) {
        expect(gelesen(new RegExp(`^t${nr}\\.`)).join(" ")).toBe(zellen[0]);
        expect(gelesen(new RegExp(`^d${nr}\\.`)).join(" ")).toBe(zellen[1]);
        expect(gelesen(new RegExp(`^e${nr}\\.`))).toEqual(details);
      }
      expect(gelesen(/^f/).join(" ")).toBe(anzahlen(folge, "f").join(" "));
    }),
    { numRuns: 60 },
  );
});

describe("Die Datei", () => {
  const daten = brief({ belegart: "schlussrechnung", zeilen: [zeile(500), vieleFassungen(80), zeile(700)] });

  test("hat jede Zeile über dem Fuß, und ihre Stücke so oft wie gesetzt", async () => {
    const { blaetter, grundlinien } = await liesPdf(await zeichneBlaetter(layoutBrief(daten), angabenVon(daten)));
    expect(blaetter.length).toBe(3);
    for (const [nr, blatt] of blaetter.entries()) {
      const seite = blatt.findIndex((stueck) => stueck.startsWith("Seite "));
      const fuss = grundlinien[nr]?.[seite] ?? 0;
      const darunter = blatt.filter((_, i) => (grundlinien[nr]?.[i] ?? 0) > fuss);
      expect(darunter.join(" ")).toMatch(/^Nordholz Flächenmanagement GmbH .*Gläubiger-ID DE98ZZZ09999999999$/);
    }
    expect(
      blaetter
        .flat()
        .join(" ")
        .match(/1\.000,\d\d € für 01\.10/g)?.length,
    ).toBe(80);
  });

  test("sagt sie als eine Zeile mit fünf Zellen vor, auf wie vielen Blättern sie auch steht", async () => {
    const bytes = await zeichneBlaetter(layoutBrief(daten), angabenVon(daten));
    expect(await verletztePdfuaRegeln(bytes)).toEqual([]);
    const gelesen = await vorgelesen(bytes);
    const zellen = gelesen.filter((stelle) => stelle.startsWith("TD: "));
    expect(zellen.length).toBe(15);
    expect(zellen[6]).toMatch(/^TD: Grundpacht Freifläche bereits berechnet .* 1\.000,80 € für [^+]*$/);
  });
});
