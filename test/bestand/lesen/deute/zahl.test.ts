import { expect, test } from "vitest";
import { deute } from "../../../../src/bestand/lesen/deute/deute.ts";
import { spalte, tabelle, tag, text, zahl } from "./hilfe.ts";

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

test("Was eine nackte 1 heißt, sagt der Hinweis mit ihrem Vorzeichen", () =>
  expect(deute(spalte("Hebungen", "wert"), text("-1"))).toMatchObject({
    wert: -100,
    hinweis: { text: "Als -1 % gelesen; für -100 % bitte „-100 %“ schreiben." },
  }));

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
