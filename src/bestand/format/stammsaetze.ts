import { bundeslaender } from "../../kern/fristen/vertrag.ts";
import { zahlungsarten } from "../../kern/pacht/schnappschuss.ts";
import { umsatzsteuerStatus } from "../../kern/pacht/typen.ts";
import { objektstatus } from "../../stammdaten/kontakte/verknuepft/schema.ts";
import { objektarten } from "../../stammdaten/patchobjekte/schema.ts";
import { auswahl, pflicht, type Spalte, schluessel, spalte, verweis } from "./spalte.ts";

export const kontakte: readonly Spalte[] = [
  pflicht(schluessel("Beispiel: K-1")),
  pflicht(verweis("typ", "typ", "Kontaktarten", "Name einer Kontaktart", "paechter")),
  spalte("janein", "istOrganisation", "Firma, Behörde oder Verein statt einer Person", false),
  spalte("text", "anrede", "Anrede", "Frau"),
  spalte("text", "titel", "Titel"),
  spalte("text", "vorname", "Vorname", "Ida"),
  spalte("text", "nachname", "Nachname", "Jürgensen"),
  spalte("text", "firma", "Name der Firma"),
  spalte("text", "strasse", "Straße ohne Hausnummer", "Deichweg"),
  spalte("text", "hausnummer", "Hausnummer", "7"),
  spalte("text", "adresszusatz", "Zusatz zur Adresse"),
  spalte("text", "plz", "Postleitzahl, als Text: 01067", "25813"),
  spalte("text", "ort", "Ort", "Husum"),
  spalte("text", "land", "Land, zwei Großbuchstaben nach ISO 3166-1", "DE"),
  spalte("text", "telefon", "Telefon"),
  spalte("text", "mobil", "Mobiltelefon"),
  spalte("text", "email", "E-Mail", "ida.juergensen@example.org"),
  spalte("iban", "iban", "IBAN", "DE02120300000000202051"),
  spalte("text", "bic", "BIC"),
  spalte("text", "kontoinhaber", "Kontoinhaber, wenn es ein anderer ist"),
  auswahl("zahlungsart", zahlungsarten, "Zahlungsart", "ueberweisung"),
  spalte("text", "sepaMandat.referenz", "Mandatsreferenz der Lastschrift"),
  spalte("datum", "sepaMandat.datum", "Tag, an dem das Mandat unterschrieben wurde"),
  spalte("ganzzahl", "zahlungsmoral", "0 = nicht bewertet, 1 = gut, 3 = schlecht", 0),
  spalte("datum", "bankBestaetigtAm", "Wann jemand die Bankverbindung bestätigt hat"),
  spalte("text", "debitornummer", "Debitorennummer"),
  spalte("text", "kreditornummer", "Kreditorennummer"),
  spalte("text", "steuernummer", "Steuernummer"),
  spalte("text", "ustId", "USt-IdNr."),
  auswahl("umsatzsteuerStatus", umsatzsteuerStatus, "Wie ein Verpächter besteuert ist"),
  spalte("datum", "gutschriftVereinbartAm", "Wann die Abrechnung durch Gutschrift vereinbart wurde"),
  spalte("text", "leitwegId", "Leitweg-ID eines öffentlichen Auftraggebers"),
  spalte("text", "bemerkung", "Bemerkung"),
];

export const patchobjekte: readonly Spalte[] = [
  pflicht(schluessel("Beispiel: O-1")),
  pflicht(spalte("text", "bezeichnung", "Bezeichnung", "Koppel am Deich")),
  pflicht(auswahl("objektart", objektarten, "Objektart", "gruenland")),
  auswahl("status", objektstatus, "Stand des Datensatzes", "aktuell"),
  spalte("text", "strasse", "Straße ohne Hausnummer"),
  spalte("text", "hausnummer", "Hausnummer"),
  spalte("text", "adresszusatz", "Zusatz zur Adresse"),
  spalte("text", "plz", "Postleitzahl, als Text: 01067", "25813"),
  spalte("text", "ort", "Ort", "Husum"),
  spalte("text", "land", "Land, zwei Großbuchstaben nach ISO 3166-1", "DE"),
  auswahl("bundesland", bundeslaender, "Bundesland nach ISO 3166-2, ohne DE-", "SH"),
  spalte("text", "gemarkung", "Gemarkung", "Husum"),
  spalte("text", "flur", "Flur", "3"),
  spalte("text", "flurstueckZaehler", "Flurstück, Zähler", "12"),
  spalte("text", "flurstueckNenner", "Flurstück, Nenner", "4"),
  spalte("ganzzahl", "flaecheQm", "Fläche in ganzen m²; 1 ha sind 10000", 12_000),
  verweis("pachtkonto", "pachtkontoId", "Pachtkonten", "Pachtkonto, zu dem das Objekt gehört", "Beispiel: P-1"),
  spalte("datum", "geprueftAm", "Wann jemand den Datensatz geprüft hat", "2025-12-31"),
  spalte("text", "bemerkung", "Bemerkung"),
];
