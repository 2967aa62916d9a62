import { kuendigungstermine, vertragsarten, vertragsformen } from "../../kern/fristen/vertrag.ts";
import { intervalle, rhythmen } from "../../kern/pacht/perioden.ts";
import { berechnungsarten, beteiligtenrollen, hebungArten, kontoStatus } from "../../kern/pacht/typen.ts";
import { klauselarten, rundungen, schwellenvergleiche } from "../../kern/wertsicherung/klausel.ts";
import { auswahl, betrag, pflicht, type Spalte, satz, schluessel, spalte, verweis, verweise } from "./spalte.ts";

const monate = ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"];

const konto = pflicht(
  verweis(
    "pachtkonto",
    "pachtkontoId",
    "Pachtkonten",
    "importSchluessel oder Kontonummer des Pachtkontos",
    "Beispiel: P-1",
  ),
);

/** What was agreed on how the rent follows the value of money; index series are settings, and named here only. */
const wertsicherung: readonly Spalte[] = [
  auswahl("wertsicherung.art", klauselarten, "Wie die Pacht der Geldentwicklung folgt; leer = keine Klausel"),
  {
    ...spalte(
      "text",
      "wertsicherung.reihe",
      "Nur index: Name einer Indexreihe, die in den Einstellungen mit ihren Ständen schon angelegt ist",
    ),
    feld: "wertsicherung.reiheId",
  },
  spalte("monat", "wertsicherung.basisMonat", "Nur index: Monat, von dem an die Änderung zählt"),
  ...satz("wertsicherung.schwelle", "Nur index: ab welcher Änderung angepasst wird; dies oder die Schwelle in Punkten"),
  {
    ...spalte("dezimal", "wertsicherung.schwellePunkte", "Nur index: dasselbe in Punkten"),
    feld: "wertsicherung.schwellePunkte.punkte",
  },
  {
    ...spalte("text", "wertsicherung.schwelleBasis", "Nur index: Basis, in der die Punkte zählen, z. B. 2020 = 100"),
    feld: "wertsicherung.schwellePunkte.basis",
  },
  auswahl("wertsicherung.vergleich", schwellenvergleiche, "Nur index: ob die Schwelle erreicht sein muss oder mehr"),
  auswahl(
    "wertsicherung.rundung",
    rundungen,
    "Nur index: ob die Änderung vorher auf eine Nachkommastelle gerundet wird",
  ),
  ...satz("wertsicherung.weitergabe", "Nur index: Anteil der Änderung, der weitergegeben wird; leer = ganz"),
  ...satz("wertsicherung.obergrenze", "Nur index: höchste Änderung der Pacht; leer = keine"),
  spalte("janein", "wertsicherung.beideRichtungen", "Nur index: ob die Pacht auch fällt; leer = ja"),
  spalte("ganzzahl", "wertsicherung.fruehestensMonate", "Nur index: Monate, die zwischen zwei Hebungen liegen müssen"),
  ...satz("wertsicherung.wert", "Nur prozent: um so viel steigt die Pacht"),
  spalte("ganzzahl", "wertsicherung.alleMonate", "Nur prozent: alle so viele Monate"),
  spalte(
    "stufen",
    "wertsicherung.stufen",
    "Nur staffel: je Stufe ihr erster Tag und die neue Pacht im Jahr oder die Änderung",
  ),
];

export const pachtkonten: readonly Spalte[] = [
  schluessel("Beispiel: P-1", "; darf fehlen, wo eine Kontonummer steht"),
  spalte(
    "text",
    "kontonummer",
    "Eindeutig, in Groß- wie Kleinschreibung; fehlt sie, vergibt der Dienst eine (PK-000001)",
    "P-1",
  ),
  spalte("text", "bezeichnung", "Bezeichnung", "Koppel am Deich"),
  auswahl("status", kontoStatus, "Status", "aktiv"),
  pflicht(spalte("datum", "pachtbeginn", "Erster Tag der Pacht", "2020-10-01")),
  spalte("datum", "pachtende", "Letzter Tag der Pacht; leer = offen"),
  spalte("datum", "gekuendigtAm", "Tag, an dem die Kündigung einging"),
  spalte("datum", "kuendigungZum", "Ende, zu dem gekündigt ist"),
  spalte(
    "datum",
    "abrechnungAb",
    "Erster Tag, den dieser Dienst abrechnet, wenn später als pachtbeginn; was davor liegt, ist anderswo abgerechnet",
    "2026-10-01",
  ),
  spalte("monatstag", "pachtjahrBeginn", "Beginn des Pachtjahres, MM-TT oder TT.MM., Tag 01 bis 28", "10-01"),
  pflicht(auswahl("zahlungsrhythmus", rhythmen, "Wie oft abgerechnet wird", "jaehrlich")),
  spalte("janein", "istVorauszahlend", "Zahlt im Voraus; leer = unbekannt, wird dann nicht abgerechnet", false),
  spalte("ganzzahl", "zahlungszielTage", "Zahlungsziel in Tagen; leer = wie in den Firmendaten"),
  auswahl("berechnungsart", berechnungsarten, "Wie Teile eines Zeitraums berechnet werden", "monatsgenau"),
  auswahl("hebemonat", monate, "Monat der jährlichen Pachtprüfung", "10"),
  ...satz("verwaltungsgebuehr", "Verwaltungsgebühr", 500),
  auswahl("vertragsart", vertragsarten, "Leer = nach den Objekten"),
  spalte("datum", "vertragsschlussAm", "Tag des Vertragsschlusses"),
  auswahl("vertragsform", vertragsformen, "Form des Vertrags"),
  spalte("ganzzahl", "kuendigungsregel.monate", "Kündigungsfrist im Vertrag: ganze Monate; leer = wie im Gesetz"),
  auswahl("kuendigungsregel.zum", kuendigungstermine, "Kündigungsfrist im Vertrag: zum Ende wovon"),
  spalte("ganzzahl", "verlaengerungMonate", "Um so viele Monate verlängert sich der Vertrag ohne Kündigung"),
  spalte("datum", "anfrageErhaltenAm", "Wann die Gegenseite nach der Fortsetzung fragte (§ 594 BGB)"),
  spalte("datum", "angezeigtAm", "Wann der Vertrag der Behörde angezeigt wurde"),
  ...wertsicherung,
  spalte("text", "bemerkung", "Bemerkung"),
];

export const beteiligte: readonly Spalte[] = [
  konto,
  pflicht(verweis("kontakt", "kontaktId", "Kontakte", "importSchluessel des Kontakts", "Beispiel: K-1")),
  pflicht(auswahl("rolle", beteiligtenrollen, "Rolle", "paechter")),
  spalte("janein", "hauptkontakt", "Wer angeschrieben wird, wenn nichts anderes gilt", true),
  spalte("ganzzahl", "anteilZaehler", "Anteil, Zähler; leer bei einem einzigen", 1),
  spalte("ganzzahl", "anteilNenner", "Anteil, Nenner; die Anteile einer Rolle ergeben an jedem Tag 1", 1),
  spalte("datum", "gueltigVon", "Erster Tag; leer = offen"),
  spalte("datum", "gueltigBis", "Letzter Tag; leer = offen"),
];

export const positionen: readonly Spalte[] = [
  pflicht(schluessel("Beispiel: B-1", "; mehrere Fassungen einer Position haben denselben, jede ihr gueltigVon")),
  konto,
  pflicht(verweis("positionsart", "positionsartId", "Positionsarten", "Name einer Positionsart", "Pacht")),
  spalte("text", "bezeichnung", "Wie sie auf dem Beleg steht; leer = Name der Positionsart"),
  ...betrag("betrag", "Betrag je Intervall, negativ mindert", 123_456).map(pflicht),
  pflicht(auswahl("intervall", intervalle, "Worauf sich der Betrag bezieht", "jaehrlich")),
  spalte("datum", "gueltigVon", "Erster Tag der Fassung; leer = offen; bei einmalig der Tag"),
  spalte("datum", "gueltigBis", "Letzter Tag der Fassung; leer = offen"),
  ...satz("steuersatz", "Umsatzsteuersatz; leer = der der Positionsart"),
  spalte("janein", "anteilig", "Wird am Anfang und am Ende anteilig berechnet", true),
];

export const hebungen: readonly Spalte[] = [
  pflicht(schluessel("Beispiel: H-1")),
  konto,
  spalte("text", "bezeichnung", "Bezeichnung", "Pachtprüfung 2027"),
  pflicht(auswahl("art", hebungArten, "Wonach erhöht wird", "prozent")),
  auswahl("status", ["geplant", "aktiv"], "geplant oder aktiv; eine aktive gilt ab wirksamAb", "geplant"),
  pflicht(spalte("datum", "wirksamAb", "Erster Tag der neuen Beträge", "2027-10-01")),
  ...satz("wert", "Nur prozent: die Änderung; negativ mindert", 250),
  ...betrag("betrag", "Nur betrag (im Jahr mehr) und neuer_betrag (im Jahr für alle betroffenen Positionen)"),
  spalte("dezimal", "indexBasis", "Nur index: Stand, auf dem die Beträge beruhen, eine Nachkommastelle"),
  spalte("dezimal", "indexNeu", "Nur index: neuer Stand, eine Nachkommastelle"),
  spalte("ganzzahl", "indexBasisjahr", "Nur index: Basisjahr beider Stände"),
  ...satz("weitergabe", "Nur index: Anteil der Änderung, der weitergegeben wird; leer = ganz"),
  ...satz("obergrenze", "Nur index: höchste Änderung der Beträge"),
  spalte(
    "dezimal",
    "verkettung.alt",
    "Nur index, wenn die Reihe endete: letzter Stand der alten im Monat des Übergangs",
  ),
  spalte("dezimal", "verkettung.neu", "Stand der neuen Reihe in demselben Monat"),
  verweise(
    "positionen",
    "positionIds",
    "Positionen",
    "importSchluessel der betroffenen Positionen, mit Semikolon getrennt; leer = alle erhöhbaren",
  ),
  spalte("text", "begruendung", "Begründung", "Vereinbart bei der Pachtprüfung"),
];

export const feldwerte: readonly Spalte[] = [
  konto,
  pflicht(spalte("text", "name", "Name des eigenen Feldes, bis 64 Zeichen", "Bodenpunkte")),
  spalte("frei", "wert", "Text, Zahl oder Wahrheitswert, wie die Zelle ihn hat; in einer CSV immer Text", 42),
];
