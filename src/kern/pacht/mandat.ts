/** A SEPA direct debit mandate; `datum` (YYYY-MM-DD) is the day of its signature. */
export type Mandat = { referenz: string; datum: string };

/**
 * Whether a direct debit may name it: up to 35 characters that all banks take, no "/" at either end and no "//" (EPC
 * 130-08). The payer knows the mandate by its reference: none is rewritten to fit.
 */
export function istMandatsreferenz(referenz: string): boolean {
  return /^[A-Za-z0-9+?/:().,' -]{1,35}$/.test(referenz) && !/^\/|\/$|\/\//.test(referenz);
}

/** Whether money can be collected by it on a day: a letter that says so has to be right. */
export function istEinziehbar({ referenz, datum }: Mandat, tag: string): boolean {
  return istMandatsreferenz(referenz) && datum <= tag;
}
