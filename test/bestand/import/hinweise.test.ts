import { beforeAll, describe, expect, test } from "vitest";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";
import { befunde, kleineMappe, type Mappe, mitWorker, pruefe } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();

beforeAll(async () => {
  await dienst.owner`
    insert into kontaktart (name, bezeichnung)
    values ('paechter', 'Pächter'), ('verpaechter', 'Verpächter')
    on conflict do nothing`;
});

/** What is said of a workbook with this code, by row. */
const texte = async (mappe: Mappe, code: string): Promise<Record<string, string>> => {
  const { id } = await pruefe(mappe);
  const gesuchte = (await befunde(id)).filter((befund) => befund.code === code);
  return Object.fromEntries(gesuchte.map(({ blatt, zeile, text }) => [`${blatt} ${zeile}`, text]));
};

const geaendert = (blatt: string, nr: number, werte: object): Mappe => {
  const mappe = kleineMappe();
  Object.assign(mappe[blatt]?.[nr] ?? {}, werte);
  return mappe;
};

const art = (name: string, nr: number, steuersatz = 19) => ({ name, kuerzel: `Z${nr}`, steuersatz });

describe("Was es nicht gibt, aber ähnlich heißt", () => {
  test("zu einer unbekannten Positionsart nennt der Befund die vorhandenen, die ähnlichste zuerst", async () => {
    const mappe = geaendert("Positionen", 2, { positionsart: "Grundpacht" });
    mappe.Positionsarten = [art("Deichlast", 1), art("Jagdgeld", 2)];
    const { "Positionen 4": text = "" } = await texte(mappe, "unbekannt");
    expect(text).toMatch(/^Die Positionsart Grundpacht steht weder im Bestand noch in der Datei\. Es gibt: Pacht, /);
    expect(text).toContain("Deichlast");
  });

  test("von vielen nennt er fünfzehn und wie viele es noch sind", async () => {
    const mappe = geaendert("Positionen", 2, { positionsart: "Pachtzins" });
    mappe.Positionsarten = Array.from({ length: 40 }, (_, nr) => art(`Sonderumlage ${nr}`, nr));
    const { "Positionen 4": text = "" } = await texte(mappe, "unbekannt");
    const [, namen = "", weitere] = /Es gibt: (.*) und (\d+) weitere\.$/.exec(text) ?? [];
    expect(namen.split(", ")).toHaveLength(15);
    expect(namen).toMatch(/^Pacht, /);
    expect(Number(weitere)).toBeGreaterThanOrEqual(26);
  });

  test("zu einer unbekannten Kontaktart nennt er die vorhandenen, auch die aus der Datei", async () => {
    const mappe = geaendert("Kontakte", 0, { typ: "Pächter" });
    mappe.Kontaktarten = [{ name: "paechterin", bezeichnung: "Pächterin" }];
    const { "Kontakte 2": text = "" } = await texte(mappe, "unbekannt");
    expect(text).toMatch(/^Diese Kontaktart steht nicht in den Einstellungen\. Es gibt: paechter, paechterin, /);
  });

  test("zu einem Verweis nennt er den Schlüssel der Datei, der nur anders geschrieben ist", async () => {
    const mappe = geaendert("Beteiligte", 0, { pachtkonto: "p-01" });
    Object.assign(mappe.Beteiligte?.[3] ?? {}, { kontakt: "K 3" });
    Object.assign(mappe.Positionen?.[2] ?? {}, { pachtkonto: "A77" });
    Object.assign(mappe.Patchobjekte?.[1] ?? {}, { pachtkonto: "B-77" });
    expect(await texte(mappe, "unbekannt")).toEqual({
      "Beteiligte 2": "Das Pachtkonto p-01 steht weder im Bestand noch in der Datei. Gemeint ist wohl P1.",
      "Beteiligte 5": "Der Kontakt K 3 steht weder im Bestand noch in der Datei. Gemeint ist wohl K3.",
      "Positionen 4": "Das Pachtkonto A77 steht weder im Bestand noch in der Datei. Gemeint ist wohl A-77.",
      "Patchobjekte 3": "Das Pachtkonto B-77 steht weder im Bestand noch in der Datei. Gemeint ist wohl A-77.",
    });
  });

  test("eine andere Nummer ist ein anderer Kontakt: dazu rät er nichts", async () => {
    expect(await texte(geaendert("Beteiligte", 3, { kontakt: "K4" }), "unbekannt")).toEqual({
      "Beteiligte 5": "Der Kontakt K4 steht weder im Bestand noch in der Datei.",
    });
  });
});
