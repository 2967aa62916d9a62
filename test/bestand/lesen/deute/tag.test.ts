import { tabelle, tag, text, zahl } from "./hilfe.ts";

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
  [text("31/02/2026"), "! kein_datum"],
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

tabelle("Der letzte Tag der Kalender steht in alten Systemen für kein Ende", "Pachtkonten", "pachtende", [
  [text("31.12.9999"), "! datum_offen"],
  [tag("9999-12-31"), "! datum_offen"],
  [text("31.12.1899"), "! kein_datum"],
]);
