/** Upper ends of the steps in milliseconds, as OpenTelemetry's conventions have them; what takes longer is one step more. */
export const grenzenMs = [5, 10, 25, 50, 75, 100, 250, 500, 750, 1000, 2500, 5000, 7500, 10_000] as const;

/** How many ended in a time, by how long they took. */
export type Messung = { stufen: number[]; fehler: number; hoechsteMs: number };

export function leereMessung(): Messung {
  return {
    stufen: Array.from({ length: grenzenMs.length + 1 }, () => 0),
    fehler: 0,
    hoechsteMs: 0,
  };
}

export function stufeVon(dauerMs: number): number {
  const stufe = grenzenMs.findIndex((grenze) => dauerMs <= grenze);
  return stufe < 0 ? grenzenMs.length : stufe;
}

export function anzahlIn({ stufen }: Pick<Messung, "stufen">): number {
  return stufen.reduce((summe, n) => summe + n, 0);
}

/**
 * How long a part of them took at most, such as half of them: an estimate, since within a step all are taken to be spread
 * evenly.
 *
 * @param anteil above 0 up to 1   @returns whole milliseconds, never more than the longest; null where there are none
 */
export function dauerVon(anteil: number, { stufen, hoechsteMs }: Omit<Messung, "fehler">): number | null {
  const gesucht = anteil * anzahlIn({ stufen });
  if (gesucht === 0) return null;
  let davor = 0;
  for (const [nr, n] of stufen.entries()) {
    if (n > 0 && davor + n >= gesucht) {
      const von = grenzenMs[nr - 1] ?? 0;
      const bis = Math.max(von, Math.min(grenzenMs[nr] ?? hoechsteMs, hoechsteMs));
      return Math.round(von + ((bis - von) * (gesucht - davor)) / n);
    }
    davor += n;
  }
  return hoechsteMs;
}
