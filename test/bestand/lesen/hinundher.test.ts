import { setImmediate as pausiere } from "node:timers/promises";
import ExcelJS from "exceljs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hauptspalten } from "../../../src/bestand/format/blaetter.ts";
import { type Blatt, blattnamen } from "../../../src/bestand/format/blattnamen.ts";
import type { Spalte } from "../../../src/bestand/format/spalte.ts";
import { alsZelle, zahlenformat } from "../../../src/bestand/format/zelle.ts";
import { lies } from "../../../src/bestand/lesen/lies.ts";
import { handmappe, kurz, liesAlles } from "./hilfe.ts";

const wort = fc
  .string({ unit: fc.constantFrom(..."aZ09 äß;,=\"'<&>_x\n\r\uFFFE😀€", "_x000D_"), minLength: 1, maxLength: 30 })
  .map((text) => text.trim())
  .filter((text) => text !== "" && text.isWellFormed() && !text.startsWith("Beispiel"));
const tag = fc
  .date({ min: new Date("1900-01-01T00:00:00Z"), max: new Date("9998-12-31T00:00:00Z"), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10));
const schluessel = wort
  .map((text) => text.replace(/[;\n\r]/g, "-"))
  .filter((text) => text.trim() === text && text.length <= 64);

const stufe = fc.oneof(
  fc.record({ ab: tag, betragCent: fc.nat(1_000_000_000), prozentBp: fc.constant(null) }),
  fc.record({ ab: tag, betragCent: fc.constant(null), prozentBp: fc.integer({ min: -10_000, max: 100_000 }) }),
);

/** Any value that the API may have in a column. */
const wertFuer = (spalte: Spalte): fc.Arbitrary<unknown> => {
  switch (spalte.art) {
    case "text":
      return spalte.name === "importSchluessel" ? schluessel : wort;
    case "verweis":
      return schluessel;
    case "verweise":
      return fc.array(schluessel, { minLength: 1, maxLength: 3 });
    case "iban":
      return fc.constant("DE02120300000000202051");
    case "ganzzahl":
      return fc.integer({ min: -1_000_000, max: 100_000_000_000 });
    case "dezimal":
      return fc.integer({ min: 1, max: 999_999 }).map((zehntel) => (zehntel / 10).toFixed(1));
    case "euro":
    case "cent":
      return fc.integer({ min: -1e12, max: 1e12 });
    case "prozent":
    case "basispunkte":
      return fc.integer({ min: -10_000, max: 100_000 });
    case "datum":
      return tag;
    case "monatstag":
      return fc.constantFrom("01-01", "10-01", "02-28");
    case "monat":
      return tag.filter((einer) => einer >= "1900-03").map((einer) => einer.slice(0, 7));
    case "stufen":
      return fc.array(stufe, { minLength: 1, maxLength: 3 });
    case "janein":
      return fc.boolean();
    case "auswahl":
      return fc.constantFrom(...spalte.werte);
    case "frei":
      return fc.oneof(
        wort,
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((zahl) => zahl + 0),
        fc.boolean(),
        fc.constantFrom("01067", "", " "),
      );
  }
};

const zeilenFuer = (blatt: Blatt): fc.Arbitrary<unknown[][]> =>
  fc.array(
    fc.tuple(
      ...hauptspalten(blatt).map((spalte, i) =>
        i === 0 ? wertFuer(spalte) : fc.option(wertFuer(spalte), { nil: null }),
      ),
    ),
    { minLength: 1, maxLength: 3 },
  );

test.each(blattnamen)("%s: was geschrieben wird, wird ohne Befund als dasselbe gelesen", async (blatt) => {
  await fc.assert(
    fc.asyncProperty(zeilenFuer(blatt), async (zeilen) => {
      const spalten = hauptspalten(blatt);
      const mappe = new ExcelJS.Workbook();
      const arbeitsblatt = mappe.addWorksheet(blatt);
      arbeitsblatt.columns = spalten.map((spalte) => ({
        header: spalte.name,
        style: { numFmt: zahlenformat(spalte) },
      }));
      for (const werte of zeilen) arbeitsblatt.addRow(spalten.map((spalte, i) => alsZelle(spalte, werte[i])));
      const gelesen = await liesAlles({ bytes: new Uint8Array(await mappe.xlsx.writeBuffer()) });
      expect(kurz(gelesen.befunde)).toEqual([]);
      expect(gelesen.zeilen.map(({ werte }) => spalten.map(({ feld }) => werte[feld]))).toEqual(zeilen);
    }),
    { numRuns: 20 },
  );
});

test("50.000 Zeilen kommen in Stücken, und dazwischen ist anderes an der Reihe", async () => {
  const zeile = (i: number) =>
    `<row r="${i + 2}"><c t="inlineStr"><is><t>K-${i}</t></is></c><c t="inlineStr"><is><t>Name ${i}</t></is></c></row>`;
  const kopf =
    '<row r="1"><c t="inlineStr"><is><t>importSchluessel</t></is></c><c t="inlineStr"><is><t>nachname</t></is></c></row>';
  const bytes = handmappe({
    blaetter: {
      Kontakte: `<sheetData>${kopf}${Array.from({ length: 50_000 }, (_, i) => zeile(i)).join("")}</sheetData>`,
    },
  });
  let [zeilen, stuecke, groesstes, runden, fertig] = [0, 0, 0, 0, false];
  const anderes = (async () => {
    while (!fertig) {
      runden += 1;
      await pausiere();
    }
  })();
  for await (const lieferung of lies({ bytes })) {
    zeilen += lieferung.zeilen.length;
    stuecke += 1;
    groesstes = Math.max(groesstes, lieferung.zeilen.length);
  }
  fertig = true;
  await anderes;
  expect(zeilen).toBe(50_000);
  expect(groesstes).toBeLessThanOrEqual(1000);
  expect(runden).toBeGreaterThan(stuecke / 2);
});
