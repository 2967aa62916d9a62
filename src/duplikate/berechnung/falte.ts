const ohneZerlegung: Record<string, string> = { ß: "ss", ø: "o", ł: "l", đ: "d", æ: "a", œ: "o", ð: "d", þ: "t" };

/**
 * What is left of a text when its spelling does not count: small letters without accents, digits, single blanks. An
 * umlaut, its two letters and its bare vowel are the same (Müller, Mueller and Muller are "muller").
 */
export const falte = (text: string | null | undefined): string => {
  if (!text) return "";
  let klein = text.toLowerCase();
  if (!/^[\p{ASCII}]*$/u.test(klein))
    klein = klein
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[ßøłđæœðþ]/g, (zeichen) => ohneZerlegung[zeichen] ?? "");
  return klein
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .replace(/([aou])e/g, "$1");
};

/** The words of a text, folded. */
export const worte = (text: string | null | undefined): string[] => {
  const gefaltet = falte(text);
  return gefaltet === "" ? [] : gefaltet.split(" ");
};
