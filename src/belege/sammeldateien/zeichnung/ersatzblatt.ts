import { rand, text } from "../../briefe/satz/bau.ts";
import type { Blatt } from "../../briefe/satz/blatt.ts";
import { alsAbsatz, alsUeberschrift } from "../../briefe/satz/rolle.ts";
import { FehlendesZeichen, pruefeZeichen, umbrich } from "../../briefe/satz/schrift.ts";

/** The sheet in place of a letter that cannot be drawn, so that nobody takes the file for complete. */
export function ersatzblatt(name: string, grund: string): Blatt[] {
  // A reason that names a character names its number, too: once is enough where the number stands for it.
  const sagbar = druckbar(grund).replace(/„(U\+[0-9A-F]+)“ \(\1\)/g, "$1");
  const zeilen = umbrich(sagbar, rand.rechts - rand.links, "normal", 10);
  return [
    {
      elemente: [
        ...alsUeberschrift([
          text(rand.links, 60, `${druckbar(name)}: dieses Schreiben fehlt`, { pt: 14, schnitt: "halbfett" }),
        ]),
        ...alsAbsatz(zeilen.map((zeile, i) => text(rand.links, 70 + i * 5, zeile, { pt: 10 }))),
      ],
    },
  ];
}

/** Characters that the font does not have by their numbers. */
const druckbar = (inhalt: string): string =>
  [...inhalt].map((zeichen) => (istDruckbar(zeichen) ? zeichen : `U+${hex(zeichen)}`)).join("");

const hex = (zeichen: string): string => (zeichen.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");

const istDruckbar = (zeichen: string): boolean => {
  try {
    pruefeZeichen({ text: zeichen, schnitt: "halbfett" });
    pruefeZeichen({ text: zeichen, schnitt: "normal" });
    return true;
  } catch (fehler) {
    if (fehler instanceof FehlendesZeichen) return false;
    throw fehler;
  }
};
