import { anschriftVon } from "../../kern/pacht/anschrift.ts";
import type { Angeschrieben } from "../../kern/pacht/schnappschuss.ts";
import { absatz, type Block, eineZeile, rand, text } from "./satz/bau.ts";
import type { Element } from "./satz/blatt.ts";
import { type Absender, marke, unterMarke } from "./satz/marke.ts";
import { anschriftfeld, informationsblock, marken } from "./satz/rahmen.ts";
import { als, alsAbsatz, alsUeberschrift } from "./satz/rolle.ts";
import { anrede } from "./wortlaut.ts";

/** The head of a page, and where its content begins. */
export type Kopf = { elemente: Element[]; y: number };

const voll = rand.rechts - rand.links;
const zeilenhoehe = 4.7;
const anredezeile = 110.5;

/** First page of a letter: logo, window, information block, subject and salutation. */
export function briefkopf(
  absender: Absender,
  empfaenger: Angeschrieben,
  { angaben, betreff }: { angaben: [name: string, wert: string | null][]; betreff: string },
): Kopf {
  return {
    elemente: [
      ...marken(),
      ...marke(absender, false),
      ...anschriftfeld(absender.aussteller, anschriftVon(empfaenger)),
      ...informationsblock(angaben),
      ...alsUeberschrift([
        text(rand.links, 102.2, ...eineZeile(betreff, voll, { pt: 13.5, schnitt: "halbfett", farbe: "akzent" }, 9)),
      ]),
      ...alsAbsatz([text(rand.links, anredezeile, ...eineZeile(anrede(empfaenger), voll, { pt: 9.4 }, 9.4))]),
    ],
    y: anredezeile + zeilenhoehe,
  };
}

/** The first sentence; DIN 5008 leaves a line free between the salutation and it. */
export function einstieg(einleitung: string): Block {
  const { elemente, hoehe } = absatz(
    einleitung,
    { maximal: voll, abstand: zeilenhoehe, pt: 9.4 },
    { x: rand.links, y: zeilenhoehe },
  );
  return {
    hoehe: zeilenhoehe + hoehe + 3,
    setze: (y) => alsAbsatz(elemente.map((zeile) => ({ ...zeile, y: zeile.y + y }))),
  };
}

/** Beside the logo of a page that follows. */
const platz = 95;

/** A page that follows: what the letter is, and whose. */
export function folgekopf(absender: Absender, betreff: string, darunter: string): Kopf {
  const zeichen = marke(absender, true);
  return {
    elemente: als("Header", [
      ...zeichen,
      text(rand.links, 18, ...eineZeile(betreff, platz, { pt: 9.4, schnitt: "halbfett", farbe: "akzent" }, 7)),
      text(rand.links, 22.6, ...eineZeile(darunter, platz, { pt: 8.2, farbe: "grau" }, 6)),
    ]),
    y: unterMarke(zeichen),
  };
}
