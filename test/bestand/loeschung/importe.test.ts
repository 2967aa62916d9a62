import { expect, test } from "vitest";
import { fuehreImportAus } from "../../../src/bestand/import/ausfuehrung.ts";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { administrator, dienst, heute, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { alsMappe, kurz, mitKontaktarten, mitWorker, pruefeDatei, worker } from "../import/handgriffe.ts";

mitDienst();
mitWorker();
mitKontaktarten();

const ole = Buffer.from("d0cf11e0a1b11ae1", "hex");
const datei = (name: string, ...inhalt: (string | Buffer)[]): File =>
  new File(
    inhalt.map((teil) => new Uint8Array(Buffer.from(teil))),
    name,
  );

/** Each with the name where no row and no finding has it. */
const abgelehnte: [code: string, datei: () => Promise<File> | File, art?: string][] = [
  ["datei_veraltet", () => datei("alt.xls", ole, "Zwergenfeld")],
  ["datei_verschluesselt", () => datei("geheim.xlsx", ole, Buffer.from("EncryptedPackage", "utf16le"), "Zwergenfeld")],
  ["datei_unlesbar", () => datei("seite.xlsx", "<html>Zwergenfeld")],
  ["art_fehlt", () => datei("ohne.csv", "typ;nachname\npaechter;Zwergenfeld")],
  ["kodierung", () => datei("alt.csv", "typ;nachname\npaechter;ZwergenfÃ¼ld"), "Kontakte"],
  ["csv_unlesbar", () => datei("kaputt.csv", 'typ;nachname\npaechter;"Zwergenfeld" x'), "Kontakte"],
  ["blatt_fehlt", () => alsMappe({ Notizen: [{ was: "Zwergenfeld" }] })],
  ["keine_zeilen", () => datei("leer.csv", "typ;nachname\nBeispiel: paechter;Zwergenfeld"), "Kontakte"],
];

const dateien = async (): Promise<string[]> => {
  const zeilen = await dienst.owner<{ dateiname: string }[]>`select dateiname from importlauf order by id`;
  return zeilen.map(({ dateiname }) => dateiname);
};

test("eine Löschung nimmt auch die Dateien mit, die nicht gelesen oder nicht geprüft wurden: wen sie nennen, weiß niemand", async () => {
  const neu = await verwalter().post<Kontakt>("/kontakte", { typ: "paechter", nachname: "Zwergenfeld", ort: "X" });
  for (const [code, lade, art] of abgelehnte) {
    const { id } = await pruefeDatei(await lade(), art === undefined ? {} : { art });
    expect([...(await kurz(id)), ...(await kurz(id, "hinweis"))], code).toContain(code);
  }
  await pruefeDatei(datei("gelesen.csv", "importSchluessel;typ;nachname\nK1;paechter;Andersen"), { art: "Kontakte" });
  await pruefeDatei(datei("mit Fehler.csv", "importSchluessel;typ;nachname;plz\nK2;paechter;Andersen;x"), {
    art: "Kontakte",
  });
  const form = new FormData();
  form.set("datei", datei("ungeprueft.csv", "typ;nachname\npaechter;Zwergenfeld"));
  expect((await verwalter().post("/import?art=Kontakte", form)).status).toBe(202);
  expect(await dateien()).toHaveLength(abgelehnte.length + 3);

  const { status } = await administrator().post(`/kontakte/${neu.json.id}/loeschung`, { grund: "Art. 17 DSGVO" });
  expect(status).toBe(200);
  expect(await dateien()).toEqual(["gelesen.csv", "mit Fehler.csv"]);
});

test("nimmt eine Löschung eine Datei mit, die ausgeführt werden soll, schlägt die Ausführung fehl und sagt warum", async () => {
  const neu = await verwalter().post<Kontakt>("/kontakte", { typ: "paechter", nachname: "Riesenfeld", ort: "X" });
  const zeilen = "importSchluessel;typ;nachname\nK3;paechter;Riesenfeld\nK4;paechter;Thomsen";
  const { id, fehler } = await pruefeDatei(datei("beauftragt.csv", zeilen), { art: "Kontakte" });
  expect(fehler).toBe(0);
  expect((await verwalter().post(`/import/${id}/ausfuehren`, {})).status).toBe(202);
  expect((await administrator().post(`/kontakte/${neu.json.id}/loeschung`, { grund: "Art. 17 DSGVO" })).status).toBe(
    200,
  );
  await expect(fuehreImportAus(worker, id, heute)).rejects.toThrow(/verworfen.*noch einmal hochladen/);
  expect(await dienst.owner`select from kontakt where nachname = 'Thomsen'`).toHaveLength(0);
});
