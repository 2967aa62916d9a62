import { type Haeufigkeit, seltenBis } from "./gewicht.ts";
import type { Bewertung } from "./grund.ts";
import { hoechstensMit } from "./schluessel.ts";

/** How one kind of record is compared. */
export type Vergleich<B extends { id: number }> = {
  schluessel(bild: B): number[];
  worte(bild: B): string[];
  bewerte(a: B, b: B, haeufigkeit: Haeufigkeit): Bewertung | undefined;
};

export type Duplikatpaar = Bewertung & { a: number; b: number };

/** Records in ascending order of their ids, numbered from 0, however they are kept. */
export type Bilder<B> = {
  anzahl: number;
  bild(nr: number): B;
  schluessel(nr: number): ArrayLike<number>;
};

const inReihe = <B extends { id: number }>(bilder: readonly B[], { schluessel }: Vergleich<B>): Bilder<B> => ({
  anzahl: bilder.length,
  bild: (nr) => bilder[nr] as B,
  schluessel: (nr) => schluessel(bilder[nr] as B),
});

/** Counts the words of one record more. */
export function zaehleDazu(anzahlen: Map<string, number>, worte: readonly string[]): void {
  for (const wort of new Set(worte)) anzahlen.set(wort, (anzahlen.get(wort) ?? 0) + 1);
}

/** Leaves the words that at least `seltenBis` records carry. */
export function streicheSeltene(anzahlen: Map<string, number>): void {
  for (const [wort, anzahl] of anzahlen) if (anzahl < seltenBis) anzahlen.delete(wort);
}

/** Words that at least `seltenBis` records carry, with their number. */
export function zaehleWorte<B extends { id: number }>(
  bilder: readonly B[],
  { worte }: Vergleich<B>,
): Map<string, number> {
  const anzahlen = new Map<string, number>();
  for (const bild of bilder) zaehleDazu(anzahlen, worte(bild));
  streicheSeltene(anzahlen);
  return anzahlen;
}

/**
 * The keys of all records in ascending order, sorted where they stand: a copy would be as large as all the rest. The
 * entry p takes two places, the number of the record and its key, turned by the sign bit.
 */
export type Register = { laenge: number; platz: Uint32Array };

const vorzeichen = 0x80000000;
export function schluesselAn({ platz }: Register, p: number): number {
  return (platz[2 * p + 1] as number) ^ vorzeichen;
}
export function nummerAn({ platz }: Register, p: number): number {
  return platz[2 * p] as number;
}

/** After as many records or comparisons a search stops for a moment, a millisecond or two after the last time. */
const jeHalt = 250;

/** Sorts (key, number) as one 64-bit number each, which the engine does natively. */
export function* bildeRegister<B>(bilder: Bilder<B>): Generator<void, Register> {
  let platz = new Uint32Array(bilder.anzahl * 18 + 64);
  let n = 0;
  for (let nr = 0; nr < bilder.anzahl; nr += 1) {
    if (nr % jeHalt === jeHalt - 1) yield;
    const werte = bilder.schluessel(nr);
    if (2 * (n + werte.length) > platz.length) {
      const groesser = new Uint32Array(Math.ceil(platz.length * 1.25) + 2 * werte.length);
      groesser.set(platz);
      platz = groesser;
    }
    for (let w = 0; w < werte.length; w += 1) {
      // Little-endian: the key is the upper half. Turned by the sign bit, negative keys come first.
      platz[2 * n] = nr;
      platz[2 * n + 1] = (werte[w] as number) ^ vorzeichen;
      n += 1;
    }
  }
  new BigUint64Array(platz.buffer, 0, n).sort();
  return { laenge: n, platz };
}

/** For each record where it stands in the register, blocks with one member or too many left out. */
const bildeStellen = (register: Register, anzahl: number) => {
  const ab = new Uint32Array(anzahl + 1);
  const jedenBlock = (tue: (von: number, bis: number) => void) => {
    for (let von = 0, bis = 0; von < register.laenge; von = bis) {
      const schluessel = schluesselAn(register, von);
      for (bis = von + 1; bis < register.laenge && schluesselAn(register, bis) === schluessel; ) bis += 1;
      if (bis - von > 1 && bis - von <= hoechstensMit(schluessel)) tue(von, bis);
    }
  };
  jedenBlock((von, bis) => {
    for (let p = von; p < bis; p += 1) {
      const nach = nummerAn(register, p) + 1;
      ab[nach] = (ab[nach] as number) + 1;
    }
  });
  for (let i = 0; i < anzahl; i += 1) ab[i + 1] = (ab[i + 1] as number) + (ab[i] as number);
  const stellen = new Uint32Array(ab[anzahl] ?? 0);
  const belegt = ab.slice();
  jedenBlock((von, bis) => {
    for (let p = von; p < bis; p += 1) {
      const i = nummerAn(register, p);
      stellen[belegt[i] as number] = p;
      belegt[i] = (belegt[i] as number) + 1;
    }
  });
  return { ab, stellen };
};

type Gefunden = { paare: Duplikatpaar[]; verglichen: number };

/**
 * All pairs of a stock that are likely one, by comparing those that share a key. It stops now and then, so that others
 * who wait for the same thread can have it.
 *
 * @returns the pairs, each with the smaller id first, and how many were compared
 */
export function* vergleicheNach<B extends { id: number }>(
  register: Register,
  bilder: Bilder<B>,
  { bewerte }: Vergleich<B>,
  haeufigkeit: Haeufigkeit,
): Generator<void, Gefunden> {
  const { laenge } = register;
  const { ab, stellen } = bildeStellen(register, bilder.anzahl);
  const paare: Duplikatpaar[] = [];
  /** By whom a record was last looked at: those who share several keys are compared once. */
  const gesehen = new Uint32Array(bilder.anzahl);
  let verglichen = 0;
  for (let i = 0; i < bilder.anzahl; i += 1) {
    let a: B | undefined;
    for (let s = ab[i] as number; s < (ab[i + 1] as number); s += 1) {
      const p = stellen[s] as number;
      const schluessel = schluesselAn(register, p);
      for (let q = p + 1; q < laenge && schluesselAn(register, q) === schluessel; q += 1) {
        const j = nummerAn(register, q);
        if (gesehen[j] === i + 1) continue;
        gesehen[j] = i + 1;
        verglichen += 1;
        if (verglichen % jeHalt === 0) yield;
        a ??= bilder.bild(i);
        const b = bilder.bild(j);
        const bewertung = bewerte(a, b, haeufigkeit);
        if (bewertung) paare.push({ a: a.id, b: b.id, ...bewertung });
      }
    }
  }
  return { paare, verglichen };
}

/** The same for records that are all at hand, in ascending order of their ids. */
export function* suchePaare<B extends { id: number }>(
  reihe: readonly B[],
  vergleich: Vergleich<B>,
  haeufigkeit: Haeufigkeit,
): Generator<void, Gefunden> {
  const bilder = inReihe(reihe, vergleich);
  return yield* vergleicheNach(yield* bildeRegister(bilder), bilder, vergleich, haeufigkeit);
}
