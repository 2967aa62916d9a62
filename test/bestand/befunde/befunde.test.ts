import ExcelJS from "exceljs";
import { beforeAll, expect, test } from "vitest";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { befunde, mitWorker, pruefe } from "../import/handgriffe.ts";
import { kurz, liesAlles } from "../lesen/hilfe.ts";

mitDienst({ stammdaten: true });
mitWorker();

let id: number;
beforeAll(async () => {
  const lauf = await pruefe({
    Kontakte: [
      { importSchluessel: "K-1", typ: "person", nachname: "Jürgensen", plz: "25813", bankBestaetigtAm: 46_082 },
      { importSchluessel: "K-2", typ: "person", nachname: "Petersen", plz: "25813", bankBestaetigtAm: "gestern" },
    ],
    Positionen: [{ importSchluessel: "B-1", betragCent: "12,5", intervall: "jährlich" }],
    Notizen: [{ egal: "x" }],
  });
  id = lauf.id;
});

const lade = async () => {
  const { status, bytes, kopf } = await verwalter().get(`/import/${id}/befunde.xlsx`);
  expect(status).toBe(200);
  expect(kopf.get("content-disposition")).toBe(`attachment; filename="import-${id}-befunde.xlsx"`);
  const mappe = new ExcelJS.Workbook();
  await mappe.xlsx.load(new Uint8Array(bytes).buffer);
  return { bytes, mappe };
};

const inhalt = (blatt: ExcelJS.Worksheet | undefined, zeile: number): unknown[] =>
  (blatt?.getRow(zeile).values as unknown[] | undefined)?.slice(1) ?? [];

const hintergrund = (blatt: ExcelJS.Worksheet | undefined, zelle: string): unknown => {
  const fuellung = blatt?.getCell(zelle).fill;
  return fuellung?.type === "pattern" ? fuellung.fgColor?.argb : undefined;
};

test("jede Zeile steht, wo sie stand, mit den Befunden dahinter; Unlesbares bleibt, wie es war, und wird rot", async () => {
  const { mappe } = await lade();
  expect(mappe.worksheets.map(({ name }) => name)).toEqual(["Befunde", "Kontakte", "Positionen"]);
  const kontakte = mappe.getWorksheet("Kontakte");
  expect(inhalt(kontakte, 1)).toEqual(["importSchluessel", "typ", "nachname", "plz", "bankBestaetigtAm", "Befunde"]);
  expect(inhalt(kontakte, 2)[4]).toEqual(new Date("2026-03-01T00:00:00Z"));
  expect(inhalt(kontakte, 2)[5]).toContain("bankBestaetigtAm: Die Zahl ist als 01.03.2026 gelesen.");
  expect(hintergrund(kontakte, "E2")).toBe("FFFFEB9C");
  expect(inhalt(kontakte, 3)[4]).toBe("gestern");
  expect(inhalt(kontakte, 3)[5]).toContain(
    "bankBestaetigtAm: Erwartet wird ein Tag, z. B. 31.12.2026 oder 2026-12-31.",
  );
  expect(hintergrund(kontakte, "E3")).toBe("FFFFC7CE");
  expect(hintergrund(kontakte, "C3")).toBeUndefined();
});

test("was keine Zeile hat, steht auf dem Blatt Befunde", async () => {
  const { mappe } = await lade();
  const zeilen = [2, 3, 4].map((zeile) => inhalt(mappe.getWorksheet("Befunde"), zeile).slice(0, 2));
  expect(zeilen).toContainEqual(["hinweis", "Notizen"]);
  const alle = await befunde(id);
  expect(alle.some(({ code }) => code === "blatt_unbekannt")).toBe(true);
});

test("verbessert lässt sich die Mappe so wieder lesen: Blatt und Spalte mit Befunden zählen nicht", async () => {
  const { mappe } = await lade();
  const kontakte = mappe.getWorksheet("Kontakte");
  const positionen = mappe.getWorksheet("Positionen");
  if (kontakte) kontakte.getCell("E3").value = "01.03.2026";
  if (positionen) positionen.getCell("B2").value = 12.5;
  const { zeilen, befunde: neue } = await liesAlles({ bytes: new Uint8Array(await mappe.xlsx.writeBuffer()) });
  expect(kurz(neue)).toEqual([]);
  expect(zeilen.map(({ zeile, werte }) => [zeile, werte.bankBestaetigtAm ?? werte.betragCent])).toEqual([
    [2, "2026-03-01"],
    [3, "2026-03-01"],
    [2, 1250],
  ]);
});

test("einen Import, den es nicht gibt, auch nicht als Mappe; jeder Abruf steht im Audit-Log", async () => {
  expect((await verwalter().get("/import/4711/befunde.xlsx")).status).toBe(404);
  const [zeile] = await dienst.owner<{ anzahl: number }[]>`
    select count(*) anzahl from auditlog where aktion = 'export' and ressource = 'import'`;
  expect(Number(zeile?.anzahl)).toBeGreaterThan(0);
});
