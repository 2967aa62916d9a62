import { befund, type Planung, type Planzeile } from "../planung.ts";
import type { Rat } from "../rat.ts";
import { meldeGeaendert } from "./gesehenes.ts";

/** Ids from here on are given by the plan: the record gets its own when it is written. */
const vorlaeufigAb = 2 ** 52;

export const istVorlaeufig = (id: number): boolean => id >= vorlaeufigAb;

/** Where references lead. */
export type Verweisziel = {
  finde(schluessel: string): number | undefined;
  /** Of a reference into nothing: what may have been meant. */
  rate: Rat;
  /** A reference to a record of the stock leads elsewhere than when the file was checked. */
  istAnders(schluessel: string): boolean;
};

/** Which record a key leads to, in the stock or in the file; to an account its number leads too. */
export type Verzeichnis = Verweisziel & {
  /** The record of each row that has one of its own, by the number of the row. */
  idVon: ReadonlyMap<number, number>;
  /** Keys that lead to no record of the stock yet. */
  neue: NeueSchluessel;
  nummern: Nummernbedarf;
};

/** How many new accounts are to be given a number, and the numbers that the file gives to others. */
export type Nummernbedarf = { anzahl: number; genannte: readonly string[] };

export type NeueSchluessel = { schluessel: string; id: number }[];

let zuletzt = vorlaeufigAb;
/** An id that no record has. */
export const vergibId = (): number => {
  zuletzt = zuletzt >= Number.MAX_SAFE_INTEGER - 1 ? vorlaeufigAb : zuletzt + 1;
  return zuletzt;
};

/** The record that a field of a row refers to; a reference into nothing is told. */
export const folge = (
  planung: Planung,
  zeile: Planzeile,
  feld: string,
  { finde, rate, istAnders }: Verweisziel,
  was: string,
): number | null | undefined => {
  const wert = zeile.werte[feld];
  if (wert === null || wert === undefined) return wert;
  const schluessel = String(wert);
  if (istAnders(schluessel)) {
    meldeGeaendert(planung, zeile, feld);
    return undefined;
  }
  const id = finde(schluessel);
  if (id === undefined) {
    const text = `${was} ${schluessel} steht weder im Bestand noch in der Datei.${rate(schluessel)}`;
    planung.befunde.push(befund(zeile, feld, "fehler", "unbekannt", text));
  }
  return id;
};
