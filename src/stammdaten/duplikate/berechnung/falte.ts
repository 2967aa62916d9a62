const ohneZerlegung: Record<string, string> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "a",
  œ: "o",
  ð: "d",
  þ: "t",
  ı: "i",
};

const ohneAkzente = (klein: string): string =>
  klein
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßøłđæœðþı]/g, (zeichen) => ohneZerlegung[zeichen] ?? "");

/**
 * What is left of a text when its spelling does not count: small letters of any script without accents, digits, single
 * blanks. An umlaut, its two letters and its bare vowel are the same (Müller, Mueller and Muller are "muller").
 */
export function falte(text: string | null | undefined): string {
  if (!text) return "";
  const klein = text.toLowerCase();
  let gefaltet = /[\u0080-\uffff]/.test(klein) ? ohneAkzente(klein) : klein;
  // Most texts have nothing of this.
  if (/[^a-z0-9]/.test(gefaltet)) gefaltet = gefaltet.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return /[aou]e/.test(gefaltet) ? gefaltet.replace(/([aou])e/g, "$1") : gefaltet;
}

/** The words of a text, folded. */
export function worte(text: string | null | undefined): string[] {
  const gefaltet = falte(text);
  return gefaltet === "" ? [] : gefaltet.split(" ");
}
