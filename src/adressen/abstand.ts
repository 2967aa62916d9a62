/**
 * Typing mistakes between two words: insertions, deletions, substitutions and swapped neighbours each count 1.
 *
 * @param hoechstens counting stops there: anything farther is `hoechstens + 1`
 */
export const abstand = (a: string, b: string, hoechstens: number): number => {
  const fern = hoechstens + 1;
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > hoechstens) return fern;
  let vorletzte: number[] = [];
  let letzte = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const zeile = [i];
    let kleinster = i;
    for (let j = 1; j <= b.length; j++) {
      const gleich = a[i - 1] === b[j - 1] ? 0 : 1;
      let wert = Math.min((letzte[j] ?? fern) + 1, (zeile[j - 1] ?? fern) + 1, (letzte[j - 1] ?? fern) + gleich);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        wert = Math.min(wert, (vorletzte[j - 2] ?? fern) + 1);
      zeile.push(wert);
      if (wert < kleinster) kleinster = wert;
    }
    if (kleinster > hoechstens) return fern;
    vorletzte = letzte;
    letzte = zeile;
  }
  return Math.min(letzte[b.length] ?? fern, fern);
};
