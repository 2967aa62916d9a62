import { describe, expect, test } from "vitest";
import { betragText, schreibeCsv, textzelle } from "../../../../src/belege/exporte/tabellen/csv.ts";
import type { Tabelle } from "../../../../src/belege/exporte/tabellen/spalten.ts";

describe("eine Textzelle", () => {
  test.each([
    ["Müller", "Müller"],
    ["Łukasz Wójcik", "Łukasz Wójcik"],
    ["", ""],
    ["a;b", '"a;b"'],
    ['Hof "Süd"', '"Hof ""Süd"""'],
    ["zwei\nZeilen", '"zwei\nZeilen"'],
    [" Rand", '" Rand"'],
    ["01067", "01067"],
  ])("%j", (text, erwartet) => expect(textzelle(text)).toBe(erwartet));

  test.each(["=1+1", "+49 431", "-5", "@SUM(A1)", "\t=1", " =1", "\u00a0=1", "\uFEFF=1", "＝1", "＋1", "－1", "＠1"])(
    "%j wird nicht zur Formel",
    (text) => expect(textzelle(text).replace(/^"/, "")).toBe(`'${text}`),
  );
});

test.each([
  [0, "0,00"],
  [5, "0,05"],
  [-5, "-0,05"],
  [123_456, "1234,56"],
  [-24_000, "-240,00"],
  [Number.MAX_SAFE_INTEGER, "90071992547409,91"],
])("%i Cent als %s", (cent, erwartet) => expect(betragText(cent)).toBe(erwartet));

test("Datei mit BOM, Semikolon, CRLF; nur Textzellen werden geschützt", async () => {
  type Zeile = { name: string | null; tag: string; anzahl: number; cent: number | null };
  const tabelle: Tabelle<Zeile> = {
    blatt: "Test",
    summen: [],
    spalten: [
      { titel: "Name", breite: 1, art: "text", wert: (z) => z.name },
      { titel: "Tag", breite: 1, art: "datum", wert: (z) => z.tag },
      { titel: "Anzahl", breite: 1, art: "zahl", wert: (z) => z.anzahl },
      { titel: "Betrag", breite: 1, art: "betrag", wert: (z) => z.cent },
    ],
  };
  async function* stapel() {
    yield [{ name: "=böse", tag: "2026-03-29", anzahl: 3, cent: -24_000 }];
    yield [{ name: null, tag: "2026-12-31", anzahl: -1, cent: null }];
  }
  const bytes: number[] = [];
  for await (const teil of schreibeCsv(tabelle, stapel())) bytes.push(...teil);
  expect(bytes.slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(new Uint8Array(bytes))).toBe(
    "Name;Tag;Anzahl;Betrag\r\n'=böse;29.03.2026;3;-240,00\r\n;31.12.2026;-1;\r\n",
  );
});
