import type { Befund } from "../format/blaetter.ts";

/** Of the file as a whole, or one of its sheets. */
export function dateibefund(
  code: string,
  text: string,
  schwere: Befund["schwere"] = "fehler",
  blatt: string | null = null,
): Befund {
  return { blatt, zeile: null, spalte: null, schwere, code, text, wert: null };
}

/** So many places with the same mistake are told apart; of more it is said once. */
export const hoechstensFalsche = 10;

/** A place by its name, what is said of it alone, and what it is called among others. */
export type Einzelfall = { name: string; text: string; kurz: string };

/**
 * What several columns or sheets have in common, said of each or, of many, once: a sheet may have 16,384 columns.
 *
 * @param nochEins what one more than those that are named is called
 * @param alsBefund without a name where it is said of all
 */
export function jeEinzelnOderEinmal(
  faelle: readonly Einzelfall[],
  hoechstens: number,
  nochEins: string,
  alsBefund: (name: string | null, text: string) => Befund,
  gemeinsam: (namen: string) => string,
): Befund[] {
  if (faelle.length <= hoechstens) return faelle.map(({ name, text }) => alsBefund(name, text));
  const erste = faelle.slice(0, hoechstens).map(({ kurz }) => kurz);
  const weitere = faelle.length - hoechstens;
  return [alsBefund(null, gemeinsam(`${erste.join(", ")} und ${weitere === 1 ? nochEins : `${weitere} weitere`}`))];
}

/** A file that cannot be read at all; the sentence says what would be right. */
export class Unlesbar extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}
