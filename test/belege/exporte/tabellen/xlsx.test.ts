import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import type { Tabelle } from "../../../../src/belege/exporte/tabellen/spalten.ts";
import { schreibeXlsx } from "../../../../src/belege/exporte/tabellen/xlsx.ts";

test("ein Name, den XML nicht sagen kann, macht die Mappe nicht unlesbar", async () => {
  const tabelle: Tabelle<{ name: string }> = {
    blatt: "Test",
    summen: [],
    spalten: [{ titel: "Name", breite: 20, art: "text", wert: (z) => z.name }],
  };
  async function* stapel() {
    yield [{ name: "Ida\uFFFE Jür\uFFFFgensen" }, { name: '<Hof> & "Söhne" 😀' }];
  }
  const teile: Uint8Array<ArrayBuffer>[] = [];
  for await (const teil of schreibeXlsx(tabelle, stapel())) teile.push(new Uint8Array(teil));
  const mappe = new ExcelJS.Workbook();
  await mappe.xlsx.load(await new Blob(teile).arrayBuffer());
  const blatt = mappe.getWorksheet("Test");
  expect([2, 3].map((zeile) => blatt?.getRow(zeile).getCell(1).value)).toEqual(["Ida Jürgensen", '<Hof> & "Söhne" 😀']);
});
