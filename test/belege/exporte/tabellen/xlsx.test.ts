import ExcelJS from "exceljs";
import { expect, test } from "vitest";
import type { Tabelle } from "../../../../src/belege/exporte/tabellen/spalten.ts";
import { schreibeXlsx } from "../../../../src/belege/exporte/tabellen/xlsx.ts";
import { entpacke } from "../../../bestand/auskunft/entpacke.ts";

const tabelle: Tabelle<{ name: string }> = {
  blatt: "Test",
  summen: [],
  spalten: [{ titel: "Name", breite: 20, art: "text", wert: (z) => z.name }],
};

const schreibe = async (namen: string[]): Promise<ArrayBuffer> => {
  async function* stapel() {
    yield namen.map((name) => ({ name }));
  }
  const teile: Uint8Array<ArrayBuffer>[] = [];
  for await (const teil of schreibeXlsx(tabelle, stapel())) teile.push(new Uint8Array(teil));
  return new Blob(teile).arrayBuffer();
};

const gelesen = async (namen: string[]) => {
  const mappe = new ExcelJS.Workbook();
  await mappe.xlsx.load(await schreibe(namen));
  const blatt = mappe.getWorksheet("Test");
  return namen.map((_, i) => blatt?.getRow(i + 2).getCell(1).text);
};

test("ein Name, den XML nicht sagen kann, macht die Mappe nicht unlesbar", async () => {
  expect(await gelesen(["Ida\uFFFE Jür\uFFFFgensen", '<Hof> & "Söhne" 😀'])).toEqual([
    "Ida Jürgensen",
    '<Hof> & "Söhne" 😀',
  ]);
});

test("ein Name, der wie die Nummer eines Zeichens aussieht, bleibt, wie er ist", async () => {
  // Excel reads them back in any text, LibreOffice where it stands as formatted text.
  const namen = ["Hof_x0041_", "_x005F_x000D_", "_x12_", "a\r\nb"];
  expect(await gelesen(namen)).toEqual(namen);
  const teile = await entpacke(new Uint8Array(await schreibe(namen)));
  expect(teile.get("xl/worksheets/sheet1.xml")?.toString()).toContain("<is><r><t>Hof_x005F_x0041_</t></r></is>");
});
