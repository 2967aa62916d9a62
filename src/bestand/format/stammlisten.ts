import { pflicht, type Spalte, satz, spalte } from "./spalte.ts";

const bank = (name: string, wer: string): Spalte[] => [
  spalte("iban", `${name}.iban`, `IBAN ${wer}`),
  spalte("text", `${name}.bic`, `BIC ${wer}`),
  spalte("text", `${name}.bank`, `Name der Bank ${wer}`),
];

export const firmendaten: readonly Spalte[] = [
  spalte("text", "firma", "Name der Firma", "Beispiel: Landverwaltung Nord GmbH"),
  spalte("text", "rechtsform", "Rechtsform", "GmbH"),
  spalte("text", "strasse", "Straße ohne Hausnummer", "Marktplatz"),
  spalte("text", "hausnummer", "Hausnummer", "3"),
  spalte("text", "adresszusatz", "Zusatz zur Adresse"),
  spalte("text", "plz", "Postleitzahl", "29525"),
  spalte("text", "ort", "Ort", "Uelzen"),
  spalte("text", "land", "Land, zwei Großbuchstaben nach ISO 3166-1", "DE"),
  spalte("text", "steuernummer", "Steuernummer, 10 bis 13 Ziffern", "19/815/08155"),
  spalte("text", "ustId", "USt-IdNr."),
  spalte("text", "registergericht", "Registergericht"),
  spalte("text", "registernummer", "Registernummer"),
  spalte("text", "geschaeftsfuehrung", "Wer die Geschäfte führt"),
  spalte("text", "telefon", "Telefon"),
  spalte("text", "email", "E-Mail"),
  spalte("text", "website", "Internetadresse"),
  spalte("text", "glaeubigerId", "Gläubiger-Identifikationsnummer für Lastschriften"),
  spalte("ganzzahl", "zahlungszielTage", "Zahlungsziel in Tagen, wenn ein Pachtkonto keines hat", 14),
  ...satz("verwaltungsgebuehrSteuersatz", "Umsatzsteuersatz der Verwaltungsgebühr", 1900),
  spalte(
    "text",
    "verwaltungsgebuehrSteuerbefreiungGrund",
    "Pflicht, wenn der Umsatzsteuersatz der Verwaltungsgebühr 0 ist",
  ),
  ...bank("geschaeftskonto", "des Geschäftskontos"),
  ...bank("treuhandkonto", "des Treuhandkontos"),
  spalte("text", "ansprechpartner.name", "Wen öffentliche Auftraggeber zu einer XRechnung fragen"),
  spalte("text", "ansprechpartner.telefon", "Telefon des Ansprechpartners"),
  spalte("text", "ansprechpartner.email", "E-Mail des Ansprechpartners"),
  spalte("text", "datev.berater", "DATEV-Beraternummer"),
  spalte("text", "datev.mandant", "DATEV-Mandantennummer"),
  spalte("monatstag", "datev.wjBeginn", "Beginn des Wirtschaftsjahres, MM-TT oder TT.MM."),
  spalte("ganzzahl", "datev.sachkontenlaenge", "Stellen der Sachkonten, 4 bis 8"),
  spalte("text", "datev.weiterleitungskonto", "Sachkonto der an Verpächter weitergeleiteten Pacht"),
  spalte("text", "datev.gebuehrenkonto", "Erlöskonto der Verwaltungsgebühr"),
];

export const positionsarten: readonly Spalte[] = [
  pflicht(spalte("text", "name", "Name; er ist der Schlüssel der Positionsart", "Beispiel: Wegegeld")),
  pflicht(spalte("text", "kuerzel", "Kürzel", "WG")),
  ...satz("steuersatz", "Umsatzsteuersatz", 1900).map(pflicht),
  spalte("text", "steuerbefreiungGrund", "Pflicht beim Satz 0, z. B. § 4 Nr. 12 UStG"),
  spalte("janein", "erhoehbar", "Folgt Hebungen", true),
  spalte("janein", "weiterleitung", "Wird an die Verpächter weitergeleitet", true),
  spalte("text", "erloeskonto", "Sachkonto der Erlöse, 3 bis 9 Ziffern"),
  spalte("janein", "aktiv", "Für neue Positionen wählbar", true),
];

export const kontaktarten: readonly Spalte[] = [
  pflicht(spalte("text", "name", "Name; er ist der Schlüssel der Kontaktart", "Beispiel: nachbar")),
  spalte("text", "bezeichnung", "Wie sie angezeigt wird", "Nachbar"),
  spalte("janein", "aktiv", "Für neue Kontakte wählbar", true),
];
