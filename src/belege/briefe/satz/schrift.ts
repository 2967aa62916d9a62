import type { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import type { Schnitt, Textstueck } from "./blatt.ts";

/** Tabular digits, so that amounts stand in columns; no ligatures, so that text can be copied out again. */
const merkmale = { tnum: true, liga: false };

export const mmJePt = 25.4 / 72;

type Schriftschnitt = { bytes: Buffer; font: Font };

const dateien: Record<Schnitt, string> = {
  normal: "SourceSans3_400Regular.ttf",
  halbfett: "SourceSans3_600SemiBold.ttf",
};

const geladen = new Map<Schnitt, Schriftschnitt>();

export function schrift(schnitt: Schnitt): Schriftschnitt {
  let eintrag = geladen.get(schnitt);
  if (!eintrag) {
    const bytes = readFileSync(new URL(`./schriften/${dateien[schnitt]}`, import.meta.url));
    eintrag = { bytes, font: create(bytes) as Font };
    geladen.set(schnitt, eintrag);
  }
  return eintrag;
}

/** A shape by its number in the font, with its width in units of the font. */
type Glyphe = { nummer: number; breite: number };

const gemerkt: Record<Schnitt, Map<string, readonly Glyphe[]>> = { normal: new Map(), halbfett: new Map() };

/** What shows a character, by itself: letters are set without kerning. */
export function glyphenVon(zeichen: string, schnitt: Schnitt): readonly Glyphe[] {
  const vorhanden = gemerkt[schnitt].get(zeichen);
  if (vorhanden) return vorhanden;
  const { glyphs } = schrift(schnitt).font.layout(zeichen, merkmale);
  const glyphen = glyphs.map(({ id, advanceWidth }) => ({ nummer: id, breite: advanceWidth }));
  gemerkt[schnitt].set(zeichen, glyphen);
  return glyphen;
}

/** Single blanks between characters that stay as they are: most of what a letter says. */
const istSauber = /^[!-~ÄÖÜäöüß§€„“–−·]+(?: [!-~ÄÖÜäöüß§€„“–−·]+)*$/;

/** NFC, one blank for any white space, without invisible characters. */
export function saeubere(text: string): string {
  return istSauber.test(text)
    ? text
    : text
        .normalize("NFC")
        .replace(/\s+/g, " ")
        .replace(/\p{Cf}/gu, "")
        .trim();
}

const gemessen: Record<Schnitt, Map<string, number>> = { normal: new Map(), halbfett: new Map() };

/** Width of a character in parts of the type size. */
const miss = (zeichen: string, schnitt: Schnitt): number => {
  const einheiten = glyphenVon(zeichen, schnitt).reduce((summe, glyphe) => summe + glyphe.breite, 0);
  const breite = einheiten / schrift(schnitt).font.unitsPerEm;
  gemessen[schnitt].set(zeichen, breite);
  return breite;
};

/** `bisher` and the widths of these characters, in parts of the type size. */
const addiere = (bisher: number, text: string, schnitt: Schnitt): number => {
  const bekannt = gemessen[schnitt];
  let summe = bisher;
  for (const zeichen of text) summe += bekannt.get(zeichen) ?? miss(zeichen, schnitt);
  return summe;
};

/** Width in mm. */
export function breite(text: string, schnitt: Schnitt, pt: number): number {
  return addiere(0, text, schnitt) * pt * mmJePt;
}

/** Lines no wider than `maximal` mm; a word that is wider alone is broken. */
export function umbrich(text: string, maximal: number, schnitt: Schnitt, pt: number): string[] {
  const passt = (weite: number) => weite * pt * mmJePt <= maximal;
  const zeilen: string[] = [];
  let zeile = "";
  let weite = 0;
  for (const wort of saeubere(text).split(" ")) {
    const angehaengt = zeile ? ` ${wort}` : wort;
    const mitWort = addiere(weite, angehaengt, schnitt);
    if (passt(mitWort)) {
      zeile += angehaengt;
      weite = mitWort;
      continue;
    }
    if (zeile) zeilen.push(zeile);
    zeile = "";
    weite = 0;
    for (const zeichen of wort) {
      const mitZeichen = addiere(weite, zeichen, schnitt);
      const istZuWeit = zeile !== "" && !passt(mitZeichen);
      if (istZuWeit) zeilen.push(zeile);
      zeile = istZuWeit ? zeichen : zeile + zeichen;
      weite = istZuWeit ? addiere(0, zeichen, schnitt) : mitZeichen;
    }
  }
  if (zeile) zeilen.push(zeile);
  return zeilen;
}

/** What a letter is made from, by which it can still be changed. */
export type Grundlage = "eingetragen" | "gebucht" | "abgeschlossen";

const rat: Record<Grundlage, string> = {
  eingetragen: "Bitte die Angabe ändern.",
  gebucht: "Bitte die Angabe ändern; ein gebuchter Beleg behält sie bis zu Storno und neuer Buchung.",
  abgeschlossen:
    "Bitte die Angabe ändern; was die Hebung selbst nennt, auch ihre Begründung, steht seit dem Abschluss fest.",
};

/** A letter cannot be printed as it should be; `message` says so in German. */
export class FehlendesZeichen extends Error {
  override name = "FehlendesZeichen";
  readonly zeichen: string;

  constructor(zeichen: string, text: string) {
    const nummer = `U+${(zeichen.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
    super(`Das Zeichen „${zeichen}“ (${nummer}) in „${text}“ fehlt in der Schrift.`);
    this.zeichen = zeichen;
  }

  /** The same with what to do about it. */
  mitRat(grundlage: Grundlage): string {
    return `${this.message} ${rat[grundlage]}`;
  }
}

/** @throws FehlendesZeichen rather than let a name be printed with a gap */
export function pruefeZeichen({ text, schnitt }: Pick<Textstueck, "text" | "schnitt">): void {
  const bekannt = vorhanden[schnitt];
  for (const zeichen of text) {
    if (bekannt.has(zeichen)) continue;
    if (!schrift(schnitt).font.hasGlyphForCodePoint(zeichen.codePointAt(0) ?? 0))
      throw new FehlendesZeichen(zeichen, text);
    bekannt.add(zeichen);
  }
}

const vorhanden: Record<Schnitt, Set<string>> = { normal: new Set(), halbfett: new Set() };
