declare const istCent: unique symbol;

/** Whole cents within the safe integers. */
export type Cent = number & { readonly [istCent]: true };

/** @throws RangeError unless `n` is a safe integer; -0 becomes 0 */
export function cent(n: number): Cent {
  if (!Number.isSafeInteger(n)) throw new RangeError(`Kein ganzer Cent-Betrag: ${n}`);
  return (n + 0) as Cent;
}

/** @throws RangeError when the sum leaves the safe integers */
export function summe(betraege: Iterable<number>): Cent {
  let gesamt = 0;
  for (const betrag of betraege) gesamt = cent(gesamt + betrag);
  return cent(gesamt);
}
