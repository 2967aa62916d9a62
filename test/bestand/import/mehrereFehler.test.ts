import { describe, expect, test } from "vitest";
import { mitDienst } from "../../hilfe/mitDienst.ts";
import { befunde, kleineMappe, kurz, type Mappe, mitKontaktarten, mitWorker, pruefe } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();
mitKontaktarten();

const zuLang = "x".repeat(300);

/** The findings of the small workbook with one more row on a sheet. */
const mit = async (blatt: string, zeile: Mappe[string][number]): Promise<string[]> => {
  const mappe = kleineMappe();
  mappe[blatt] = [...(mappe[blatt] ?? []), zeile];
  return kurz((await pruefe(mappe)).id);
};

describe("Von einer Zeile, in der mehreres falsch ist, steht jedes da, auch wenn eine Zelle unlesbar ist", () => {
  test("Kontakte", async () => {
    const zeile = { importSchluessel: "K4", typ: null, nachname: "Ohne", bankBestaetigtAm: "morgen", email: "keine" };
    expect(await mit("Kontakte", zeile)).toEqual([
      "Kontakte 5 bankBestaetigtAm kein_datum",
      "Kontakte 5 typ fehlt",
      "Kontakte 5 email falsches_format",
    ]);
  });

  test("eine Kontaktart, die es nicht gibt, steht neben allem anderen da", async () => {
    const zeile = { importSchluessel: "K4", typ: "paechtr", nachname: "X" };
    const art = "Kontakte 5 typ unbekannt";
    expect(await mit("Kontakte", zeile)).toEqual([art]);
    expect(await mit("Kontakte", { ...zeile, nachname: null })).toEqual([art, "Kontakte 5 nachname fehlt"]);
    expect(await mit("Kontakte", { ...zeile, plz: "1" })).toEqual([art, "Kontakte 5 plz ungueltig"]);
    expect(await mit("Kontakte", { ...zeile, iban: "DE1", email: "kaputt" })).toEqual([
      art,
      "Kontakte 5 email falsches_format",
      "Kontakte 5 iban ungueltig",
    ]);
    expect(await mit("Kontakte", { ...zeile, gutschriftVereinbartAm: "bald" })).toEqual([
      "Kontakte 5 gutschriftVereinbartAm kein_datum",
      art,
    ]);
  });

  test("ein halbes Mandat: welche Hälfte fehlt", async () => {
    const zeile = { typ: "paechter", nachname: "X" };
    const kontakte = [
      { ...zeile, importSchluessel: "K4", "sepaMandat.referenz": null, "sepaMandat.datum": new Date("2026-03-01") },
      { ...zeile, importSchluessel: "K5", "sepaMandat.referenz": "M-5", "sepaMandat.datum": null, email: "keine" },
      { ...zeile, importSchluessel: "K6", "sepaMandat.referenz": "M-6", "sepaMandat.datum": "neulich" },
      { ...zeile, importSchluessel: "K7" },
    ];
    const gefunden = await befunde((await pruefe({ Kontakte: kontakte })).id);
    expect(gefunden.map(({ zeile, spalte, code, text }) => [zeile, spalte, code, text])).toEqual([
      [2, "sepaMandat.referenz", "fehlt", "Zum Mandat fehlt die Referenz."],
      [3, "sepaMandat.datum", "fehlt", "Zum Mandat fehlt das Datum, z. B. 01.03.2026."],
      [3, "email", "falsches_format", expect.any(String)],
      [4, "sepaMandat.datum", "kein_datum", expect.any(String)],
    ]);
    const { id } = await pruefe({ Kontakte: [{ ...zeile, importSchluessel: "K4", "sepaMandat.referenz": "M-4" }] });
    expect(await kurz(id)).toEqual(["Kontakte 2 sepaMandat.datum fehlt"]);
  });

  test("Patchobjekte", async () => {
    const zeile = { importSchluessel: "O3", bezeichnung: zuLang, objektart: "acker", pachtkonto: "P9" };
    const beide = ["Patchobjekte 4 pachtkonto unbekannt", "Patchobjekte 4 bezeichnung zu_lang"];
    expect(await mit("Patchobjekte", zeile)).toEqual(beide);
    expect(await mit("Patchobjekte", { ...zeile, flaecheQm: "groß" })).toEqual([
      "Patchobjekte 4 flaecheQm keine_zahl",
      ...beide,
    ]);
  });

  test("Pachtkonten mit ihren Klauseln", async () => {
    const zeile = { importSchluessel: "P3", bezeichnung: zuLang, zahlungsrhythmus: "jaehrlich" };
    expect(await mit("Pachtkonten", { ...zeile, pachtbeginn: "gestern", zahlungszielTage: 5000 })).toEqual([
      "Pachtkonten 4 pachtbeginn kein_datum",
      "Pachtkonten 4 bezeichnung zu_lang",
      "Pachtkonten 4 zahlungszielTage zu_gross",
    ]);
    const klausel = { pachtbeginn: new Date("2026-01-01"), "wertsicherung.art": "index", "wertsicherung.reihe": "VPI" };
    expect(await mit("Pachtkonten", { ...zeile, ...klausel })).toEqual([
      "Pachtkonten 4 wertsicherung.reihe unbekannt",
      "Pachtkonten 4 bezeichnung zu_lang",
    ]);
  });

  test("Beteiligte", async () => {
    const zeile = { pachtkonto: "A-77", kontakt: "K9", rolle: null };
    const beide = ["Beteiligte 7 kontakt unbekannt", "Beteiligte 7 rolle fehlt"];
    expect(await mit("Beteiligte", zeile)).toEqual(beide);
    expect(await mit("Beteiligte", { ...zeile, anteilZaehler: "halb" })).toEqual([
      "Beteiligte 7 anteilZaehler keine_zahl",
      ...beide,
    ]);
  });

  test("Beteiligte und Feldwerte eines Kontos, das es nicht gibt", async () => {
    expect(await mit("Beteiligte", { pachtkonto: "P9", kontakt: "K9", rolle: null })).toEqual([
      "Beteiligte 7 pachtkonto unbekannt",
      "Beteiligte 7 kontakt unbekannt",
      "Beteiligte 7 rolle fehlt",
    ]);
    expect(await mit("Feldwerte", { pachtkonto: "P9", name: null, wert: 1 })).toEqual([
      "Feldwerte 3 pachtkonto unbekannt",
      "Feldwerte 3 name fehlt",
    ]);
  });

  test("Feldwerte, jeder bei seiner Zeile und in seiner Spalte", async () => {
    const mappe = kleineMappe();
    mappe.Feldwerte = [
      { pachtkonto: "P1", name: "Bodenpunkte", wert: 42 },
      { pachtkonto: "P1", name: null, wert: 1 },
      { pachtkonto: "P1", name: zuLang, wert: zuLang.repeat(7) },
      { pachtkonto: "P1", name: "wert", wert: 1e300 },
      { pachtkonto: "P1", name: "Bodenpunkte", wert: 43 },
    ];
    expect(await kurz((await pruefe(mappe)).id)).toEqual([
      "Feldwerte 3 name fehlt",
      "Feldwerte 4 name unbekanntes_feld",
      "Feldwerte 4 wert zu_lang",
      "Feldwerte 5 wert zu_gross",
      "Feldwerte 6 name doppelt",
    ]);
  });

  test("Positionen", async () => {
    const zeile = { importSchluessel: "B9", pachtkonto: "P9", positionsart: "Zins", betrag: 1, bezeichnung: zuLang };
    const alle = [
      "Positionen 5 pachtkonto unbekannt",
      "Positionen 5 positionsart unbekannt",
      "Positionen 5 intervall fehlt",
      "Positionen 5 bezeichnung zu_lang",
    ];
    expect(await mit("Positionen", zeile)).toEqual(alle);
    expect(await mit("Positionen", { ...zeile, betrag: "viel" })).toEqual(["Positionen 5 betrag kein_betrag", ...alle]);
  });

  test("Hebungen", async () => {
    const zeile = { importSchluessel: "H1", pachtkonto: "P9", art: null, positionen: "B7", bezeichnung: zuLang };
    const alle = [
      "Hebungen 2 pachtkonto unbekannt",
      "Hebungen 2 positionen unbekannt",
      "Hebungen 2 art fehlt",
      "Hebungen 2 bezeichnung zu_lang",
    ];
    expect(await mit("Hebungen", { ...zeile, wirksamAb: new Date("2027-01-01") })).toEqual(alle);
    expect(await mit("Hebungen", { ...zeile, wirksamAb: "bald" })).toEqual([
      "Hebungen 2 wirksamAb kein_datum",
      ...alle,
    ]);
  });

  test("Listen", async () => {
    const zeile = { name: "Wegegeld", kuerzel: null, steuersatz: "viel" };
    expect(await mit("Positionsarten", zeile)).toEqual([
      "Positionsarten 2 steuersatz kein_prozentsatz",
      "Positionsarten 2 kuerzel fehlt",
    ]);
    expect(await mit("Kontaktarten", { name: "gemeinde", bezeichnung: zuLang, aktiv: "vielleicht" })).toEqual([
      "Kontaktarten 2 aktiv kein_ja_nein",
      "Kontaktarten 2 bezeichnung zu_lang",
    ]);
    expect(await mit("Firmendaten", { email: "keine", zahlungszielTage: "bald" })).toEqual([
      "Firmendaten 2 zahlungszielTage keine_zahl",
      "Firmendaten 2 email falsches_format",
      "Firmendaten 2 keine_berechtigung",
    ]);
  });
});

describe("Von einer leeren Zelle steht da, dass sie fehlt, und nicht, was die API dort erwartet", () => {
  const leere = async (blatt: string, zeile: Mappe[string][number]): Promise<string[]> => {
    const mappe = kleineMappe();
    mappe[blatt] = [...(mappe[blatt] ?? []), zeile];
    const { id } = await pruefe(mappe, "administrator");
    return (await befunde(id)).flatMap(({ schwere, spalte, code, text }) =>
      schwere === "fehler" && spalte !== null ? [`${spalte} ${code}: ${text}`] : [],
    );
  };

  test("ein Beteiligter ohne Kontakt", async () => {
    expect(await leere("Beteiligte", { pachtkonto: "P1", kontakt: null, rolle: "paechter" })).toEqual([
      "kontakt fehlt: fehlt",
    ]);
  });

  test("der andere Teil von zweien, die zusammengehören", async () => {
    const firma = { "geschaeftskonto.iban": null, "geschaeftskonto.bank": "Sparkasse" };
    expect(await leere("Firmendaten", firma)).toEqual(["geschaeftskonto.iban fehlt: fehlt"]);
    const person = { "ansprechpartner.name": "Vera", "ansprechpartner.telefon": null, "ansprechpartner.email": null };
    expect(await leere("Firmendaten", person)).toEqual([
      "ansprechpartner.telefon fehlt: fehlt",
      "ansprechpartner.email fehlt: fehlt",
    ]);
    const regel = { ...kleineMappe().Pachtkonten?.[0], importSchluessel: "P9", "kuendigungsregel.monate": 6 };
    expect(await leere("Pachtkonten", { ...regel, "kuendigungsregel.zum": null })).toEqual([
      "kuendigungsregel.zum fehlt: fehlt",
    ]);
  });
});
