/** A change by index: values with one decimal, as text ("105.1"). */
export type Indexaenderung = {
  indexBasis: string | null;
  indexNeu: string | null;
  /** Share of the change that is passed on, in basis points; null: all of it. */
  weitergabeBp: number | null;
  /** The most that amounts rise or fall by, in basis points; null: no limit. What lies above is lost. */
  obergrenzeBp: number | null;
  /** Both series' values of the month in which one ended and the other took over. */
  verkettung: Verkettung | null;
};

export type Verkettung = { alt: string; neu: string };

/** A factor as it is, without rounding; the denominator is positive. */
export type Faktor = { zaehler: bigint; nenner: bigint };

const GANZ = 10_000n;

/**
 * The full change of an index: new x alt / (base x neu), without a linking new / base.
 *
 * @returns null where there is no base
 */
export function indexverhaeltnis({
  indexBasis,
  indexNeu,
  verkettung,
}: Pick<Indexaenderung, "indexBasis" | "indexNeu" | "verkettung">): Faktor | null {
  const [alt, neu] = verkettung ? [zehntel(verkettung.alt), zehntel(verkettung.neu)] : [1n, 1n];
  const nenner = zehntel(indexBasis) * neu;
  return nenner === 0n ? null : { zaehler: zehntel(indexNeu) * alt, nenner };
}

/**
 * What amounts are multiplied by: 1 + min(cap, pass-on x full change), exact; for a fall the cap limits the fall.
 *
 * @returns null where there is no base, or where more than everything would be taken off
 */
export function indexfaktor(aenderung: Indexaenderung): Faktor | null {
  const teile = weitergabe(aenderung);
  if (teile === null) return null;
  const { weiter, grenze, nenner } = teile;
  const seite = jenseits(teile);
  const zaehler = nenner + (seite === null || grenze === null ? weiter : BigInt(seite) * grenze);
  return zaehler < 0n ? null : { zaehler, nenner };
}

/** Which way a change goes beyond the limit, so that the limit is what counts; null: within it. */
export function begrenzung(aenderung: Indexaenderung): 1 | -1 | null {
  const teile = weitergabe(aenderung);
  return teile && jenseits(teile);
}

/** What is passed on, and the most that it may be, both over `nenner`. */
type Weitergabe = { weiter: bigint; grenze: bigint | null; nenner: bigint };

function weitergabe(aenderung: Indexaenderung): Weitergabe | null {
  const verhaeltnis = indexverhaeltnis(aenderung);
  if (verhaeltnis === null) return null;
  const { weitergabeBp, obergrenzeBp } = aenderung;
  return {
    weiter: BigInt(weitergabeBp ?? GANZ) * (verhaeltnis.zaehler - verhaeltnis.nenner),
    grenze: obergrenzeBp === null ? null : BigInt(obergrenzeBp) * verhaeltnis.nenner,
    nenner: GANZ * verhaeltnis.nenner,
  };
}

function jenseits({ weiter, grenze }: Weitergabe): 1 | -1 | null {
  if (grenze === null) return null;
  if (weiter > grenze) return 1;
  return weiter < -grenze ? -1 : null;
}

/** "105.1" as 1051. @throws RangeError for a text that is no such value */
export function zehntel(text: string | null): bigint {
  const treffer = /^(\d+)\.(\d)$/.exec(text ?? "");
  if (!treffer) throw new RangeError(`Kein Indexstand mit einer Nachkommastelle: ${text}`);
  return BigInt(`${treffer[1]}${treffer[2]}`);
}
