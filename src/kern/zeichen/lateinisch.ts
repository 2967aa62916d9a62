import { loesePaare, umschrift } from "./umschrift.ts";

/** Letters that Unicode does not take apart into a plain one and a mark. */
const schlichte: Record<string, string> = {
  ...umschrift,
  Æ: "AE",
  æ: "ae",
  Ø: "O",
  ø: "o",
  Œ: "OE",
  œ: "oe",
  Ł: "L",
  ł: "l",
  Ŀ: "L",
  ŀ: "l",
  Đ: "D",
  đ: "d",
  Ð: "D",
  ð: "d",
  Þ: "TH",
  þ: "th",
  Ħ: "H",
  ħ: "h",
  Ŋ: "N",
  ŋ: "n",
  ı: "i",
  ĸ: "k",
  ƀ: "b",
  Ɓ: "B",
  Ə: "E",
  ə: "e",
  Ŧ: "T",
  ŧ: "t",
  ẞ: "SS",
  ß: "ss",
};

const zeichen: Record<string, string> = {
  "&": "+",
  "–": "-",
  "—": "-",
  "−": "-",
  _: "-",
  "„": "'",
  "“": "'",
  "”": "'",
  "‚": "'",
  "‘": "'",
  "’": "'",
  '"': "'",
  "`": "'",
  "´": "'",
  ʻ: "'",
  ʼ: "'",
  ";": ",",
  "[": "(",
  "]": ")",
  "{": "(",
  "}": ")",
  "§": "Par.",
  "€": "EUR",
  "\u2044": "/",
  "\\": "/",
  "|": "/",
};

/** A letter or sign in Latin ones, without its marks: Ş is S, ễ is e, Щ is Sht; itself where nobody knows better. */
export function inLatein(z: string): string {
  return schlichte[z] ?? zeichen[z] ?? ohneMarken(z);
}

const ohneMarken = (z: string): string =>
  [...z.normalize("NFKD").replace(/\p{M}/gu, "")].map((teil) => schlichte[teil] ?? zeichen[teil] ?? teil).join("");

/** A text on one line, composed, without what nobody sees; each character that is not allowed is replaced. */
export function ersetzeUnerlaubte(text: string, erlaubt: RegExp, ersetze: (z: string) => string): string {
  let ergebnis = "";
  const sichtbar = loesePaare(
    text
      .replace(/[\s\p{Cc}]+/gu, " ")
      .replace(/\p{Cf}/gu, "")
      .normalize("NFC"),
  );
  for (const z of sichtbar) ergebnis += erlaubt.test(z) ? z : ersetze(z);
  return ergebnis;
}
