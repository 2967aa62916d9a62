/** Exact fraction in lowest terms, denominator > 0. */
export type Bruch = { readonly zaehler: bigint; readonly nenner: bigint };

export const NULL: Bruch = { zaehler: 0n, nenner: 1n };
export const EINS: Bruch = { zaehler: 1n, nenner: 1n };

/** @throws RangeError when `nenner` is 0 */
export function bruch(zaehler: bigint | number, nenner: bigint | number = 1n): Bruch {
  let z = BigInt(zaehler);
  let n = BigInt(nenner);
  if (n === 0n) throw new RangeError("Bruch mit Nenner 0");
  if (n < 0n) {
    z = -z;
    n = -n;
  }
  if (n === 1n) return { zaehler: z, nenner: n };
  const teiler = ggT(z < 0n ? -z : z, n);
  return { zaehler: z / teiler, nenner: n / teiler };
}

export function plus(a: Bruch, b: Bruch): Bruch {
  return bruch(a.zaehler * b.nenner + b.zaehler * a.nenner, a.nenner * b.nenner);
}

export function mal(a: Bruch, b: Bruch): Bruch {
  return bruch(a.zaehler * b.zaehler, a.nenner * b.nenner);
}

/** Negative, 0 or positive, as `sort` wants it. */
export function vergleiche(a: Bruch, b: Bruch): number {
  const links = a.zaehler * b.nenner;
  const rechts = b.zaehler * a.nenner;
  if (links === rechts) return 0;
  return links < rechts ? -1 : 1;
}

/** "7/12"; whole numbers without denominator. */
export function alsText(a: Bruch): string {
  return a.nenner === 1n ? a.zaehler.toString() : `${a.zaehler}/${a.nenner}`;
}

/** zaehler / nenner as a whole number, half away from zero; `nenner` > 0. */
export function rundeQuotient(zaehler: bigint, nenner: bigint): bigint {
  if (zaehler < 0n) return -rundeQuotient(-zaehler, nenner);
  return (2n * zaehler + nenner) / (2n * nenner);
}

export function kgV(a: bigint, b: bigint): bigint {
  return (a / ggT(a, b)) * b;
}

function ggT(a: bigint, b: bigint): bigint {
  let x = a;
  let y = b;
  while (y !== 0n) {
    const rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}
