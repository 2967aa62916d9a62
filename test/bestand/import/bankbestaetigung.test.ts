import { expect, test } from "vitest";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { befunde, fuehreAus, importiere, mitKontaktarten, mitWorker, pruefe, zahlen } from "./handgriffe.ts";

mitDienst();
mitWorker();
mitKontaktarten();

const [ibanA, ibanB] = ["DE02120300000000202051", "DE89370400440532013000"];
const kontakte = (iban: string) => ({
  Kontakte: [{ importSchluessel: "K1", typ: "paechter", nachname: "Wolf", iban, bankBestaetigtAm: "2026-01-10" }],
});
const bank = async () => {
  const { json } = await verwalter().get<{ data: Kontakt[] }>("/kontakte?search=Wolf");
  return json.data.map(({ iban, bankBestaetigtAm }) => [iban, bankBestaetigtAm]);
};

test("ein anderes Konto unter dem alten Tag ist unbestätigt, und dieselbe Datei noch einmal ändert und sagt nichts", async () => {
  await importiere(kontakte(ibanA));
  expect(await bank()).toEqual([[ibanA, "2026-01-10"]]);
  await importiere(kontakte(ibanB));
  expect(await bank()).toEqual([[ibanB, null]]);
  const wieder = await pruefe(kontakte(ibanB));
  expect(zahlen(wieder, "Kontakte")).toBe("1 unveraendert");
  expect(await befunde(wieder.id)).toEqual([]);
  await fuehreAus(wieder.id, { ueberschreiben: true });
  expect(await bank()).toEqual([[ibanB, null]]);
});
