import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { hauptspalten } from "../../../src/bestand/format/blaetter.ts";
import { blattnamen } from "../../../src/bestand/format/blattnamen.ts";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst();

test("die Vorlage hat alle Blätter mit Kopf, Beispielzeile, Auswahllisten und Anleitung", async () => {
  const antwort = await dienst.als("mitarbeiter").get("/import/vorlage");
  expect(antwort.kopf.get("content-disposition")).toBe('attachment; filename="bestand-vorlage-v1.xlsx"');
  const mappe = new ExcelJS.Workbook();
  await mappe.xlsx.load(new Uint8Array(antwort.bytes).buffer);
  expect(mappe.worksheets.map(({ name }) => name)).toEqual(["Anleitung", ...blattnamen]);
  for (const blatt of blattnamen)
    expect(mappe.getWorksheet(blatt)?.getRow(1).values).toEqual([
      undefined,
      ...hauptspalten(blatt).map(({ name }) => name),
    ]);
  const konten = mappe.getWorksheet("Pachtkonten");
  const spalte = (name: string) => hauptspalten("Pachtkonten").findIndex((eine) => eine.name === name) + 1;
  expect(konten?.getRow(2).getCell(1).value).toBe("Beispiel: P-1");
  expect(konten?.getRow(2).getCell(spalte("pachtbeginn")).value).toEqual(new Date("2020-10-01T00:00:00Z"));
  expect(konten?.getRow(2).getCell(spalte("verwaltungsgebuehr")).value).toBe(0.05);
  expect(konten?.getCell(17, spalte("zahlungsrhythmus")).dataValidation).toMatchObject({
    type: "list",
    formulae: ['"monatlich,vierteljaehrlich,halbjaehrlich,jaehrlich"'],
  });
  const anleitung = mappe.getWorksheet("Anleitung");
  expect(anleitung?.getRow(1).getCell(2).value).toBe(1);
  expect(anleitung?.actualRowCount).toBeGreaterThan(150);
});
