import { type Frist, fristenVon } from "../../../src/kern/fristen/fristen.ts";
import type { Bundesland, Vertrag } from "../../../src/kern/fristen/vertrag.ts";
import { formatTag, parseTag } from "../../../src/kern/kalender/tag.ts";

type Tagfeld = "pachtbeginn" | "pachtende" | "vertragsschlussAm" | "anfrageErhaltenAm" | "angezeigtAm";
/** A contract with its days as they are written. */
export type Angaben = Partial<Omit<Vertrag, Tagfeld>> & Partial<Record<Tagfeld, string>>;

export function objekt(objektart: string, flaecheQm: number | null = null, bundesland: Bundesland | null = null) {
  return {
    objektart,
    flaecheQm,
    bundesland,
  };
}

/** A farm lease from 1 October 2015 on, without an end, in writing. */
export function vertrag({
  pachtbeginn = "2015-10-01",
  pachtende,
  vertragsschlussAm,
  anfrageErhaltenAm,
  angezeigtAm,
  ...felder
}: Angaben = {}): Vertrag {
  const tag = (text: string | undefined) => (text === undefined ? null : parseTag(text));
  return {
    status: "aktiv",
    vertragsart: null,
    pachtjahrBeginn: "10-01",
    vertragsform: "schriftform",
    kuendigungsregel: null,
    verlaengerungMonate: null,
    objekte: [objekt("acker")],
    ...felder,
    pachtbeginn: parseTag(pachtbeginn),
    pachtende: tag(pachtende),
    vertragsschlussAm: tag(vertragsschlussAm),
    anfrageErhaltenAm: tag(anfrageErhaltenAm),
    angezeigtAm: tag(angezeigtAm),
  };
}

/** "kuendigung 2026-10-05 2028-09-30" */
const kurz = ({ art, tag, wirktZum }: Frist): string =>
  [art, formatTag(tag), wirktZum === null ? "-" : formatTag(wirktZum)].join(" ");

/** A contract, and its deadlines on a day in the order of the alphabet. */
export type Fall = [was: string, angaben: Angaben, heute: string, erwartet: string[]];

export function fristen(angaben: Angaben, heute: string): string[] {
  return fristenVon(vertrag(angaben), parseTag(heute)).map(kurz);
}

/** A farm lease of twelve years, up to 30 September 2030. */
export const befristet: Angaben = { pachtbeginn: "2018-10-01", pachtende: "2030-09-30" };

export function zeilen(text: string): string[][] {
  return text
    .trim()
    .split("\n")
    .map((zeile) => zeile.trim().split(" "));
}
