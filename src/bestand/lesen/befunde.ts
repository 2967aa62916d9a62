import type { Befund } from "../format/blaetter.ts";

/** Of the file as a whole, or one of its sheets. */
export const dateibefund = (
  code: string,
  text: string,
  schwere: Befund["schwere"] = "fehler",
  blatt: string | null = null,
): Befund => ({ blatt, zeile: null, spalte: null, schwere, code, text, wert: null });

/** @returns the first of many names, and how many more there are */
export const ersteVon = (namen: readonly string[], hoechstens: number, nochEins: string): string => {
  const weitere = namen.length - hoechstens;
  return `${namen.slice(0, hoechstens).join(", ")} und ${weitere === 1 ? nochEins : `${weitere} weitere`}`;
};

/** A file that cannot be read at all; the sentence says what would be right. */
export class Unlesbar extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}
