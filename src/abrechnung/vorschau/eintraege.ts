import { vergleicheText } from "../../kern/vergleicheText.ts";
import type { Hinweis } from "../eingabe/hinweis.ts";
import { nullSummen, type Summen } from "../eingabe/summen.ts";

type Eintrag = Summen & { pachtkontoId: number; kontonummer: string; hinweise: Hinweis[] };

/** Entries in one piece of memory. */
const jeBlock = 4096;

const felder = Object.keys(nullSummen()) as (keyof Summen)[];
const breite = felder.length + 1;

/**
 * What a preview says of its accounts, as rows of numbers: hundreds of thousands of them, some 64 bytes each, where
 * objects or texts would be five times as much. An entry is known by its number, from 0 on.
 */
export function neueEintraege() {
  const ids: number[] = [];
  const kontonummern: string[] = [];
  const bloecke: Float64Array[] = [];
  /** Few entries have any. */
  const mitHinweisen = new Map<number, Hinweis[]>();
  let anzahl = 0;

  const zahl = (nr: number, spalte: number): number =>
    bloecke[Math.floor(nr / jeBlock)]?.[(nr % jeBlock) * breite + spalte] ?? Number.NaN;
  const kontonummer = (nr: number): string => kontonummern[zahl(nr, 0)] ?? "";
  const nachKontonummer = (a: number, b: number): number => vergleicheText(kontonummer(a), kontonummer(b));

  return {
    /** The account that the next entries are of. */
    beginneKonto(id: number, nummer: string): void {
      ids.push(id);
      kontonummern.push(nummer);
    },
    /** @returns the number of the entry */
    nimm(summen: Summen, hinweise: Hinweis[]): number {
      const nr = anzahl++;
      const beginn = (nr % jeBlock) * breite;
      if (beginn === 0) bloecke.push(new Float64Array(jeBlock * breite));
      bloecke.at(-1)?.set([ids.length - 1, ...felder.map((feld) => summen[feld])], beginn);
      if (hinweise.length > 0) mitHinweisen.set(nr, hinweise);
      return nr;
    },
    lies(nr: number): Eintrag {
      const stelle = zahl(nr, 0);
      const summen = nullSummen();
      for (const [i, feld] of felder.entries()) summen[feld] = zahl(nr, i + 1);
      return {
        pachtkontoId: ids[stelle] ?? Number.NaN,
        kontonummer: kontonummern[stelle] ?? "",
        ...summen,
        hinweise: mitHinweisen.get(nr) ?? [],
      };
    },
    /** Puts entries into the order of their account numbers. */
    ordne(nummern: number[]): void {
      // Mostly accounts are numbered in the order in which they were entered.
      const istGeordnet = nummern.every((nr, i) => i === 0 || nachKontonummer(nummern[i - 1] ?? nr, nr) <= 0);
      if (!istGeordnet) nummern.sort(nachKontonummer);
    },
  };
}

export type Eintraege = ReturnType<typeof neueEintraege>;
