import { describe, expect, test } from "vitest";
import { spaltenVon } from "../../../src/bestand/format/blaetter.ts";
import type { Blatt } from "../../../src/bestand/format/blattnamen.ts";
import type { Spalte } from "../../../src/bestand/format/spalte.ts";
import { deute } from "../../../src/bestand/lesen/deute/deute.ts";
import { type Rohzelle, zeige } from "../../../src/bestand/lesen/rohzelle.ts";

const text = (wert: string): Rohzelle => ({ art: "text", text: wert });
const zahl = (wert: number, anzeige: "prozent" | "zahl" = "zahl"): Rohzelle => ({ art: "zahl", zahl: wert, anzeige });
const tag = (wert: string, uhrzeit = false): Rohzelle => ({ art: "tag", tag: wert, uhrzeit });

const spalte = (blatt: Blatt, name: string): Spalte => {
  const gefunden = spaltenVon[blatt].find((eine) => eine.name === name);
  if (!gefunden) throw new Error(`keine Spalte ${name}`);
  return gefunden;
};

/** The value, and after it the code of the remark; of a cell that is none the code alone. */
const gelesen = (eine: Spalte, zelle: Rohzelle | undefined): unknown[] => {
  const deutung = deute(eine, zelle);
  if ("fehler" in deutung) return [`! ${deutung.fehler.code}`];
  return deutung.hinweis ? [deutung.wert, deutung.hinweis.code] : [deutung.wert];
};

const tabelle = (titel: string, blatt: Blatt, name: string, faelle: [Rohzelle | undefined, ...unknown[]][]) =>
  describe(titel, () => {
    test.each(faelle.map(([zelle, ...erwartet]) => ({ zelle, erwartet })))(
      "$zelle → $erwartet",
      ({ zelle, erwartet }) => expect(gelesen(spalte(blatt, name), zelle)).toEqual(erwartet),
    );
  });

tabelle("Ein Betrag in Euro wird auf den Cent gelesen", "Positionen", "betrag", [
  [text("1.234,56 €"), 123_456],
  [text("1234,56"), 123_456],
  [text("1234.56"), 123_456],
  [text("1,234.56"), 123_456, "zahl_englisch"],
  [text("1 234,5 EUR"), 123_450],
  [text("€ 12"), 1200],
  [text("-0,05"), -5],
  [text("−240,00"), -24_000],
  [text("240,00-"), -24_000],
  [text("+7"), 700],
  [text("1.234"), 123_400, "zahl_mehrdeutig"],
  [text("1.234.567,8"), 123_456_780],
  [text("1,000"), 100, "zahl_mehrdeutig"],
  [text("-12,340 €"), -1234, "zahl_mehrdeutig"],
  [text("1234,000"), 123_400],
  [text("1 234,000"), 123_400],
  [text("0,500"), 50],
  [text("0.500"), 50],
  [text("0.500,00"), "! kein_betrag"],
  [text("0 500"), "! kein_betrag"],
  [text("12,345"), "! betrag_zu_genau"],
  [text("12,3400"), 1234],
  [text("99999999999999999"), "! zu_gross"],
  [text("1.234,-"), 123_400],
  [text("12,-- €"), 1200],
  [text("-12,– EUR"), -1200],
  [text("12,-5"), "! kein_betrag"],
  [text("12-,"), "! kein_betrag"],
  [text("\u202a1\u2009234,56\u202c"), 123_456],
  [text("1 234 567,80 €"), 123_456_780],
  [text("1'234.50"), 123_450],
  [text("- € 5,00"), -500],
  [text("240,00 € -"), -24_000],
  [text("12 € 50"), "! kein_betrag"],
  [text("5 € 3 €"), "! kein_betrag"],
  [text("1200\n300"), "! kein_betrag"],
  [text("100\n200"), "! kein_betrag"],
  [text("1200 2026"), "! kein_betrag"],
  [text("5,0 0"), "! kein_betrag"],
  [text("zwölf"), "! kein_betrag"],
  [text("1.23.4"), "! kein_betrag"],
  [text("1,2,3"), "! kein_betrag"],
  [zahl(1234.56), 123_456],
  [zahl(0.1 + 0.2), 30],
  [zahl(1.005), "! betrag_zu_genau"],
  [zahl(100 / 3), "! betrag_zu_genau"],
  [zahl(1e15), "! zu_gross"],
  [zahl(1e308), "! zu_gross"],
  [zahl(8_999_999_999.99), 899_999_999_999],
  [zahl(2.5, "prozent"), "! zahl_als_prozent"],
  [tag("2026-05-01"), "! kein_betrag"],
  [undefined, null],
  [text("  "), null],
]);

tabelle("Ganze Cent stehen nur in der Spalte mit Cent", "Positionen", "betragCent", [
  [zahl(123_456), 123_456],
  [text("-5"), -5],
  [text("1.234,56 €"), "! keine_zahl"],
  [text("1234,56"), "! keine_ganze_zahl"],
  [zahl(12.5), "! keine_ganze_zahl"],
  [zahl(12, "prozent"), "! zahl_als_prozent"],
]);

tabelle("Ganze Basispunkte sind keine Prozentzelle", "Positionen", "steuersatzBp", [
  [zahl(1900), 1900],
  [zahl(19, "prozent"), "! zahl_als_prozent"],
]);

tabelle("Ein Steuersatz, als 19 %, 19 oder 0,19", "Positionsarten", "steuersatz", [
  [text("19 %"), 1900],
  [text("19%"), 1900],
  [text("10,7 %"), 1070],
  [zahl(19), 1900],
  [zahl(0.19, "prozent"), 1900],
  [zahl(0.07, "prozent"), 700],
  [zahl(0.19), 1900, "prozent_als_bruch"],
  [text("0,19"), 1900, "prozent_als_bruch"],
  [text("0,19 %"), 19],
  [zahl(0), 0],
  [zahl(1), 100, "prozent_mehrdeutig"],
  [zahl(1, "prozent"), 10_000],
  [zahl(2.755), "! prozent_zu_genau"],
  [text("viel"), "! kein_prozentsatz"],
  [text("1 % 5 %"), "! kein_prozentsatz"],
  [text("1 9 %"), "! kein_prozentsatz"],
]);

tabelle("Ein anderer Satz unter 1 ist ohne Prozentzeichen nicht zu verstehen", "Hebungen", "wert", [
  [text("2,5 %"), 250],
  [zahl(-0.025, "prozent"), -250],
  [zahl(2.5), 250],
  [zahl(0.5), "! prozent_mehrdeutig"],
  [text("-0,5"), "! prozent_mehrdeutig"],
]);

test("Zu einer Zahl rät eine Auswahl keine andere", () =>
  expect(deute(spalte("Pachtkonten", "hebemonat"), zahl(13))).toMatchObject({
    fehler: { text: "Erlaubt sind 01, 02, 03, 04, 05, 06, 07, 08, 09, 10, 11, 12." },
  }));

test("Was eine nackte 1 heißt, sagt der Hinweis mit ihrem Vorzeichen", () =>
  expect(deute(spalte("Hebungen", "wert"), text("-1"))).toMatchObject({
    wert: -100,
    hinweis: { text: "Als -1 % gelesen; für -100 % bitte „-100 %“ schreiben." },
  }));

tabelle("Ein Tag", "Pachtkonten", "pachtbeginn", [
  [tag("2026-12-31"), "2026-12-31"],
  [tag("2026-12-31", true), "2026-12-31", "uhrzeit_uebergangen"],
  [text("31.12.2026"), "2026-12-31"],
  [text("1. 2. 2026"), "2026-02-01"],
  [text("1.2.26"), "2026-02-01", "jahr_zweistellig"],
  [text("1.2.87"), "1987-02-01", "jahr_zweistellig"],
  [text("2026-12-31"), "2026-12-31"],
  [text("2026-12-31T00:00:00"), "2026-12-31"],
  [text("2026-12-31T23:00:00.000Z"), "2026-12-31", "uhrzeit_uebergangen"],
  [text("2026-12-31 13:45"), "2026-12-31", "uhrzeit_uebergangen"],
  [text("2026-02-30T13:45"), "! kein_datum"],
  [text("1. Oktober 2026"), "2026-10-01"],
  [text("01. März 2026"), "2026-03-01"],
  [text("01. Ma\u0308rz 2026"), "2026-03-01"],
  [text("01. Maerz 2026"), "2026-03-01"],
  [text("01. Mai 2026"), "2026-05-01"],
  [text("3. Brumaire 2026"), "! kein_datum"],
  [text("29.02.2027"), "! kein_datum"],
  [text("31/12/2026"), "2026-12-31"],
  [text("03/04/2026"), "! datum_mehrdeutig"],
  [text("12/31/2026"), "! datum_mehrdeutig"],
  [text("10/2026"), "! kein_datum"],
  [zahl(46_387), "2026-12-31", "datum_als_zahl"],
  [text("46387"), "2026-12-31", "datum_als_zahl"],
  [zahl(20_261_231), "2026-12-31", "datum_als_zahl"],
  [zahl(2026), "! kein_datum"],
  [zahl(46_387.5), "! kein_datum"],
  [{ art: "janein", wert: true }, "! kein_datum"],
]);

tabelle("Ein Tag des Jahres", "Pachtkonten", "pachtjahrBeginn", [
  [text("10-01"), "10-01"],
  [text("01.10."), "10-01"],
  [text("1.4"), "04-01"],
  [tag("2026-10-01"), "10-01", "monatstag_aus_datum"],
  [zahl(1.1), "! kein_monatstag"],
]);

tabelle("Ja und nein", "Positionen", "anteilig", [
  [{ art: "janein", wert: false }, false],
  [text("Ja"), true],
  [text("x"), true],
  [zahl(0), false],
  [text("WAHR"), true],
  [text("vielleicht"), "! kein_ja_nein"],
]);

tabelle("Eine Auswahl", "Pachtkonten", "zahlungsrhythmus", [
  [text("jaehrlich"), "jaehrlich"],
  [text("Jährlich"), "jaehrlich"],
  [text("viertel-jährlich"), "vierteljaehrlich"],
  [text("täglich"), "! nicht_in_auswahl"],
]);

tabelle("Ein Monat, auch als Zahl", "Pachtkonten", "hebemonat", [
  [text("04"), "04"],
  [zahl(4), "04"],
  [zahl(13), "! nicht_in_auswahl"],
]);

tabelle("Ein Text", "Kontakte", "hausnummer", [
  [text(" 7 a "), "7 a"],
  [text("zwei\nZeilen"), "zwei\nZeilen"],
  [zahl(7), "7"],
  [tag("2026-03-04"), "! kein_text"],
  [zahl(1e15), "! kein_text"],
  [{ art: "janein", wert: true }, "! kein_text"],
]);

tabelle("Eine Postleitzahl, der die führende Null fehlen kann", "Kontakte", "plz", [
  [text("01067"), "01067"],
  [zahl(25_813), "25813"],
  [zahl(1067), "1067", "plz_ohne_null"],
]);

tabelle("Ein Schlüssel", "Kontakte", "importSchluessel", [
  [zahl(4711), "4711"],
  [text("K-1"), "K-1"],
  [text("K;1"), "! schluessel_mit_semikolon"],
  [text("K\u00071"), "! schluessel_mit_steuerzeichen"],
  [text("K\t1"), "K\t1"],
  [text("K".repeat(65)), "! schluessel_zu_lang"],
]);

tabelle("Eine IBAN mit Leerzeichen", "Kontakte", "iban", [
  [text("de02 1203 0000 0000 2020 51"), "DE02120300000000202051"],
  [zahl(12), "! keine_iban"],
]);

tabelle("Ein Indexstand", "Hebungen", "indexBasis", [
  [zahl(105.1), "105.1"],
  [zahl(105), "105.0"],
  [text("105,1"), "105.1"],
  [text("105,12"), "! zahl_zu_genau"],
  [zahl(1.1, "prozent"), "! zahl_als_prozent"],
]);

tabelle("Eine Fläche in Quadratmetern oder Hektar", "Patchobjekte", "flaecheQm", [
  [text("1,2 ha"), 12_000],
  [text("1,2345ha"), 12_345],
  [text("1,234 ha"), 12_340],
  [text("0.500 ha"), 5000],
  [text("12,000 m²"), 12, "zahl_mehrdeutig"],
  [text("1,23456 ha"), "! keine_ganze_zahl"],
  [text("12.000 m²"), 12_000, "zahl_mehrdeutig"],
  [text("12000 qm"), 12_000],
  [text("ca. 1 ha"), "! keine_zahl"],
  [text("ha"), "! keine_zahl"],
  [text("2 Morgen"), "! keine_zahl"],
]);

tabelle("Eine ganze Zahl", "Patchobjekte", "flaecheQm", [
  [zahl(12_000), 12_000],
  [text("12.000"), 12_000, "zahl_mehrdeutig"],
  [text("1.200.000"), 1_200_000],
  [zahl(120, "prozent"), "! zahl_als_prozent"],
  [zahl(1.5), "! keine_ganze_zahl"],
]);

tabelle("Verweise auf mehrere", "Hebungen", "positionen", [[text("B-1; B-2;"), ["B-1", "B-2"]]]);

tabelle("Ein eigenes Feld behält, was es ist", "Feldwerte", "wert", [
  [zahl(42.5), 42.5],
  [text(" 42 "), " 42 "],
  [text(""), ""],
  [{ art: "janein", wert: false }, false],
  [tag("2026-10-01"), "2026-10-01", "datum_als_text"],
  [undefined, null],
]);

tabelle(
  "Ein Monat wird auch aus dem Tag gelesen, den eine Tabelle daraus macht",
  "Pachtkonten",
  "wertsicherung.basisMonat",
  [
    [text("2024-09"), "2024-09"],
    [text("9.2024"), "2024-09"],
    [text("09/2024"), "2024-09"],
    [text("September 2024"), "2024-09"],
    [text("Mrz. 2024"), "2024-03"],
    [text("Maerz 2024"), "2024-03"],
    [text("Ma\u0308rz 2024"), "2024-03"],
    [tag("2024-09-01"), "2024-09"],
    [text("01.09.2024"), "2024-09"],
    [tag("2024-09-15"), "2024-09", "monat_aus_datum"],
    [text("13.2024"), "! kein_monat"],
    [text("2024"), "! kein_monat"],
    [zahl(9.2024), "! kein_monat"],
    [undefined, null],
  ],
);

const stufe = (ab: string, betragCent: number | null, prozentBp: number | null) => ({ ab, betragCent, prozentBp });

tabelle("Stufen einer Staffel stehen in einer Zelle", "Pachtkonten", "wertsicherung.stufen", [
  [
    text("01.10.2027: 1.500,00 €; ab 01.10.2028 = 2,5 %"),
    [stufe("2027-10-01", 150_000, null), stufe("2028-10-01", null, 250)],
  ],
  [text("2027-10-01: -1 %\n2028-10-01: 12 EUR;"), [stufe("2027-10-01", null, -100), stufe("2028-10-01", 1200, null)]],
  [text("01.10.27: 3 %"), [stufe("2027-10-01", null, 300)], "jahr_zweistellig"],
  [text("01.10.2027: 1500"), "! keine_stufe"],
  [text("1.500 € ab 01.10.2027"), "! keine_stufe"],
  [text("30.02.2027: 3 %"), "! keine_stufe"],
  [text("01.10.2027: 1,005 €"), "! betrag_zu_genau"],
  [text(";"), "! keine_stufe"],
  [zahl(3), "! keine_stufe"],
]);

tabelle("Was man nicht sieht, ändert keinen Schlüssel", "Kontakte", "importSchluessel", [
  [text("K\u00ad1\u200b "), "K1"],
  [text("\ufeff"), null],
]);

tabelle("In freiem Text bleibt es stehen, mit einem Hinweis", "Kontakte", "nachname", [
  [text("Mül\u00adler"), "Mül\u00adler", "unsichtbare_zeichen"],
  [text("\u200f"), "\u200f", "unsichtbare_zeichen"],
  [text("Familie 👨‍👩‍👧"), "Familie 👨‍👩‍👧"],
  [text("\u00a0Müller\u00a0"), "Müller"],
]);

tabelle("Eine Postleitzahl mit unsichtbaren Zeichen ist die Postleitzahl", "Kontakte", "plz", [
  [text("25813\u200f"), "25813"],
]);

tabelle("Der letzte Tag der Kalender steht in alten Systemen für kein Ende", "Pachtkonten", "pachtende", [
  [text("31.12.9999"), "! datum_offen"],
  [tag("9999-12-31"), "! datum_offen"],
  [text("31.12.1899"), "! kein_datum"],
]);

test("eine Formel ohne gespeicherten Wert und eine mit Fehler sagen, was zu tun ist", () => {
  const betrag = spalte("Positionen", "betrag");
  expect(gelesen(betrag, { art: "unbrauchbar", formel: true, text: "" })).toEqual(["! formel_ohne_wert"]);
  expect(gelesen(betrag, { art: "unbrauchbar", formel: false, text: "#NV" })).toEqual(["! formelfehler"]);
});

test.each([
  [zahl(0.07, "prozent"), "7 %"],
  [zahl(0.29, "prozent"), "29 %"],
  [zahl(0.0275, "prozent"), "2,75 %"],
  [zahl(5), "5"],
])("Befunde zeigen %j als %s", (zelle, wort) => {
  expect(zeige(zelle)).toBe(wort);
});
