import { expect, test } from "vitest";
import { schrift } from "../../../src/belege/briefe/satz/schrift.ts";
import { fehlendeZeichen } from "../../../src/kern/pacht/schriftzeichen.ts";

test.each(["normal", "halbfett"] as const)("genau die Zeichen, die der Schrift fehlen (%s)", (schnitt) => {
  const { font } = schrift(schnitt);
  const abweichende: string[] = [];
  for (let nummer = 0x20; nummer <= 0x10_ff_ff; nummer += 1) {
    const zeichen = String.fromCodePoint(nummer);
    // Surrogates are no characters; blanks and what is invisible are not set, some signs are set as others.
    if (/[\p{Cs}\p{Cc}\p{Cf}\s]/u.test(zeichen) || zeichen.normalize("NFC") !== zeichen) continue;
    if ((fehlendeZeichen(zeichen).length === 0) !== font.hasGlyphForCodePoint(nummer)) abweichende.push(zeichen);
  }
  expect(abweichende).toEqual([]);
});
