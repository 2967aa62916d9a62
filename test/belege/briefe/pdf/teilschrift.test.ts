import { Buffer } from "node:buffer";
import fc from "fast-check";
import { create, type Font } from "fontkit";
import { describe, expect, test } from "vitest";
import { bildeTeilschrift, oeffneVorrat } from "../../../../src/belege/briefe/pdf/teilschrift.ts";
import { schrift } from "../../../../src/belege/briefe/satz/schrift.ts";

/** fontkit's own subset of the same shapes. */
const mitFontkit = (font: Font, nummern: readonly number[]): Uint8Array => {
  const teil = font.createSubset() as unknown as { includeGlyph(nummer: number): number; encode(): Uint8Array };
  for (const nummer of nummern) teil.includeGlyph(nummer);
  return teil.encode();
};

describe.each(["normal", "halbfett"] as const)("eine Teilschrift aus %s", (schnitt) => {
  const { bytes, font } = schrift(schnitt);
  const vorrat = oeffneVorrat(bytes);
  const nummern = (text: string) => [
    0,
    ...new Set([...text].map((z) => font.glyphForCodePoint(z.codePointAt(0) ?? 0).id)),
  ];

  test.each([
    ["nichts als das Zeichen für Fehlendes", [0]],
    ["Ziffern und Buchstaben", nummern("Rechnung RE-2026-000001 über 1.234,50 €")],
    ["zusammengesetzte vor ihren Teilen", nummern("Ấặộựäöüß Łukasz Ağrı a o u")],
    ["die letzte der Schrift", [0, font.numGlyphs - 1, 1]],
  ])("%s: dieselben Bytes wie von fontkit", (_, welche) => {
    expect(Buffer.compare(bildeTeilschrift(vorrat, welche), mitFontkit(font, welche))).toBe(0);
  });

  test("aus beliebigen Formen", () => {
    const form = fc.integer({ min: 1, max: font.numGlyphs - 1 });
    fc.assert(
      fc.property(fc.uniqueArray(form, { maxLength: 40 }), (welche) => {
        expect(Buffer.compare(bildeTeilschrift(vorrat, [0, ...welche]), mitFontkit(font, [0, ...welche]))).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test("lässt sich wieder öffnen, und jede Form hat ihren Umriss", () => {
    const welche = nummern("Größe Ấ");
    const teil = create(Buffer.from(bildeTeilschrift(vorrat, welche))) as Font;
    for (const [neu, alt] of welche.entries())
      expect(teil.getGlyph(neu).path.toSVG()).toBe(font.getGlyph(alt).path.toSVG());
  });
});

test("eine Datei, der eine Tabelle fehlt, ist keine Schrift", () => {
  const { bytes } = schrift("normal");
  const ohne = Buffer.from(bytes);
  ohne.write("xxxx", ohne.indexOf("glyf"), "latin1");
  expect(() => oeffneVorrat(ohne)).toThrow(/glyf/);
});
