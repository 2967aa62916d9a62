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

/** Words that at least `seltenBis` records carry, with their number. */
export const zaehleWorte = <B extends { id: number }>(
  bilder: readonly B[],
  { worte }: Vergleich<B>,
): Map<string, number> => {
  const anzahlen = new Map<string, number>();
  for (const bild of bilder) for (const wort of new Set(worte(bild))) anzahlen.set(wort, (anzahlen.get(wort) ?? 0) + 1);
  for (const [wort, anzahl] of anzahlen) if (anzahl < seltenBis) anzahlen.delete(wort);
  return anzahlen;
};

/** The keys of all records in ascending order: `werte[n]` belongs to the record with the index `wessen[n]`. */
export type Register = { werte: Int32Array; wessen: Uint32Array };

/** After as many records or comparisons a search stops for a moment, some milliseconds after the last time. */
const jeHalt = 2_000;

/** Sorts (key, index) as one 64-bit number each, which the engine does natively. */
function* bildeRegister<B extends { id: number }>(
  bilder: readonly B[],
  { schluessel }: Vergleich<B>,
): Generator<void, Register> {
  let platz = new Uint32Array(bilder.length * 24 + 64);
  let n = 0;
  for (let i = 0; i < bilder.length; i += 1) {
    if (i % jeHalt === jeHalt - 1) yield;
    const werte = schluessel(bilder[i] as B);
    if (2 * (n + werte.length) > platz.length) {
      const groesser = new Uint32Array(Math.ceil(platz.length * 1.5) + 2 * werte.length);
      groesser.set(platz);
      platz = groesser;
    }
    for (const wert of werte) {
      // Little-endian: the key is the upper half. Turned by the sign bit, negative keys come first.
      platz[2 * n] = i;
      platz[2 * n + 1] = wert ^ 0x80000000;
      n += 1;
    }
  }
  new BigUint64Array(platz.buffer, 0, n).sort();
  const register = { werte: new Int32Array(n), wessen: new Uint32Array(n) };
  for (let p = 0; p < n; p += 1) {
    register.wessen[p] = platz[2 * p] as number;
    register.werte[p] = (platz[2 * p + 1] as number) ^ 0x80000000;
  }
  return register;
}

/** For each record where it stands in the register, blocks with one member or too many left out. */
const bildeStellen = ({ werte, wessen }: Register, anzahl: number) => {
  const ab = new Uint32Array(anzahl + 1);
  const jedenBlock = (tue: (von: number, bis: number) => void) => {
    for (let von = 0, bis = 0; von < werte.length; von = bis) {
      for (bis = von + 1; bis < werte.length && werte[bis] === werte[von]; ) bis += 1;
      if (bis - von > 1 && bis - von <= hoechstensMit(werte[von] as number)) tue(von, bis);
    }
  };
  jedenBlock((von, bis) => {
    for (let p = von; p < bis; p += 1) ab[(wessen[p] as number) + 1] = (ab[(wessen[p] as number) + 1] as number) + 1;
  });
  for (let i = 0; i < anzahl; i += 1) ab[i + 1] = (ab[i + 1] as number) + (ab[i] as number);
  const stellen = new Uint32Array(ab[anzahl] ?? 0);
  const belegt = ab.slice();
  jedenBlock((von, bis) => {
    for (let p = von; p < bis; p += 1) {
      const i = wessen[p] as number;
      stellen[belegt[i] as number] = p;
      belegt[i] = (belegt[i] as number) + 1;
    }
  });
  return { ab, stellen };
};

/** What was found, the keys that it was found by, and how many were compared. */
type Gefunden = { paare: Duplikatpaar[]; register: Register; verglichen: number };

/**
 * All pairs of a stock that are likely one, by comparing those that share a key. It stops now and then, so that others
 * who wait for the same thread can have it.
 *
 * @param bilder in ascending order of their ids
 * @returns the pairs, each with the smaller id first
 */
export function* suchePaare<B extends { id: number }>(
  bilder: readonly B[],
  vergleich: Vergleich<B>,
  haeufigkeit: Haeufigkeit,
): Generator<void, Gefunden> {
  const register = yield* bildeRegister(bilder, vergleich);
  const { werte, wessen } = register;
  const { ab, stellen } = bildeStellen(register, bilder.length);
  const paare: Duplikatpaar[] = [];
  /** By whom a record was last looked at: those who share several keys are compared once. */
  const gesehen = new Uint32Array(bilder.length);
  let verglichen = 0;
  for (let i = 0; i < bilder.length; i += 1) {
    const a = bilder[i] as B;
    for (let s = ab[i] as number; s < (ab[i + 1] as number); s += 1) {
      const p = stellen[s] as number;
      for (let q = p + 1; q < werte.length && werte[q] === werte[p]; q += 1) {
        const j = wessen[q] as number;
        if (gesehen[j] === i + 1) continue;
        gesehen[j] = i + 1;
        verglichen += 1;
        if (verglichen % jeHalt === 0) yield;
        const b = bilder[j] as B;
        const bewertung = vergleich.bewerte(a, b, haeufigkeit);
        if (bewertung) paare.push({ a: a.id, b: b.id, ...bewertung });
      }
    }
  }
  return { paare, register, verglichen };
}

/** The same without a stop. */
export const findePaare = <B extends { id: number }>(
  bilder: readonly B[],
  vergleich: Vergleich<B>,
  haeufigkeit: Haeufigkeit,
): Gefunden => {
  const suche = suchePaare(bilder, vergleich, haeufigkeit);
  let schritt = suche.next();
  while (!schritt.done) schritt = suche.next();
  return schritt.value;
};
