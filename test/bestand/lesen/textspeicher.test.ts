import fc from "fast-check";
import { expect, test } from "vitest";
import { erstelleTextspeicher } from "../../../src/bestand/lesen/xlsx/textspeicher.ts";

test("jeder Text kommt unter seiner Nummer zurück, wie er war", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 40 }), { maxLength: 3000 }), (texte) => {
      const speicher = erstelleTextspeicher();
      for (const text of texte) speicher.nimm(text);
      expect(texte.map((_, nr) => speicher.hole(nr))).toEqual(texte);
      expect([-1, 0.5, Number.NaN, texte.length].map((nr) => speicher.hole(nr))).toEqual(Array(4).fill(undefined));
    }),
    { numRuns: 30 },
  );
});

test("auch solche, die größer sind als ein Block, und was danach kommt", () => {
  const texte = ["ä".repeat(900_000), "kurz", "x".repeat(1024 * 1024 + 1), "", "Ende"];
  const speicher = erstelleTextspeicher();
  const bytes = texte.map((text) => speicher.nimm(text)).at(-1);
  expect(texte.map((_, nr) => speicher.hole(nr) === texte[nr])).toEqual(Array(5).fill(true));
  expect(bytes).toBe(1_800_000 + 4 + 1024 * 1024 + 1 + 4 + 5 * 12);
});
