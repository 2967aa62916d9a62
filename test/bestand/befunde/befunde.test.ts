import ExcelJS from "exceljs";
import { beforeAll, expect, test } from "vitest";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { befunde, mitWorker, pruefe, pruefeDatei } from "../import/handgriffe.ts";
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
  expect(mappe.worksheets.map(({ name }) => name)).toEqual(["Befunde", "Kontakte", "Positionen", "Notizen"]);
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

test("was wie die Nummer eines Zeichens aussieht, steht auch in Überschrift und Befund, wie es war", async () => {
  const lauf = await pruefe({ Kontakte: [{ typ: "person", nachname: "Voß", Hof_x005F_x0041_: "x" }] });
  const { bytes } = await verwalter().get(`/import/${lauf.id}/befunde.xlsx`);
  const mappe = new ExcelJS.Workbook();
  await mappe.xlsx.load(new Uint8Array(bytes).buffer);
  const texte: string[] = [];
  for (const blatt of mappe.worksheets)
    blatt.eachRow((zeile) => zeile.eachCell((zelle) => texte.push(JSON.stringify(zelle.value))));
  const genannt = texte.filter((text) => text.includes("Hof"));
  expect(genannt.length).toBeGreaterThan(1);
  for (const text of genannt) expect(text).toMatch(/^\{"richText":.*Hof_x0041_/);
});

test("verbessert lässt sich die Mappe so wieder lesen: Blatt und Spalte mit Befunden zählen nicht", async () => {
  const { mappe } = await lade();
  const kontakte = mappe.getWorksheet("Kontakte");
  const positionen = mappe.getWorksheet("Positionen");
  if (kontakte) kontakte.getCell("E3").value = "01.03.2026";
  if (positionen) positionen.getCell("B2").value = 1250;
  const { zeilen, befunde: neue } = await liesAlles({ bytes: new Uint8Array(await mappe.xlsx.writeBuffer()) });
  expect(kurz(neue)).toEqual(["hinweis blatt_unbekannt Notizen"]);
  expect(zeilen.map(({ zeile, werte }) => [zeile, werte.bankBestaetigtAm ?? werte.betragCent])).toEqual([
    [2, "2026-03-01"],
    [3, "2026-03-01"],
    [2, 1250],
  ]);
});

/** What a file holds that no column takes, each with its own error. */
const mitUngelesenem = () => {
  const buch = new ExcelJS.Workbook();
  const kontakte = buch.addWorksheet("Kontakte");
  kontakte.addRow(["Nachnahme", "typ", "vorname", "importSchluessel", "plz", "steuernummer", "VORNAME"]);
  kontakte.addRow(["Ohl", "person", "Jan", "K-1", "25813", { formula: "A1" }, "Jann"]);
  kontakte.addRow([
    "Voß",
    "person",
    { formula: "A1", result: { error: "#N/A" } },
    "K-2",
    "25813",
    "4/711",
    null,
    null,
    7,
  ]);
  kontakte.addRow(["Cordes", "person", "Ute", "K-3", "25813"]);
  kontakte.addRow(["Röber", "person", "Ida", "K-4", null]);
  kontakte.mergeCells("E4:E5");
  const positionen = buch.addWorksheet("Positionen");
  positionen.addRow(["importSchluessel", "betragCent", "steuersatz", "gueltigVon"]);
  positionen.addRow(["B-1", "12,5", "viel", "31.02.2026"]);
  positionen.addRow(["B-2", 12.5, 190, 99_999_999]);
  const objekte = buch.addWorksheet("Pachtobjekt");
  objekte.addRow(["bezeichnung", "flaecheQm", "geprueftAm"]);
  objekte.addRow(["Teich", 1200, new Date("2026-03-01T00:00:00Z")]);
  objekte.getCell("C2").numFmt = "dd.mm.yyyy";
  const konten = buch.addWorksheet("Pachtkonten");
  konten.addRow(["Liste der Konten", null]);
  konten.addRow([null, "PK-1", true]);
  return buch;
};

test("unverändert wieder hochgeladen hat die Mappe dieselben Fehler: nichts ist aus ihr verschwunden", async () => {
  const lauf = await pruefeDatei(new File([await mitUngelesenem().xlsx.writeBuffer()], "messy.xlsx"));
  const fehlerVon = async (importId: number) =>
    (await befunde(importId))
      .filter(({ schwere, code }) => schwere === "fehler" && code !== "zellen_verbunden")
      .map(({ blatt, zeile, spalte, code, wert }) => [blatt, zeile, spalte, code, wert].join(" "))
      .sort();
  const erste = await verwalter().get(`/import/${lauf.id}/befunde.xlsx`);
  const mappe = new ExcelJS.Workbook();
  await mappe.xlsx.load(new Uint8Array(erste.bytes).buffer);
  expect(mappe.worksheets.map(({ name }) => name)).toEqual([
    "Befunde",
    "Kontakte",
    "Positionen",
    "Pachtobjekt",
    "Pachtkonten",
  ]);
  expect(inhalt(mappe.getWorksheet("Kontakte"), 1).slice(0, 7)).toEqual([
    "Nachnahme",
    "typ",
    "vorname",
    "importSchluessel",
    "plz",
    "steuernummer",
    "VORNAME",
  ]);
  expect(inhalt(mappe.getWorksheet("Pachtobjekt"), 2)).toEqual(["Teich", 1200, new Date("2026-03-01T00:00:00Z")]);
  const erneut = await pruefeDatei(new File([new Uint8Array(erste.bytes)], "messy.xlsx"));
  const vorher = await fehlerVon(lauf.id);
  expect(vorher.length).toBeGreaterThan(9);
  // The lower one of the two joined cells has to be filled; a row that cannot be read is judged no further.
  const [verdeckt, beurteilt] = ["Kontakte 5 plz formelfehler #N/A", "Kontakte 5 nachname fehlt "];
  expect(await fehlerVon(erneut.id)).toEqual([...vorher.filter((fehler) => fehler !== beurteilt), verdeckt].sort());
  const zweite = await verwalter().get(`/import/${erneut.id}/befunde.xlsx`);
  const dritter = await pruefeDatei(new File([new Uint8Array(zweite.bytes)], "messy.xlsx"));
  expect(await fehlerVon(dritter.id)).toEqual(await fehlerVon(erneut.id));
});

test("auch ein Blatt, das so breit ist, wie eines sein kann, bekommt seine Befunde, und ein zweites Mal am selben Ort", async () => {
  const buch = new ExcelJS.Workbook();
  const namen = Array.from({ length: 16_384 }, (_, i) => ["nachname", "typ"][i] ?? `x${i}`);
  buch.addWorksheet("Kontakte").addRows([namen, namen.map((name) => `zu ${name}`)]);
  let bytes = new Uint8Array(await buch.xlsx.writeBuffer());
  for (const _ of ["einmal", "zweimal"]) {
    const lauf = await pruefeDatei(new File([bytes], "breit.xlsx"));
    const antwort = await verwalter().get(`/import/${lauf.id}/befunde.xlsx`);
    bytes = new Uint8Array(antwort.bytes);
    const mappe = new ExcelJS.Workbook();
    await mappe.xlsx.load(bytes.buffer);
    const zeile = inhalt(mappe.getWorksheet("Kontakte"), 2);
    expect(zeile.slice(0, 3)).toEqual(["zu nachname", "zu typ", "zu x2"]);
    expect(zeile).toHaveLength(16_384);
    expect(zeile.at(-1)).toContain("importSchluessel");
  }
});

test("eine CSV wird zur Mappe mit ihren Spalten, auch denen, die es nicht gibt", async () => {
  const datei = new File(["importSchluessel;Nachnahme;typ\nK-9;Ohl;person;zu viel\n"], "kontakte.csv");
  const lauf = await pruefeDatei(datei, { art: "Kontakte" });
  const { bytes } = await verwalter().get(`/import/${lauf.id}/befunde.xlsx`);
  const mappe = new ExcelJS.Workbook();
  await mappe.xlsx.load(new Uint8Array(bytes).buffer);
  const blatt = mappe.getWorksheet("Kontakte");
  expect(inhalt(blatt, 1)).toEqual(["importSchluessel", "Nachnahme", "typ", "Befunde"]);
  const zeile = ["K-9", "Ohl", "person", expect.stringContaining("kein Name"), "zu viel"];
  expect(inhalt(blatt, 2)).toEqual(zeile);
  const erneut = await pruefeDatei(new File([new Uint8Array(bytes)], "kontakte.xlsx"));
  const zweite = await verwalter().get(`/import/${erneut.id}/befunde.xlsx`);
  await mappe.xlsx.load(new Uint8Array(zweite.bytes).buffer);
  expect(inhalt(mappe.getWorksheet("Kontakte"), 2)).toEqual(zeile);
});

test("einen Import, den es nicht gibt, auch nicht als Mappe; jeder Abruf steht im Audit-Log", async () => {
  expect((await verwalter().get("/import/4711/befunde.xlsx")).status).toBe(404);
  const [zeile] = await dienst.owner<{ anzahl: number }[]>`
    select count(*) anzahl from auditlog where aktion = 'export' and ressource = 'import'`;
  expect(Number(zeile?.anzahl)).toBeGreaterThan(0);
});
