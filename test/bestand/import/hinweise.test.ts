import { describe, expect, test } from "vitest";
import { nenneNamen } from "../../../src/bestand/import/plan/rat.ts";
import { mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import {
  befunde,
  importiere,
  kleineMappe,
  kurz,
  type Mappe,
  mitKontaktarten,
  mitWorker,
  pruefe,
} from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();
mitKontaktarten();

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

  test("wo es noch keine gibt, sagt er, wohin die erste gehört", () => {
    expect(nenneNamen([], "auf das Blatt Kontaktarten")("paechter")).toBe(
      " Es gibt noch keine: die erste gehört auf das Blatt Kontaktarten.",
    );
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

const hinweise = async (mappe: Mappe): Promise<string[]> => {
  const { id, fehler } = await pruefe(mappe);
  expect(fehler, (await kurz(id)).join("\n")).toBe(0);
  return kurz(id, "hinweis");
};

describe("Beträge, die jemand ansehen sollte", () => {
  const betragshinweise = async (mappe: Mappe) =>
    (await hinweise(mappe)).filter((hinweis) => /^(Positionen|Pachtkonten) /.test(hinweis));

  test("das Zehnfache der Fassung davor, auch bei anderem Intervall; knapp darunter nicht", async () => {
    const mappe = geaendert("Positionen", 1, { betrag: 12_000 });
    expect(await betragshinweise(mappe)).toEqual(["Positionen 3 betrag vielfaches_des_bisherigen"]);
    expect(await texte(mappe, "vielfaches_des_bisherigen")).toEqual({
      "Positionen 3": "12.000,00 € im Jahr, mindestens das Zehnfache von bisher (1.200,00 €).",
    });
    expect(await betragshinweise(geaendert("Positionen", 1, { betrag: 1_000, intervall: "monatlich" }))).toHaveLength(
      1,
    );
    expect(await betragshinweise(geaendert("Positionen", 1, { betrag: 11_999.99 }))).toEqual([]);
  });

  test("ein Umsatzsteuersatz, den keine Positionsart hat, auch keine aus der Datei", async () => {
    const mappe = geaendert("Positionen", 2, { steuersatz: "16 %" });
    expect(await betragshinweise(mappe)).toEqual(["Positionen 4 steuersatz steuersatz_ungewoehnlich"]);
    mappe.Positionsarten = [art("Wegegeld", 1, 16)];
    expect(await betragshinweise(mappe)).toEqual([]);
  });

  test("Minderungen, die die Pacht übersteigen, mit dem Tag, ab dem sie es tun", async () => {
    const mappe = kleineMappe();
    const minderung = { importSchluessel: "B3", pachtkonto: "A-77", positionsart: "Pacht", intervall: "monatlich" };
    mappe.Positionen?.push({ ...minderung, betrag: -100.01, gueltigVon: new Date("2026-07-01T00:00:00Z") });
    expect(await texte(mappe, "summe_negativ")).toEqual({
      "Positionen 5":
        "Die Positionen dieses Pachtkontos ergeben ab dem 01.07.2026 zusammen weniger als 0: die Minderungen übersteigen die Pacht.",
    });
    Object.assign(mappe.Positionen?.[3] ?? {}, { betrag: -100 });
    expect(await betragshinweise(mappe)).toEqual([]);
  });

  test("ein neues Pachtkonto, zu dem die Datei keine Position bringt", async () => {
    const mappe = kleineMappe();
    mappe.Positionen?.pop();
    expect(await betragshinweise(mappe)).toEqual(["Pachtkonten 3 keine_position"]);
    delete mappe.Positionen;
    expect(await betragshinweise(mappe)).toEqual([]);
  });
});

describe("Fehlende Bankdaten", () => {
  const bankhinweise = async (mappe: Mappe) =>
    (await hinweise(mappe)).filter((hinweis) => /(iban|mandat)_fehlt$/.test(hinweis));

  test("wem überwiesen wird, ohne IBAN; wer per Lastschrift zahlt, ohne IBAN oder Mandat: je Kontakt einmal", async () => {
    const mappe = kleineMappe();
    for (const nr of [0, 2]) Object.assign(mappe.Kontakte?.[nr] ?? {}, { zahlungsart: "lastschrift" });
    expect(await bankhinweise(mappe)).toEqual([
      "Kontakte 2 sepaMandat.referenz mandat_fehlt",
      "Kontakte 3 iban iban_fehlt",
      "Kontakte 4 iban iban_fehlt",
      "Kontakte 4 sepaMandat.referenz mandat_fehlt",
    ]);
  });

  test("wer bar ausgezahlt wird oder nicht mehr Verpächter ist, braucht keine", async () => {
    expect(await bankhinweise(geaendert("Kontakte", 1, { zahlungsart: "bar" }))).toEqual([]);
    const mappe = kleineMappe();
    for (const partei of mappe.Beteiligte ?? [])
      if (partei.kontakt === "K2") partei.gueltigBis = new Date("2025-12-31T00:00:00Z");
    expect(await bankhinweise(mappe)).toEqual([]);
  });

  test("steht der Kontakt nicht in der Datei, steht es bei seiner ersten Zeile als Beteiligter", async () => {
    const { Kontakte = [], ...uebrige } = kleineMappe();
    await importiere({ Kontakte });
    expect(await bankhinweise(uebrige)).toEqual(["Beteiligte 3 kontakt iban_fehlt"]);
  });
});

describe("Wahrscheinlich doppelt", () => {
  const anschrift = { strasse: "Norderweg", hausnummer: "4", plz: "25813", ort: "Husum" };
  const frauke = { typ: "paechter", vorname: "Frauke", nachname: "Carstensen", ...anschrift };
  const flurstueck = {
    objektart: "acker",
    gemarkung: "Mildstedt",
    flur: "7",
    flurstueckZaehler: "41",
    flaecheQm: 9_000,
  };

  test("ein neuer Kontakt, der weiter oben in der Datei schon steht; ein anderer unter der Anschrift nicht", async () => {
    const Kontakte = [
      { importSchluessel: "D1", ...frauke },
      { importSchluessel: "D2", ...frauke, vorname: "Carstensen", nachname: "Frauke" },
      { importSchluessel: "D3", ...frauke, vorname: "Momme", nachname: "Thomsen", strasse: "Süderstraße" },
    ];
    expect(await texte({ Kontakte }, "duplikat")).toEqual({
      "Kontakte 3":
        "Dieser Kontakt steht wahrscheinlich schon in Zeile 2. Vor- und Nachname sind vertauscht. Die Anschrift ist gleich.",
    });
  });

  test("ein neuer Kontakt, den es im Bestand schon gibt; ist er es selbst, steht da nichts", async () => {
    const { json } = await verwalter().post<{ id: number }>("/kontakte", frauke);
    const Kontakte = [{ importSchluessel: "D4", ...frauke, strasse: "Norderwg." }];
    const { "Kontakte 2": text = "" } = await texte({ Kontakte }, "duplikat");
    expect(text).toContain(`Diesen Kontakt gibt es wahrscheinlich schon: Kontakt ${json.id}. Der Name ist gleich.`);
    await importiere({ Kontakte });
    expect(await texte({ Kontakte }, "duplikat")).toEqual({});
  });

  test("ein neues Pachtobjekt mit demselben Flurstück, in der Datei und im Bestand", async () => {
    const Patchobjekte = [
      { importSchluessel: "F1", bezeichnung: "Am Redder", ...flurstueck },
      { importSchluessel: "F2", bezeichnung: "Redder", ...flurstueck, flur: "007" },
      { importSchluessel: "F3", bezeichnung: "Hinter der Mühle", ...flurstueck, flurstueckZaehler: "42" },
    ];
    const inDatei = await texte({ Patchobjekte }, "duplikat");
    expect(Object.keys(inDatei)).toEqual(["Patchobjekte 3"]);
    expect(inDatei["Patchobjekte 3"]).toMatch(/^Dieses Pachtobjekt steht wahrscheinlich schon in Zeile 2\./);
    const { json } = await verwalter().post<{ id: number }>("/patchobjekte", { bezeichnung: "Redder", ...flurstueck });
    const { "Patchobjekte 2": text = "" } = await texte({ Patchobjekte: Patchobjekte.slice(0, 1) }, "duplikat");
    expect(text).toContain(`Dieses Pachtobjekt gibt es wahrscheinlich schon: Pachtobjekt ${json.id}.`);
  });
});

test("ein späterer erster Abrechnungstag: was davor liegt, wird nie abgerechnet; ein früherer ist keiner", async () => {
  await importiere(kleineMappe());
  const ab = (tag: string) => geaendert("Pachtkonten", 0, { abrechnungAb: new Date(`${tag}T00:00:00Z`) });
  expect(await texte(ab("2026-10-01"), "abrechnung_beginnt_spaeter")).toEqual({
    "Pachtkonten 2":
      "Die Abrechnung beginnt am 01.10.2026 statt am 01.10.2025: was dazwischen liegt, wird nicht abgerechnet.",
  });
  expect(await texte(ab("2024-10-01"), "abrechnung_beginnt_spaeter")).toEqual({});
  expect(await texte(kleineMappe(), "abrechnung_beginnt_spaeter")).toEqual({});
});
