import { beforeAll, expect, test } from "vitest";
import type { Pachtkonto } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { befunde, importiere, kurz, mitWorker, pruefe, zahlen } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();

let reiheId = 0;
beforeAll(async () => {
  reiheId = (await verwalter().post<{ id: number }>("/einstellungen/indexreihen", { name: "Preisindex Muster" })).json
    .id;
  const fassung = { basis: "2020 = 100", staende: [{ monat: "2024-09", wert: "119.7" }] };
  expect((await verwalter().post(`/einstellungen/indexreihen/${reiheId}/fassungen`, fassung)).status).toBe(201);
});

const konto = (kontonummer: string, klausel: Record<string, string | number | null>) => ({
  kontonummer,
  pachtbeginn: "2024-10-01",
  pachtende: "2044-09-30",
  zahlungsrhythmus: "jaehrlich",
  istVorauszahlend: false,
  ...Object.fromEntries(Object.entries(klausel).map(([feld, wert]) => [`wertsicherung.${feld}`, wert])),
});

const klauselVon = async (kontonummer: string): Promise<Pachtkonto["wertsicherung"] | undefined> => {
  const { json } = await verwalter().get<{ data: Pachtkonto[] }>(`/pachtkonten?search=${kontonummer}`);
  return json.data.find((eines) => eines.kontonummer === kontonummer)?.wertsicherung;
};

const indexzeile = {
  art: "index",
  reihe: "PREISINDEX Muster",
  basisMonat: "09.2024",
  schwelle: "10 %",
  vergleich: "erreicht",
  rundung: "amtlich",
};
const index = {
  art: "index",
  reiheId: 1,
  basisMonat: "2024-09",
  schwelleBp: 1000,
  schwellePunkte: null,
  vergleich: "erreicht",
  rundung: "amtlich",
  weitergabeBp: 10_000,
  obergrenzeBp: null,
  beideRichtungen: true,
  fruehestensMonate: 0,
};

test("Klauseln nach Index, Prozent und Staffel ziehen mit ein; was leer bleibt, gilt wie in der API", async () => {
  const stufen = "01.10.2027: 1.500,00 €; ab 01.10.2029: 2,5 %";
  await importiere({
    Pachtkonten: [
      konto("W-1", indexzeile),
      konto("W-2", { art: "prozent", wert: "3 %", alleMonate: 36 }),
      konto("W-3", { art: "Staffel", stufen }),
      konto("W-4", {}),
    ],
  });
  expect(await klauselVon("W-1")).toEqual({ ...index, reiheId });
  expect(await klauselVon("W-2")).toEqual({ art: "prozent", wertBp: 300, alleMonate: 36 });
  expect(await klauselVon("W-3")).toEqual({
    art: "staffel",
    stufen: [
      { ab: "2027-10-01", betragCent: 150_000, prozentBp: null },
      { ab: "2029-10-01", betragCent: null, prozentBp: 250 },
    ],
  });
  expect(await klauselVon("W-4")).toBeNull();
});

test("Fehlende Spalten lassen eine Klausel, wie sie ist; eine Zelle ändert ihren Teil, eine leere Art hebt sie auf", async () => {
  const ohne = await pruefe({ Pachtkonten: [konto("W-1", {})] });
  expect(zahlen(ohne, "Pachtkonten")).toBe("1 unveraendert");
  await importiere({
    Pachtkonten: [konto("W-1", { weitergabe: "75 %", schwelle: null, schwellePunkte: 5, schwelleBasis: "2020 = 100" })],
  });
  expect(await klauselVon("W-1")).toEqual({
    ...index,
    reiheId,
    weitergabeBp: 7500,
    schwelleBp: null,
    schwellePunkte: { punkte: "5.0", basis: "2020 = 100" },
  });
  await importiere({ Pachtkonten: [konto("W-2", { art: null, wert: null })] });
  expect(await klauselVon("W-2")).toBeNull();
});

test("Was zu keiner Klausel passt, steht mit Zeile und Spalte bei den Befunden", async () => {
  const { id } = await pruefe({
    Pachtkonten: [
      konto("X-1", { ...indexzeile, reihe: "Preisindex Mustr" }),
      konto("X-2", { wert: "3 %" }),
      konto("X-3", { art: "prozent", wert: "3 %", alleMonate: 12, basisMonat: "2024-09" }),
      konto("X-4", { ...indexzeile, basisMonat: "2024-08" }),
      konto("X-5", { ...indexzeile, schwelle: null }),
      konto("X-6", { art: "staffel", stufen: "01.10.2020: 1.500 €" }),
      konto("X-7", { art: "staffel", stufen: "01.10.2027: 1500" }),
      konto("X-8", { ...indexzeile, vergleich: null, basisMonat: "August" }),
    ],
  });
  expect(await kurz(id)).toEqual([
    "Pachtkonten 2 wertsicherung.reihe unbekannt",
    "Pachtkonten 3 wertsicherung.art fehlt",
    "Pachtkonten 4 wertsicherung.basisMonat falsche_art",
    "Pachtkonten 5 wertsicherung.basisMonat unbekannt",
    "Pachtkonten 6 wertsicherung.schwelle fehlt",
    "Pachtkonten 7 wertsicherung.stufen vor_beginn",
    "Pachtkonten 8 wertsicherung.stufen keine_stufe",
    "Pachtkonten 9 wertsicherung.basisMonat kein_monat",
  ]);
  const [unbekannt] = await befunde(id);
  expect(unbekannt?.text).toContain("in den Einstellungen");
  expect(unbekannt?.text).toContain("Es gibt: Preisindex Muster.");
});

test("Was das Preisklauselgesetz fragt, sagt auch der Import", async () => {
  const { id } = await pruefe({ Pachtkonten: [konto("Y-1", { ...indexzeile, beideRichtungen: "nein" })] });
  expect(await kurz(id, "hinweis")).toContain("Pachtkonten 2 wertsicherung.art klausel_einseitig");
});
