import type { Blatt, Element, Farbe, Schnitt, Textstueck } from "./blatt.ts";
import { breite, saeubere, umbrich } from "./schrift.ts";

/** Type area of DIN 5008 Form B, mm. */
export const rand = { links: 25, rechts: 190, unten: 260 } as const;

/** Between the edge of a tinted band and what stands in it, mm. */
export const einzug = 1.5;

export type Stil = { pt: number; schnitt?: Schnitt; farbe?: Farbe };

/** One line of text from x on. */
export function text(x: number, y: number, inhalt: string, stil: Stil): Textstueck {
  const { pt, schnitt = "normal", farbe = "text" } = stil;
  const sauber = saeubere(inhalt);
  return { art: "text", x, y, text: sauber, breite: breite(sauber, schnitt, pt), schnitt, pt, farbe };
}

/** One line of text that ends at x. */
export function textRechts(x: number, y: number, inhalt: string, stil: Stil): Textstueck {
  const stueck = text(x, y, inhalt, stil);
  return { ...stueck, x: x - stueck.breite };
}

/** `stil` in the largest size, down to `minPt`, in which `inhalt` is at most `maximal` mm wide. */
export function passend(inhalt: string, maximal: number, stil: Stil, minPt: number): Stil {
  const noetig = breite(saeubere(inhalt), stil.schnitt ?? "normal", stil.pt);
  if (noetig <= maximal) return stil;
  return { ...stil, pt: Math.max(minPt, Math.floor(((stil.pt * maximal) / noetig) * 20) / 20) };
}

/** What fits in `maximal` mm: all of it in a size down to `minPt`, or what that has room for and "…". */
export function eineZeile(inhalt: string, maximal: number, stil: Stil, minPt: number): [inhalt: string, stil: Stil] {
  const kleiner = passend(inhalt, maximal, stil, minPt);
  const passt = (zeile: string) => breite(zeile, stil.schnitt ?? "normal", kleiner.pt) <= maximal;
  const zeichen = [...saeubere(inhalt)];
  if (passt(zeichen.join(""))) return [inhalt, kleiner];
  while (zeichen.length > 0 && !passt(`${zeichen.join("").trimEnd()}…`)) zeichen.pop();
  return [`${zeichen.join("").trimEnd()}…`, kleiner];
}

/** `stil` in the one size in which each of `zeilen` fits, down to `minPt`. */
export function gemeinsam(zeilen: string[], maximal: number, stil: Stil, minPt: number): Stil {
  return {
    ...stil,
    pt: Math.min(stil.pt, ...zeilen.map((zeile) => passend(zeile, maximal, stil, minPt).pt)),
  };
}

/** How lines are wrapped: how wide one may be, and how far it is from one to the next, mm. */
type Absatzstil = Stil & { maximal: number; abstand: number };

/** Wrapped lines from y on; `hoehe` reaches to where the next line would stand. */
export function absatz(
  inhalt: string,
  { maximal, abstand, ...stil }: Absatzstil,
  { x, y } = { x: 0, y: 0 },
): { elemente: Textstueck[]; hoehe: number } {
  const zeilen = umbrichOhneRest(inhalt, maximal, stil);
  return {
    elemente: zeilen.map((zeile, i) => text(x, y + i * abstand, zeile, stil)),
    hoehe: zeilen.length * abstand,
  };
}

/** As many lines as needed, the last one no single short word if the others can be a little shorter. */
const umbrichOhneRest = (inhalt: string, maximal: number, { schnitt = "normal", pt }: Stil): string[] => {
  const zeilen = umbrich(inhalt, maximal, schnitt, pt);
  if (zeilen.length < 2 || breite(zeilen.at(-1) ?? "", schnitt, pt) > maximal * 0.15) return zeilen;
  const schmaler = umbrich(inhalt, maximal * 0.85, schnitt, pt);
  return schmaler.length === zeilen.length ? schmaler : zeilen;
};

/** Something of known height that is drawn from its upper edge on. */
export type Block = { hoehe: number; setze(y: number): Element[] };

/** Pages while they fill up; a new one starts with its head. */
export type Bau = {
  readonly blaetter: Blatt[];
  /** Where the content of a page ends. */
  readonly unten: number;
  /** Upper edge of what comes next. */
  y: number;
  setze(elemente: Element[]): void;
  passt(hoehe: number): boolean;
  /** Whether a page that follows has room for it. */
  passtAufsBlatt(hoehe: number): boolean;
  neuesBlatt(): void;
};

/**
 * @param unten where the content of a page ends, mm
 * @param kopf draws the head of page `nr` (from 1) and says where its content begins
 */
export function beginne(unten: number, kopf: (nr: number) => { elemente: Element[]; y: number }): Bau {
  const blaetter: Blatt[] = [];
  // Asked for each letter: the head of a page that may never come is made once for that.
  let obenDanach: number | undefined;
  const bau: Bau = {
    blaetter,
    unten,
    y: 0,
    setze(elemente) {
      blaetter.at(-1)?.elemente.push(...elemente);
    },
    passt: (hoehe) => bau.y + hoehe <= unten,
    passtAufsBlatt(hoehe) {
      obenDanach ??= kopf(2).y;
      return obenDanach + hoehe <= unten;
    },
    neuesBlatt() {
      const { elemente, y } = kopf(blaetter.length + 1);
      blaetter.push({ elemente: [...elemente] });
      bau.y = y;
    },
  };
  bau.neuesBlatt();
  return bau;
}
