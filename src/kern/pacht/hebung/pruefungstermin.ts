/**
 * The day of the next rent review: the earliest planned increase, or the first of the next `hebemonat` after today and
 * after the last increase. Null where neither is known.
 */
export function naechsteHebung(
  hebemonat: string | null,
  letzteHebung: string | null,
  geplant: readonly string[],
  heute: string,
): string | null {
  const nach = letzteHebung !== null && letzteHebung > heute ? letzteHebung : heute;
  const jahr = Number(nach.slice(0, 4));
  const imJahr = hebemonat && [jahr, jahr + 1].map((j) => `${j}-${hebemonat}-01`).find((tag) => tag > nach);
  return [...geplant, ...(imJahr ? [imJahr] : [])].sort()[0] ?? null;
}
