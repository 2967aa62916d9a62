/**
 * Greek and Cyrillic letters in Latin ones. Where the tables of SEPA (EPC217-08: Greek, Bulgarian) have a letter, it is
 * theirs; what Bulgarian lacks is written as Russian, Ukrainian, Serbian and Kazakh passports do.
 */
const kleine: Record<string, string> = {
  α: "a",
  β: "v",
  γ: "g",
  δ: "d",
  ε: "e",
  ζ: "z",
  η: "i",
  θ: "th",
  ι: "i",
  κ: "k",
  λ: "l",
  μ: "m",
  ν: "n",
  ξ: "x",
  ο: "o",
  π: "p",
  ρ: "r",
  σ: "s",
  ς: "s",
  τ: "t",
  υ: "y",
  φ: "f",
  χ: "ch",
  ψ: "ps",
  ω: "o",
  а: "a",
  б: "b",
  в: "v",
  г: "g",
  ґ: "g",
  д: "d",
  ђ: "dj",
  ѓ: "g",
  е: "e",
  ё: "e",
  є: "ye",
  ж: "zh",
  з: "z",
  ѕ: "dz",
  и: "i",
  й: "y",
  і: "i",
  ї: "yi",
  ј: "j",
  к: "k",
  ќ: "k",
  л: "l",
  љ: "lj",
  м: "m",
  н: "n",
  њ: "nj",
  о: "o",
  п: "p",
  р: "r",
  с: "s",
  т: "t",
  ћ: "c",
  у: "u",
  ў: "u",
  ф: "f",
  х: "h",
  ц: "ts",
  ч: "ch",
  џ: "dz",
  ш: "sh",
  щ: "sht",
  ъ: "a",
  ы: "y",
  ь: "",
  э: "e",
  ю: "yu",
  я: "ya",
  ә: "a",
  ғ: "g",
  җ: "zh",
  қ: "k",
  ң: "n",
  ө: "o",
  ү: "u",
  ұ: "u",
  һ: "h",
};

const gross = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** By letter; a capital one begins with a capital. */
export const umschrift: Readonly<Record<string, string>> = {
  ...kleine,
  ...Object.fromEntries(Object.entries(kleine).map(([z, latein]) => [z.toUpperCase(), gross(latein)])),
};

const stimmhaft = "αάεέηήιίϊΐοόυύϋΰωώβγδζλμνρ";

/** What two letters say together, as far as one sounds otherwise than alone: Παύλος is Pavlos. */
export function loesePaare(text: string): string {
  return text
    .replace(/(?<=[οΟ])[υύ]/gu, "u")
    .replace(/(?<=[οΟ])[ΥΎ]/gu, "U")
    .replace(new RegExp(`(?<=[αεη])[υύ](?=[${stimmhaft}])`, "giu"), "v")
    .replace(/(?<=[αεη])[υύ]/giu, "f")
    .replace(/γ(?=[γξχ])/gu, "n")
    .replace(/ь(?=о)/gu, "y");
}
