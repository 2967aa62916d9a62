import { type Bruch, kgV, rundeQuotient } from "./bruch.ts";
import { type Cent, cent } from "./cent.ts";

/** One part of a split; `rest` is the cent (1 or -1) that it got by largest remainder, or 0. */
export type Teil = { readonly betrag: Cent; readonly rest: number };

/**
 * Splits `betrag` by `anteile` so that no cent is lost.
 *
 * Largest remainder: shares are rounded towards zero, the cents left over go to the largest remainders, ties to the
 * earlier share. The parts sum to `betrag`, and verteile(-b, a) negates verteile(b, a): a Storno cancels line by line.
 *
 * @param betrag whole cents   @param anteile weights >= 0 with a sum > 0, else RangeError
 * @example verteile(cent(100), [1n, 1n, 1n]) // [34, 33, 33]
 */
export function verteile(betrag: Cent, anteile: readonly bigint[]): Cent[] {
  return verteileMitRest(betrag, anteile).map((teil) => teil.betrag);
}

/** As `verteile`, and says who got a cent of the remainder. @throws RangeError as it does */
export function verteileMitRest(betrag: Cent, anteile: readonly bigint[]): Teil[] {
  let gewicht = 0n;
  for (const anteil of anteile) {
    if (anteil < 0n) throw new RangeError("Negativer Anteil");
    gewicht += anteil;
  }
  if (gewicht === 0n) throw new RangeError("Anteile ohne Summe");
  if (anteile.length === 1) return [{ betrag, rest: 0 }];
  const gesamt = BigInt(betrag);
  return nachGroesstemRest(
    gesamt,
    anteile.map((anteil) => gesamt * anteil),
    gewicht,
  );
}

/**
 * Rounds the exact total of `werte` once (half away from zero) and splits it by largest remainder of the exact values,
 * ties to the earlier value.
 *
 * A negative total is split as the mirror of the positive one, a total of 0 by the sign of the first value that is not
 * 0: values with all signs changed give parts with all signs changed. Signs may be mixed; the parts that miss a cent
 * are then those rounded down.
 *
 * @example verteileWerte([bruch(1, 2), bruch(1, 2)]) // 1 and 0
 */
export function verteileWerte(werte: readonly Bruch[]): Teil[] {
  let nenner = 1n;
  for (const wert of werte) if (wert.nenner !== nenner) nenner = kgV(nenner, wert.nenner);
  let summe = 0n;
  const zaehler = werte.map((wert) => {
    const erweitert = wert.zaehler * (nenner / wert.nenner);
    summe += erweitert;
    return erweitert;
  });
  return nachGroesstemRest(rundeQuotient(summe, nenner), zaehler, nenner, summe);
}

function nachGroesstemRest(gesamt: bigint, zaehler: readonly bigint[], nenner: bigint, exakt = gesamt): Teil[] {
  const richtung = exakt !== 0n ? exakt : (zaehler.find((z) => z !== 0n) ?? 0n);
  const vorzeichen = richtung < 0n ? -1n : 1n;
  const stellen = zaehler.map((z, stelle) => {
    const wert = z * vorzeichen;
    const rest = ((wert % nenner) + nenner) % nenner;
    return { stelle, ganz: (wert - rest) / nenner, rest };
  });
  let uebrig = gesamt * vorzeichen;
  for (const { ganz } of stellen) uebrig -= ganz;
  const nachRest = stellen.toSorted((a, b) => (a.rest === b.rest ? a.stelle - b.stelle : a.rest > b.rest ? -1 : 1));
  const bekommt = new Set(nachRest.slice(0, Number(uebrig)).map(({ stelle }) => stelle));
  return stellen.map(({ stelle, ganz }) => {
    const rest = bekommt.has(stelle) ? 1n : 0n;
    return { betrag: cent(Number((ganz + rest) * vorzeichen)), rest: Number(rest * vorzeichen) };
  });
}
