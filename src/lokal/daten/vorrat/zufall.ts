/** Draws that follow from the seed alone. */
export type Zufall = {
  /** In [0, 1). */
  zahl(): number;
  /** Whole, both ends included. */
  ganz(von: number, bis: number): number;
  chance(p: number): boolean;
  aus<T>(liste: readonly T[]): T;
  gewichtet<T>(paare: readonly (readonly [T, number])[]): T;
};

const mische = (wert: number): number => {
  let x = wert | 0;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
};

/**
 * A stream of its own for each record, so that a record is the same whatever was made before it (mulberry32).
 *
 * @param strom which kind of record   @param nummer which of them
 */
export function zufall(strom: number, nummer: number): Zufall {
  let zustand = mische(mische(strom * 0x9e3779b1 + 0x7f4a7c15) ^ Math.imul(nummer, 0x85ebca6b));
  const zahl = (): number => {
    zustand = (zustand + 0x6d2b79f5) | 0;
    let t = Math.imul(zustand ^ (zustand >>> 15), zustand | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const aus = <T>(liste: readonly T[]): T => {
    const eintrag = liste[Math.floor(zahl() * liste.length)];
    if (eintrag === undefined) throw new RangeError("leere Liste");
    return eintrag;
  };
  return {
    zahl,
    ganz: (von, bis) => von + Math.floor(zahl() * (bis - von + 1)),
    chance: (p) => zahl() < p,
    aus,
    gewichtet: (paare) => {
      let rest = zahl() * paare.reduce((summe, [, gewicht]) => summe + gewicht, 0);
      for (const [wert, gewicht] of paare) {
        rest -= gewicht;
        if (rest < 0) return wert;
      }
      return aus(paare)[0];
    },
  };
}
