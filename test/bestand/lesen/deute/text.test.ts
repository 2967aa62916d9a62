import { expect, test } from "vitest";
import { deute } from "../../../../src/bestand/lesen/deute/deute.ts";
import { type Rohzelle, zeige } from "../../../../src/bestand/lesen/rohzelle.ts";
import { gelesen, spalte, tabelle, tag, text, zahl } from "./hilfe.ts";

test("Zu einer Zahl rät eine Auswahl keine andere", () =>
  expect(deute(spalte("Pachtkonten", "hebemonat"), zahl(13))).toMatchObject({
    fehler: { text: "Erlaubt sind 01, 02, 03, 04, 05, 06, 07, 08, 09, 10, 11, 12." },
  }));

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
  [{ art: "zahl", zahl: 7, anzeige: "zahl", stellen: 3 }, "7", "nullen_nur_gezeigt"],
  [{ art: "zahl", zahl: 107, anzeige: "zahl", stellen: 3 }, "107"],
  [tag("2026-03-04"), "! kein_text"],
  [zahl(1e15), "! kein_text"],
  [{ art: "janein", wert: true }, "! kein_text"],
]);

tabelle("Eine Postleitzahl, der die führende Null fehlen kann", "Kontakte", "plz", [
  [text("01067"), "01067"],
  [zahl(25_813), "25813"],
  [zahl(1067), "1067", "plz_ohne_null"],
  [{ art: "zahl", zahl: 1067, anzeige: "zahl", stellen: 5 }, "01067"],
  [{ art: "zahl", zahl: 1067, anzeige: "zahl", stellen: 6 }, "1067", "plz_ohne_null"],
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

const mitNullen: Rohzelle = { art: "zahl", zahl: 7, anzeige: "zahl", stellen: 5 };
tabelle(
  "Ein Schlüssel ist derselbe, wo auf ihn verwiesen wird, auch wenn die Zelle Nullen davor zeigt",
  "Kontakte",
  "importSchluessel",
  [[mitNullen, "7"]],
);
tabelle("Ein Verweis", "Beteiligte", "kontakt", [[mitNullen, "7"]]);

tabelle("Verweise auf mehrere", "Hebungen", "positionen", [[text("B-1; B-2;"), ["B-1", "B-2"]]]);

tabelle("Ein eigenes Feld behält, was es ist", "Feldwerte", "wert", [
  [zahl(42.5), 42.5],
  [text(" 42 "), " 42 "],
  [text(""), ""],
  [{ art: "janein", wert: false }, false],
  [tag("2026-10-01"), "2026-10-01", "datum_als_text"],
  [undefined, null],
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
