import { describe, expect, test } from "vitest";
import { fuehreImportAus } from "../../../src/bestand/import/ausfuehrung.ts";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { administrator, dienst, heute, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { alsMappe, fuehreAus, kurz, mitKontaktarten, mitWorker, pruefeDatei, worker } from "../import/handgriffe.ts";
import { fundstellen, loesche } from "./handgriffe.ts";

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

describe("eine Datei nennt ihn, wie er früher hieß", () => {
  const kopf = "importSchluessel;typ;vorname;nachname;strasse;plz;ort;iban;email;bemerkung";
  const zeile = "Xaveria;Quittenbaum;Quittenweg;17033;X;DE75512108001245126199;x@quittenbaum.example;Quitten im Mai";
  const danach = { vorname: null, nachname: "Schlehdorn", iban: null, email: null, bemerkung: null };
  const alte = ["Quittenbaum", "Quitten im Mai", "DE75512108001245126199", "X4-Quitte"];

  const importiert = async (schluessel: string): Promise<number> => {
    const { id } = await pruefeDatei(datei("bestand.csv", `${kopf}\n${schluessel};paechter;${zeile}`), {
      art: "Kontakte",
    });
    expect((await fuehreAus(id)).status).toBe("ausgefuehrt");
    const [kontakt] = await dienst.owner<{ id: number }[]>`
      select datensatz_id id from importschluessel where schluessel = ${schluessel}`;
    return kontakt?.id ?? 0;
  };

  test.each([
    ["und ein Mitarbeiter hat ihn umbenannt", async (id: number) => verwalter().put(`/kontakte/${id}`, danach)],
    [
      "und der Kontakt ist entfernt",
      async (id: number) => {
        await verwalter().put(`/kontakte/${id}`, danach);
        return verwalter().delete(`/kontakte/${id}`);
      },
    ],
  ])("%s: sie geht mit", async (_, aendere) => {
    const id = await importiert("X4-Quitte");
    expect([200, 204]).toContain((await aendere(id)).status);
    expect(await fundstellen(alte)).toContain("importlauf_zeile.werte");
    expect((await loesche(id)).status).toBe(200);
    expect(await fundstellen(alte)).toEqual([]);
  });

  test("auch eine, in der kein Wort von ihm steht, nur sein Schlüssel: der einer Datei oder der eines Exports", async () => {
    const id = await importiert("X5-Quitte");
    const [ausExport] = await dienst.owner<{ schluessel: string }[]>`
      select concat('K-', ${id}::bigint, '-', kennung) schluessel from installation`;
    for (const schluessel of ["X5-Quitte", ausExport?.schluessel])
      await pruefeDatei(datei("nur sein Schlüssel.csv", `importSchluessel;ort\n${schluessel};Y`), { art: "Kontakte" });
    await pruefeDatei(await alsMappe({ Beteiligte: [{ pachtkonto: "A-1", kontakt: "X5-Quitte", rolle: "paechter" }] }));
    const vorher = await dateien();
    expect((await loesche(id)).status).toBe(200);
    const weg = ["bestand.csv", "nur sein Schlüssel.csv", "nur sein Schlüssel.csv", "bestand.xlsx"];
    expect([...(await dateien()), ...weg]).toEqual(vorher);
  });
});

test("eine Datei, die nur einen nennt, der in derselben Straße wohnt, bleibt", async () => {
  const { json } = await verwalter().post<Kontakt>("/kontakte", {
    typ: "paechter",
    nachname: "Bostel",
    strasse: "Dorfstraße",
    plz: "29525",
    ort: "Uelzen",
  });
  await pruefeDatei(
    datei("nachbar.csv", "importSchluessel;typ;nachname;strasse;ort\nX6;paechter;Fremdmann;Dorfstraße;Uelzen"),
    { art: "Kontakte" },
  );
  expect((await loesche(json.id)).status).toBe(200);
  expect(await dateien()).toContain("nachbar.csv");
});
