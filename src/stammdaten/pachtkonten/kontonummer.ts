/**
 * An account number as it is stored: what cannot be seen is not part of it, and several blanks are one, since two numbers
 * that look the same would be taken for one another. Upper and lower case stay; the database counts them as the same.
 */
export function alsKontonummer(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\p{Cf}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}
