import { betrag } from "../../belege/briefe/satz/format.ts";
import { zahlungsartworte } from "../../belege/exporte/tabellen/spalten.ts";
import { tagInBerlin } from "../../kern/kalender/berlin.ts";
import { deutschesDatum } from "../../kern/kalender/tag.ts";
import type { Auskunftsdaten } from "./daten.ts";
import { alsHtml, sicher, stil, tabelle } from "./html.ts";

/** What says nothing beside the rest, or is said in its own way. */
type Ungesagt = "anzeigename" | "erstelltAm" | "geaendertAm" | "id" | "istOrganisation" | "sepaMandat" | "typ";

const feldworte: Record<Exclude<keyof Auskunftsdaten["kontakt"], Ungesagt>, string> = {
  anrede: "Anrede",
  titel: "Titel",
  vorname: "Vorname",
  nachname: "Nachname",
  firma: "Firma",
  strasse: "Straße",
  hausnummer: "Hausnummer",
  adresszusatz: "Adresszusatz",
  plz: "Postleitzahl",
  ort: "Ort",
  land: "Land",
  telefon: "Telefon",
  mobil: "Mobil",
  email: "E-Mail",
  iban: "IBAN",
  bic: "BIC",
  kontoinhaber: "Kontoinhaber",
  zahlungsart: "Zahlungsart",
  zahlungsmoral: "Zahlungsmoral",
  bankBestaetigtAm: "Bankverbindung bestätigt am",
  debitornummer: "Debitornummer",
  kreditornummer: "Kreditornummer",
  steuernummer: "Steuernummer",
  ustId: "USt-IdNr.",
  umsatzsteuerStatus: "Umsatzsteuer",
  gutschriftVereinbartAm: "Gutschrift vereinbart am",
  leitwegId: "Leitweg-ID",
  bemerkung: "Bemerkung",
};

/** How people say a value that is stored as a word or number of its own. */
const wertworte: Partial<Record<keyof typeof feldworte, Record<string, string>>> = {
  zahlungsart: zahlungsartworte,
  zahlungsmoral: { 0: "nicht bewertet", 1: "gut", 3: "schlecht" },
  umsatzsteuerStatus: { kleinunternehmer: "Kleinunternehmer", nicht_steuerbar: "nicht steuerbar" },
};

const belegworte: Record<string, string> = {
  rechnung: "Rechnung",
  schlussrechnung: "Schlussrechnung",
  gutschrift: "Gutschrift oder Auszahlungsmitteilung",
  gebuehrenrechnung: "Gebührenrechnung",
  stornorechnung: "Storno einer Rechnung",
  stornogutschrift: "Storno einer Gutschrift",
};
const aktionsworte: Record<string, string> = {
  anlegen: "angelegt",
  aendern: "geändert",
  zusammenfuehren: "mit einem anderen Kontakt zusammengeführt",
  trennen: "wieder getrennt",
  loeschen: "der Stammsatz gelöscht",
  auskunft: "Auskunft erteilt",
  entscheiden: "über die Ähnlichkeit mit einem anderen Kontakt entschieden",
  personendaten_loeschen: "gelöscht, was nicht aufbewahrt wird",
};
const rollenworte: Record<string, string> = {
  paechter: "Pächter",
  verpaechter: "Verpächter",
  bevollmaechtigter: "Bevollmächtigter",
};

const tag = (wert: string | null): string => (wert === null ? "offen" : deutschesDatum(wert));
const tagVon = (zeitpunkt: string): string => deutschesDatum(tagInBerlin(new Date(zeitpunkt)));

const angaben = ({ kontakt }: Auskunftsdaten): string => {
  const felder = Object.keys(feldworte) as (keyof typeof feldworte)[];
  const zeilen = felder.flatMap((feld) => {
    const wert = kontakt[feld];
    if (wert === null || wert === undefined) return [];
    const text = feld.endsWith("Am") ? tag(String(wert)) : String(wert);
    return [[feldworte[feld], wertworte[feld]?.[text] ?? text]];
  });
  const { sepaMandat } = kontakt;
  if (sepaMandat) zeilen.push(["SEPA-Mandat", `${sepaMandat.referenz} vom ${tag(sepaMandat.datum)}`]);
  return tabelle("Ihre Angaben", ["Feld", "Inhalt"], zeilen);
};

const anteil = (zaehler: number | null, nenner: number | null): string =>
  zaehler === null || nenner === null ? "ganz" : `${zaehler}/${nenner}`;

const geaendertes = ({ aenderungen }: Auskunftsdaten["protokoll"][number]): string =>
  aenderungen.flatMap(({ feld }) => feldworte[feld as keyof typeof feldworte] ?? []).join(", ");

export function briefpfad(belegnummer: string): string {
  return `briefe/${belegnummer}.pdf`;
}
/** With the id: an account may have two increases of one day, and two numbers may be one without their umlauts. */
export function hebungspfad({ hebungId, kontonummer, wirksamAb }: Auskunftsdaten["hebungsschreiben"][number]): string {
  return `briefe/Hebung-${kontonummer.replace(/[^\w.-]/g, "_")}-${wirksamAb}-${hebungId}.pdf`;
}
export function uploadpfad({ id, dateiname }: Auskunftsdaten["uploads"][number]): string {
  return `uploads/${id}-${dateiname.replace(/[/\\]/g, "_")}`;
}

const pachtverhaeltnisse = ({ beteiligungen }: Auskunftsdaten): string =>
  tabelle(
    "Ihre Pachtverhältnisse",
    ["Konto", "Bezeichnung", "Sie sind", "Anteil", "von", "bis"],
    beteiligungen.map((beteiligung) => [
      beteiligung.kontonummer,
      beteiligung.bezeichnung ?? "",
      rollenworte[beteiligung.rolle] ?? beteiligung.rolle,
      anteil(beteiligung.anteilZaehler, beteiligung.anteilNenner),
      tag(beteiligung.gueltigVon ?? beteiligung.pachtbeginn),
      tag(beteiligung.gueltigBis ?? beteiligung.pachtende),
    ]),
  );

const belege = ({ belege }: Auskunftsdaten): string =>
  tabelle(
    "Belege an Sie",
    ["Beleg", "Art", "vom", "Konto", "Brutto in Euro"],
    belege.map((beleg) => [
      { pfad: briefpfad(beleg.belegnummer), text: beleg.belegnummer },
      belegworte[beleg.belegart] ?? beleg.belegart,
      tag(beleg.belegdatum),
      beleg.kontonummer,
      betrag(beleg.bruttoCent),
    ]),
  );

const hebungsschreiben = ({ hebungsschreiben }: Auskunftsdaten): string =>
  tabelle(
    "Schreiben über Pachterhöhungen",
    ["Konto", "wirksam ab"],
    hebungsschreiben.map((schreiben) => [
      { pfad: hebungspfad(schreiben), text: schreiben.kontonummer },
      tag(schreiben.wirksamAb),
    ]),
  );

const zahlungen = ({ zahlungen }: Auskunftsdaten): string =>
  tabelle(
    "Zahlungen, die wir der Bank mitgeteilt haben",
    ["Datei", "Beleg", "Betrag in Euro", "vom"],
    zahlungen.map((zahlung) => [
      zahlung.verworfenAm === null ? zahlung.dateiname : `${zahlung.dateiname} (verworfen)`,
      zahlung.belegnummer,
      betrag(zahlung.betragCent),
      tagVon(zahlung.erstelltAm),
    ]),
  );

const spaetere = ({ spaetereUploads }: Auskunftsdaten): string =>
  spaetereUploads === 0
    ? ""
    : `<p>Zu Ihren Pachtverhältnissen kam noch etwas hinzu, als Sie nicht mehr beteiligt waren. Es betrifft andere und ist
weggelassen; Anzahl der Dateien: ${spaetereUploads}. Wenn darunter etwas über Sie sein kann, fragen Sie uns.</p>`;

const uploads = ({ uploads }: Auskunftsdaten): string =>
  tabelle(
    "Dokumente zu Ihren Pachtverhältnissen",
    ["Datei", "Konto", "vom"],
    uploads.map((upload) => [
      { pfad: uploadpfad(upload), text: upload.dateiname },
      upload.kontonummer,
      tagVon(upload.erstelltAm),
    ]),
  );

const bemerkungen = ({ bemerkungen }: Auskunftsdaten): string =>
  tabelle(
    "Bemerkungen",
    ["vom", "Bemerkung"],
    bemerkungen.map(({ zeitpunkt, bemerkung }) => [tagVon(zeitpunkt), bemerkung ?? "(gelöscht)"]),
  );

const protokoll = ({ protokoll }: Auskunftsdaten): string =>
  tabelle(
    "Was an Ihren Angaben geändert wurde",
    ["vom", "was", "Felder"],
    protokoll.map((eintrag) => [
      tagVon(eintrag.zeitpunkt),
      aktionsworte[eintrag.aktion] ?? eintrag.aktion,
      geaendertes(eintrag),
    ]),
  );

const protokollKonten = ({ protokollKonten }: Auskunftsdaten): string =>
  tabelle(
    "Was an Ihren Pachtkonten geändert wurde",
    ["vom", "Konto", "was", "Angaben zu Ihnen"],
    protokollKonten.map(({ zeitpunkt, kontonummer, aktion, beteiligung }) => [
      tagVon(zeitpunkt),
      kontonummer ?? "(gelöscht)",
      aktionsworte[aktion] ?? aktion,
      beteiligung && beteiligung.alt.length + beteiligung.neu.length > 0 ? "ja" : "nein",
    ]),
  );

/** The values stand in `daten.json`. */
const herkunft = ({ herkunft: { schluessel, staende, zeilen } }: Auskunftsdaten): string =>
  tabelle(
    "Was eingelesene Dateien von Ihnen sagen",
    ["was", "Inhalt"],
    [
      ...schluessel.map((einer) => ["Schlüssel, unter dem Sie übernommen wurden", einer]),
      ...staende.map(({ werte }) => ["Felder, wie die letzte Datei sie ließ", String(Object.keys(werte).length)]),
      ...zeilen.map(({ hochgeladenAm, blatt }) => [`Zeile einer Datei vom ${tagVon(hochgeladenAm)}`, `Blatt ${blatt}`]),
    ],
  );

const aehnlichkeiten = ({ aehnlichkeiten }: Auskunftsdaten): string =>
  tabelle(
    "Ähnlichkeiten mit anderen Kontakten",
    ["von 100 Punkten", "geprüft"],
    aehnlichkeiten.map(({ score, keinDuplikat }) => [String(score), keinDuplikat ? "nicht derselbe" : "nein"]),
  );

const aufbewahrung = ({ aufbewahrung }: Auskunftsdaten): string =>
  tabelle(
    "Wie lange es bleibt",
    ["was", "Anzahl", "bis", "nach"],
    aufbewahrung
      .filter(({ anzahl }) => anzahl > 0)
      .map(({ bezeichnung, anzahl, gesetz, aufbewahrtBis }) => [
        bezeichnung,
        String(anzahl),
        gesetz === null ? "solange Sie beteiligt sind" : tag(aufbewahrtBis),
        gesetz ?? "dann auf Verlangen gelöscht (Art. 17 DSGVO)",
      ]),
  );

const tabellen = [
  angaben,
  pachtverhaeltnisse,
  belege,
  hebungsschreiben,
  zahlungen,
  uploads,
  spaetere,
  bemerkungen,
  herkunft,
  aehnlichkeiten,
  protokoll,
  protokollKonten,
  aufbewahrung,
];

const anschrift = ({ firma, strasse, hausnummer, plz, ort, telefon, email }: Auskunftsdaten["verantwortlich"]) =>
  [firma, [strasse, hausnummer], [plz, ort], telefon, email]
    .map((teil) => [teil].flat().filter(Boolean).join(" "))
    .filter(Boolean)
    .join(", ");

/** What the information says, for a person to read: one page that needs nothing else. */
export function schreibeUebersicht(daten: Auskunftsdaten): string {
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title>Auskunft nach Art. 15 DSGVO</title><style>${stil}</style></head><body>
<h1>Auskunft über Ihre Daten</h1>
<p>nach Art. 15 DSGVO, für ${sicher(daten.kontakt.anzeigename)}, Stand ${tag(daten.stand)}</p>
<p>Verantwortlich: ${sicher(anschrift(daten.verantwortlich))}</p>
<h2>Wozu Ihre Daten da sind</h2>
<p>Wir verwalten Pachtverhältnisse: Wir rechnen Pacht ab, ziehen sie ein und zahlen sie aus (Art. 6 Abs. 1 Buchst. b DSGVO),
führen darüber Bücher und bewahren Belege auf (Buchst. c) und halten fest, wer was geändert hat und wie zuverlässig gezahlt
wird (Buchst. f). Die Daten stammen von Ihnen selbst, von den anderen Beteiligten Ihrer Pacht oder aus dem Bestand, den wir
übernommen haben. Wo es dafür nötig ist, erhalten sie Banken, unser Buchhaltungssystem, der Steuerberater und Behörden.
Über Sie wird nichts automatisch entschieden. Daten anderer Personen und die Namen unserer Mitarbeiter sind weggelassen
(Art. 15 Abs. 4 DSGVO). Alles noch einmal, für Maschinen lesbar, steht in ${alsHtml({ pfad: "daten.json", text: "daten.json" })}.</p>
${tabellen.map((schreibe) => schreibe(daten)).join("\n")}
<h2>Ihre Rechte</h2>
<p>Sie können Ihre Daten berichtigen lassen (Art. 16 DSGVO), löschen lassen, soweit kein Gesetz sie aufbewahrt (Art. 17),
ihre Verarbeitung einschränken lassen (Art. 18), sie in einem gängigen Format erhalten (Art. 20) und der Verarbeitung
widersprechen (Art. 21). Beschweren können Sie sich bei der Datenschutzaufsicht Ihres Landes (Art. 77).</p>
</body></html>
`;
}
