import { expect, test } from "vitest";
import { befund } from "../../../../src/bestand/import/plan/planung.ts";

const betrag = (cent: number, code: string, text: string) =>
  befund({ blatt: "Positionen", zeile: 3, werte: { betragCent: cent } }, "betragCent", "fehler", code, text);

test("eine Grenze von Beträgen steht in Euro da wie der Betrag", () => {
  expect(betrag(1_000_000_000_001, "zu_gross", "höchstens 1000000000000")).toMatchObject({
    spalte: "betrag",
    text: "höchstens 10.000.000.000,00 €",
    wert: "10.000.000.000,01 €",
  });
  expect(betrag(-1, "zu_klein", "mindestens 0").text).toBe("mindestens 0,00 €");
  expect(betrag(5, "ungueltig", "Zeile 12 sagt es anders.").text).toBe("Zeile 12 sagt es anders.");
});

test("die untere Grenze eines Satzes steht in Prozent da", () => {
  const satz = { blatt: "Hebungen", zeile: 3, werte: { wertBp: -24_000 } } as const;
  expect(befund(satz, "wertBp", "fehler", "zu_klein", "mindestens -10000")).toMatchObject({
    spalte: "wert",
    text: "mindestens -100 %",
    wert: "-240 %",
  });
});
