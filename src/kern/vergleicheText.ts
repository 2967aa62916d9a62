/**
 * Negative, 0 or positive, as `sort` wants it. By code unit, unlike `localeCompare`: the same on every machine, and the
 * order of days as text.
 */
export function vergleicheText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
