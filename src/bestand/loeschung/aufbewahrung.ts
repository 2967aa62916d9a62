/** What is kept for how many years, and by which law. */
export const aufbewahrungsregeln = {
  /** Documents by which something was booked: invoices, Gutschriften, payment files. */
  beleg: { jahre: 8, gesetz: "§ 147 Abs. 1 Nr. 4 und Abs. 3 AO, § 14b Abs. 1 UStG" },
  /** Books and records: what was booked for which account. */
  buch: { jahre: 10, gesetz: "§ 147 Abs. 1 Nr. 1 und Abs. 3 AO" },
  /** Letters and other papers of a lease, from its end. */
  schreiben: { jahre: 6, gesetz: "§ 147 Abs. 1 Nr. 2, 3 und 5 und Abs. 3 AO" },
} as const;

export type Aufbewahrungsregel = keyof typeof aufbewahrungsregeln;

/**
 * The last day on which something must be kept: whole years from the end of the year in which it came to be (§ 147 (4)
 * AO).
 *
 * @param entstanden null: it still goes on   @param offeneJahre years whose taxes can still change (§ 147 (3) sentence 5)
 * @returns null: nobody knows yet
 */
export function aufbewahrtBis(
  regel: Aufbewahrungsregel,
  entstanden: string | null,
  offeneJahre: readonly number[],
): string | null {
  if (entstanden === null) return null;
  const jahr = Number(entstanden.slice(0, 4));
  return offeneJahre.includes(jahr) ? null : `${jahr + aufbewahrungsregeln[regel].jahre}-12-31`;
}

/** Of several days the last; null, nobody knows yet, is later than any. */
export function spaetestes(tage: readonly (string | null)[]): string | null {
  return tage.reduce<string | null>((bis, tag) => (bis === null || tag === null ? null : tag > bis ? tag : bis), "");
}

export function istAbgelaufen(bis: string | null, heute: string): boolean {
  return bis !== null && bis < heute;
}
