/** Pairs below are not kept: they are more likely two than one. */
export const mindestScore = 50;

/** From here on a new contact is almost surely one that is there already. */
export const sicherScore = 85;

/**
 * 0 to 100 from the odds that two records are one, in bits: 50 at even odds, 10 bits (1,000 to 1) are 97.
 */
export function scoreVon(bits: number): number {
  return Math.round(100 / (1 + 2 ** (-bits / 2)));
}

/** How often the parts of names occur in the whole stock. */
export type Haeufigkeit = {
  /** Records in all, at least `kleinsterBestand`. */
  bestand: number;
  /** Share of the records that carry this word. */
  anteil(wort: string): number;
};

/** A smaller stock says nothing about how rare a name is: it counts as a part of one of this size. */
const kleinsterBestand = 20_000;
/** Fewer bearers say nothing either: the word is rare. */
export const seltenBis = 10;
const seltene = 5;
/** Share of a name that is known to be frequent, whatever the stock. */
const bekannterAnteil = 1 / 300;

/**
 * @param anzahlen of the words that occur at least `seltenBis` times
 * @param istBekannt names that are frequent in the whole country
 */
export function haeufigkeitAus(
  bestand: number,
  anzahlen: ReadonlyMap<string, number>,
  istBekannt: (wort: string) => boolean,
): Haeufigkeit {
  const groesse = Math.max(bestand, kleinsterBestand);
  return {
    bestand: groesse,
    anteil: (wort) => {
      const gezaehlt = (anzahlen.get(wort) ?? seltene) / groesse;
      return gezaehlt < bekannterAnteil && istBekannt(wort) ? bekannterAnteil : gezaehlt;
    },
  };
}
