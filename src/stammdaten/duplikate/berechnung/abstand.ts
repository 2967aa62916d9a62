const breite = 260;
const speicher = new Uint16Array(3 * breite);

/**
 * Typing mistakes between two words: insertions, deletions, substitutions and swapped neighbours each count 1. Only the
 * first 250 characters count.
 *
 * @param hoechstens counting stops there: anything farther is `hoechstens + 1`
 */
export function abstand(a: string, b: string, hoechstens: number): number {
  const fern = hoechstens + 1;
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > hoechstens) return fern;
  // What both begin and end with changes nothing, and is most of it.
  let ab = 0;
  let bisA = Math.min(a.length, breite - 10);
  let bisB = Math.min(b.length, breite - 10);
  while (ab < bisA && ab < bisB && a.charCodeAt(ab) === b.charCodeAt(ab)) ab += 1;
  while (bisA > ab && bisB > ab && a.charCodeAt(bisA - 1) === b.charCodeAt(bisB - 1)) {
    bisA -= 1;
    bisB -= 1;
  }
  const [n, m] = [bisA - ab, bisB - ab];
  if (n === 0 || m === 0) return Math.min(n + m, fern);
  let [vorletzte, letzte, zeile] = [0, breite, 2 * breite];
  for (let j = 0; j <= m; j += 1) speicher[letzte + j] = j;
  for (let i = 1; i <= n; i += 1) {
    speicher[zeile] = i;
    let kleinster = i;
    const links = a.charCodeAt(ab + i - 1);
    for (let j = 1; j <= m; j += 1) {
      const rechts = b.charCodeAt(ab + j - 1);
      const ersetzt = (speicher[letzte + j - 1] ?? 0) + (links === rechts ? 0 : 1);
      let wert = Math.min((speicher[letzte + j] ?? 0) + 1, (speicher[zeile + j - 1] ?? 0) + 1, ersetzt);
      if (i > 1 && j > 1 && links === b.charCodeAt(ab + j - 2) && a.charCodeAt(ab + i - 2) === rechts)
        wert = Math.min(wert, (speicher[vorletzte + j - 2] ?? 0) + 1);
      speicher[zeile + j] = wert;
      if (wert < kleinster) kleinster = wert;
    }
    if (kleinster > hoechstens) return fern;
    [vorletzte, letzte, zeile] = [letzte, zeile, vorletzte];
  }
  return Math.min(speicher[letzte + m] ?? fern, fern);
}

/** Whether one word may be the other mistyped: one mistake in four letters, two from eight on. */
export function istVertippt(a: string, b: string): boolean {
  const kuerzer = Math.min(a.length, b.length);
  if (kuerzer < 3 || Math.max(a.length, b.length) < 4) return false;
  const hoechstens = kuerzer < 8 ? 1 : 2;
  return abstand(a, b, hoechstens) <= hoechstens;
}
