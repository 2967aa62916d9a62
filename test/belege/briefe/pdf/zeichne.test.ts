import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { angabenVon, layoutBrief } from "../../../../src/belege/briefe/brief.ts";
import { zeichneBlaetter } from "../../../../src/belege/briefe/pdf/zeichne.ts";
import { text } from "../../../../src/belege/briefe/satz/bau.ts";
import { FehlendesZeichen, schrift } from "../../../../src/belege/briefe/satz/schrift.ts";
import { liesPdf } from "../../../hilfe/liesPdf.ts";
import { brief, person, texte, zeile } from "../../../hilfe/musterbrief.ts";

const zeichne = (daten: ReturnType<typeof brief>) => zeichneBlaetter(layoutBrief(daten), angabenVon(daten));

const an = (nachname: string) =>
  brief({ empfaenger: { ...person, anrede: null, titel: null, vorname: null, nachname, anzeigename: nachname } });

const namen = [
  "Łukasz Wójcik",
  "Ayşe Şahin",
  "Đorđe Petrović",
  "Nguyễn Văn Ấn",
  "Zoë Ångström",
  "Őrsi Erzsébet",
  "İğdır Çapek-Ödön",
  "Müller-Lüdenscheidt GmbH & Co. KG",
  "Hof „Süd“ – § 1 Straße ½",
];

describe("Namen", () => {
  test.each(namen)("%s steht im PDF, wie er heißt, auch aus zerlegten Zeichen", async (name) => {
    for (const eingabe of [name, name.normalize("NFD")]) {
      const { blaetter } = await liesPdf(await zeichne(an(eingabe)));
      expect(blaetter[0]).toContain(name);
    }
  });

  test.each([
    ["山田", "U+5C71"],
    ["Müller 🌾", "U+1F33E"],
    ["a\u0000b", "U+0000"],
  ])("%s hat keine Zeichen in der Schrift: dieser Brief scheitert und sagt warum", async (name, nummer) => {
    const fehler = await zeichne(an(name)).catch((grund: unknown) => grund);
    expect(fehler).toBeInstanceOf(FehlendesZeichen);
    expect(String(fehler)).toContain(nummer);
    expect(String(fehler)).toContain("fehlt in der Schrift");
  });

  test("Unsichtbares fällt weg, geschützte Leerzeichen werden gewöhnliche", async () => {
    const { blaetter } = await liesPdf(await zeichne(an("Ha\u00adns\u200b\u00a0\u202fMeier\uFEFF")));
    expect(blaetter[0]).toContain("Hans Meier");
  });
});

describe("Datei", () => {
  const lang = brief({ zeilen: Array.from({ length: 40 }, (_, i) => zeile(1000 + i)) });

  test("gleicher Inhalt, gleiche Bytes, auch nach einem anderen Brief", async () => {
    const vorher = await zeichne(lang);
    await zeichne(an("Nguyễn Văn Ấn"));
    const nachher = await zeichne(lang);
    expect(Buffer.compare(vorher, nachher)).toBe(0);
    expect(Buffer.compare(await zeichne(brief()), vorher)).not.toBe(0);
  });

  test("gleich gesetzte Blätter mit anderen Zeichen haben eine andere Kennung", async () => {
    const kennung = async (inhalt: string) => {
      const blatt = { elemente: [text(25, 60, inhalt, { pt: 10 })] };
      const bytes = await zeichneBlaetter([blatt], { titel: "T", thema: "T", verfasser: "V", datum: "2026-11-20" });
      return /\/ID \[ <(\w{32})>/.exec(Buffer.from(bytes).toString("latin1"))?.[1];
    };
    const erste = await kennung("12");
    expect(erste).toMatch(/^[0-9a-f]{32}$/);
    expect(await kennung("12")).toBe(erste);
    expect(await kennung("34")).not.toBe(erste);
  });

  test("der ganze Text lässt sich Seite für Seite herauslesen", async () => {
    const { blaetter } = await liesPdf(await zeichne(lang));
    expect(blaetter).toEqual(layoutBrief(lang).map((blatt) => texte(blatt).map(({ text }) => text)));
  });

  // Text alone would not show it: an older fontkit lost outlines when it made subsets.
  test("jede Glyphe der eingebetteten Schrift hat ihren Umriss", async () => {
    const { schriften } = await liesPdf(await zeichne(an(namen.join(" "))));
    expect(schriften.length).toBe(2);
    const sichtbar = (font: (typeof schriften)[number]) =>
      Array.from({ length: font.numGlyphs }, (_, i) => font.getGlyph(i)).filter((g) => g.path.commands.length > 0);
    const ganz = new Set(sichtbar(schrift("normal").font).map((glyph) => glyph.path.toSVG()));
    const halbfett = new Set(sichtbar(schrift("halbfett").font).map((glyph) => glyph.path.toSVG()));
    for (const font of schriften) {
      const umrisse = sichtbar(font);
      // All but .notdef's neighbour, the blank.
      expect(umrisse.length).toBeGreaterThanOrEqual(font.numGlyphs - 2);
      for (const glyph of umrisse.slice(1))
        expect(ganz.has(glyph.path.toSVG()) || halbfett.has(glyph.path.toSVG())).toBe(true);
    }
  });
});
