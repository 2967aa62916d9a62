import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { create, type Font, type Glyph } from "fontkit";
import type { Schnitt, Textstueck } from "./blatt.ts";

/** Tabular digits, so that amounts stand in columns; no ligatures, so that text can be copied out again. */
export const merkmale = { tnum: true, liga: false };

export const mmJePt = 25.4 / 72;

export type Schriftschnitt = { bytes: Uint8Array; font: Font };

const dateien: Record<Schnitt, string> = {
  normal: "SourceSans3_400Regular.ttf",
  halbfett: "SourceSans3_600SemiBold.ttf",
};

type Teilschrift = { encode(): Uint8Array; encodeStream?: () => Readable };

/**
 * Parses a font once. Two things are changed for pdf-lib, which was written for an older fontkit:
 * a subset gets the stream it is read by, and text is laid out character by character from a memo (pdf-lib draws
 * without kerning anyway). Each character has a glyph object of its own, because fontkit shares one between all
 * characters of one shape and remembers the first: what a letter's text reads as would depend on the letters before.
 */
const lade = (datei: string): Schriftschnitt => {
  const puffer = readFileSync(new URL(`./schriften/${datei}`, import.meta.url));
  const font = create(puffer) as Font;
  const layout = font.layout.bind(font);
  const teile = font.createSubset.bind(font) as unknown as () => Teilschrift;
  const gemerkt = new Map<string, Glyph[]>();
  const glyphenVon = (zeichen: string): Glyph[] => {
    const vorhanden = gemerkt.get(zeichen);
    if (vorhanden) return vorhanden;
    const glyphen = layout(zeichen, merkmale).glyphs.map(
      (glyph) => Object.create(glyph, { codePoints: { value: [zeichen.codePointAt(0)] } }) as Glyph,
    );
    gemerkt.set(zeichen, glyphen);
    return glyphen;
  };
  Object.assign(font, {
    layout: (text: string) => ({ glyphs: [...text].flatMap(glyphenVon) }),
    createSubset: () => {
      const teil = teile();
      teil.encodeStream ??= () => Readable.from([teil.encode()]);
      return teil;
    },
  });
  return { bytes: puffer, font };
};

const geladen = new Map<Schnitt, Schriftschnitt>();

export const schrift = (schnitt: Schnitt): Schriftschnitt => {
  let eintrag = geladen.get(schnitt);
  if (!eintrag) {
    eintrag = lade(dateien[schnitt]);
    geladen.set(schnitt, eintrag);
  }
  return eintrag;
};

/** NFC, one blank for any white space, without invisible characters. */
export const saeubere = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/\p{Cf}/gu, "")
    .trim();

const gemessen: Record<Schnitt, Map<string, number>> = { normal: new Map(), halbfett: new Map() };

/** Width of a character in parts of the type size. */
const miss = (zeichen: string, schnitt: Schnitt): number => {
  const { font } = schrift(schnitt);
  const einheiten = font.layout(zeichen).glyphs.reduce((summe, { advanceWidth }) => summe + advanceWidth, 0);
  const breite = einheiten / font.unitsPerEm;
  gemessen[schnitt].set(zeichen, breite);
  return breite;
};

/** Width in mm. */
export const breite = (text: string, schnitt: Schnitt, pt: number): number => {
  const bekannt = gemessen[schnitt];
  let summe = 0;
  for (const zeichen of text) summe += bekannt.get(zeichen) ?? miss(zeichen, schnitt);
  return summe * pt * mmJePt;
};

/** Lines no wider than `maximal` mm; a word that is wider alone is broken. */
export const umbrich = (text: string, maximal: number, schnitt: Schnitt, pt: number): string[] => {
  const passt = (zeile: string) => breite(zeile, schnitt, pt) <= maximal;
  const zeilen: string[] = [];
  let zeile = "";
  for (const wort of saeubere(text).split(" ")) {
    const mitWort = zeile ? `${zeile} ${wort}` : wort;
    if (passt(mitWort)) {
      zeile = mitWort;
      continue;
    }
    if (zeile) zeilen.push(zeile);
    zeile = "";
    for (const zeichen of wort) {
      if (zeile && !passt(zeile + zeichen)) {
        zeilen.push(zeile);
        zeile = "";
      }
      zeile += zeichen;
    }
  }
  if (zeile) zeilen.push(zeile);
  return zeilen;
};

/** A letter cannot be printed as it should be; `message` says in German what to change. */
export class FehlendesZeichen extends Error {
  override name = "FehlendesZeichen";
  readonly zeichen: string;

  constructor(zeichen: string, text: string) {
    const nummer = `U+${(zeichen.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
    super(`Das Zeichen „${zeichen}“ (${nummer}) in „${text}“ fehlt in der Schrift. Bitte die Angabe ändern.`);
    this.zeichen = zeichen;
  }
}

/** @throws FehlendesZeichen rather than let a name be printed with a gap */
export const pruefeZeichen = ({ text, schnitt }: Pick<Textstueck, "text" | "schnitt">): void => {
  const bekannt = vorhanden[schnitt];
  for (const zeichen of text) {
    if (bekannt.has(zeichen)) continue;
    if (!schrift(schnitt).font.hasGlyphForCodePoint(zeichen.codePointAt(0) ?? 0))
      throw new FehlendesZeichen(zeichen, text);
    bekannt.add(zeichen);
  }
};

const vorhanden: Record<Schnitt, Set<string>> = { normal: new Set(), halbfett: new Set() };
