import { betrag } from "../../belege/briefe/satz/format.ts";
import { tagInBerlin } from "../../kern/kalender/berlin.ts";
import { deutschesDatum } from "../../kern/kalender/tag.ts";
import type { Auskunftsdaten } from "./daten.ts";

const sicher = (text: string): string =>
  text.replace(/[&<>"]/g, (zeichen) => `&#${zeichen.charCodeAt(0)};`).replaceAll("\n", "<br>");

const feldworte: Partial<Record<keyof Auskunftsdaten["kontakt"], string>> = {
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
  zahlungsmoral: "Zahlungsmoral (0 nicht bewertet, 1 gut, 3 schlecht)",
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
  auskunft: "Auskunft erteilt",
  personendaten_loeschen: "gelöscht, was nicht aufbewahrt wird",
};
const rollenworte: Record<string, string> = {
  paechter: "Pächter",
  verpaechter: "Verpächter",
  bevollmaechtigter: "Bevollmächtigter",
};

const tag = (wert: string | null): string => (wert === null ? "offen" : deutschesDatum(wert));
const tagVon = (zeitpunkt: string): string => deutschesDatum(tagInBerlin(new Date(zeitpunkt)));

type Verweis = { pfad: string; text: string };
type Zelle = string | Verweis;

const alsHtml = (zelle: Zelle): string =>
  typeof zelle === "string"
    ? sicher(zelle)
    : `<a href="${zelle.pfad.split("/").map(encodeURIComponent).join("/")}">${sicher(zelle.text)}</a>`;

/** "" where there are no rows. */
const tabelle = (titel: string, koepfe: readonly string[], zeilen: readonly (readonly Zelle[])[]): string => {
  if (zeilen.length === 0) return "";
  const reihe = (zellen: readonly Zelle[], art: "td" | "th") =>
    `<tr>${zellen.map((zelle) => `<${art}>${alsHtml(zelle)}</${art}>`).join("")}</tr>`;
  const koerper = zeilen.map((zeile) => reihe(zeile, "td")).join("\n");
  return `<h2>${sicher(titel)}</h2>\n<table>\n${reihe(koepfe, "th")}\n${koerper}\n</table>`;
};

const angaben = ({ kontakt }: Auskunftsdaten): string[][] => [
  ...Object.entries(feldworte).flatMap(([feld, wort]) => {
    const wert = kontakt[feld as keyof typeof kontakt];
    return wert === null || wert === undefined || typeof wert === "object" ? [] : [[wort, String(wert)]];
  }),
  ...(kontakt.sepaMandat
    ? [["SEPA-Mandat", `${kontakt.sepaMandat.referenz} vom ${tag(kontakt.sepaMandat.datum)}`]]
    : []),
];

const anteil = (zaehler: number | null, nenner: number | null): string =>
  zaehler === null || nenner === null ? "ganz" : `${zaehler}/${nenner}`;

const geaendertes = ({ aenderungen }: Auskunftsdaten["protokoll"][number]): string =>
  aenderungen.flatMap(({ feld }) => feldworte[feld as keyof typeof feldworte] ?? []).join(", ");

const stil = `body{font:15px/1.5 system-ui,sans-serif;max-width:52em;margin:3em auto;padding:0 1em;color:#1b1b1b}
h1{font-size:1.7em;margin-bottom:.2em}h2{font-size:1.15em;margin:2em 0 .5em;border-bottom:2px solid #4a6b3c}
table{border-collapse:collapse;width:100%;font-size:.93em}th,td{text-align:left;vertical-align:top;padding:.3em .8em .3em 0;border-bottom:1px solid #ddd}
th{color:#555;font-weight:600}@media print{body{margin:0;max-width:none}}`;

export const briefpfad = (belegnummer: string): string => `briefe/${belegnummer}.pdf`;
export const hebungspfad = ({ kontonummer, wirksamAb }: Auskunftsdaten["hebungsschreiben"][number]): string =>
  `briefe/Hebung-${kontonummer.replace(/[^\w.-]/g, "_")}-${wirksamAb}.pdf`;
export const uploadpfad = ({ id, dateiname }: Auskunftsdaten["uploads"][number]): string =>
  `uploads/${id}-${dateiname.replace(/[/\\]/g, "_")}`;

/** What the information says, for a person to read: one page that needs nothing else. */
export const schreibeUebersicht = (daten: Auskunftsdaten): string => {
  const { kontakt, verantwortlich: v, stand } = daten;
  const adresse = [v.firma, [v.strasse, v.hausnummer], [v.plz, v.ort], v.telefon, v.email]
    .map((teil) => [teil].flat().filter(Boolean).join(" "))
    .filter(Boolean);
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title>Auskunft nach Art. 15 DSGVO</title><style>${stil}</style></head><body>
<h1>Auskunft über Ihre Daten</h1>
<p>nach Art. 15 DSGVO, für ${sicher(kontakt.anzeigename)}, Stand ${tag(stand)}</p>
<p>Verantwortlich: ${sicher(adresse.join(", "))}</p>
<h2>Wozu Ihre Daten da sind</h2>
<p>Wir verwalten Pachtverhältnisse: Wir rechnen Pacht ab, ziehen sie ein und zahlen sie aus (Art. 6 Abs. 1 Buchst. b DSGVO),
führen darüber Bücher und bewahren Belege auf (Buchst. c) und halten fest, wer was geändert hat und wie zuverlässig gezahlt
wird (Buchst. f). Die Daten stammen von Ihnen selbst, von den anderen Beteiligten Ihrer Pacht oder aus dem Bestand, den wir
übernommen haben. Wo es dafür nötig ist, erhalten sie Banken, unser Buchhaltungssystem, der Steuerberater und Behörden.
Über Sie wird nichts automatisch entschieden. Daten anderer Personen und die Namen unserer Mitarbeiter sind weggelassen
(Art. 15 Abs. 4 DSGVO). Alles noch einmal, für Maschinen lesbar, steht in ${alsHtml({ pfad: "daten.json", text: "daten.json" })}.</p>
${tabelle("Ihre Angaben", ["Feld", "Inhalt"], angaben(daten))}
${tabelle(
  "Ihre Pachtverhältnisse",
  ["Konto", "Bezeichnung", "Sie sind", "Anteil", "von", "bis"],
  daten.beteiligungen.map((b) => [
    ...[b.kontonummer, b.bezeichnung ?? "", rollenworte[b.rolle] ?? b.rolle, anteil(b.anteilZaehler, b.anteilNenner)],
    ...[tag(b.gueltigVon ?? b.pachtbeginn), tag(b.gueltigBis ?? b.pachtende)],
  ]),
)}
${tabelle(
  "Belege an Sie",
  ["Beleg", "Art", "vom", "Konto", "Brutto in Euro"],
  daten.belege.map((b) => [
    ...[
      { pfad: briefpfad(b.belegnummer), text: b.belegnummer },
      belegworte[b.belegart] ?? b.belegart,
      tag(b.belegdatum),
    ],
    ...[b.kontonummer, betrag(b.bruttoCent)],
  ]),
)}
${tabelle(
  "Schreiben über Pachterhöhungen",
  ["Konto", "wirksam ab"],
  daten.hebungsschreiben.map((h) => [{ pfad: hebungspfad(h), text: h.kontonummer }, tag(h.wirksamAb)]),
)}
${tabelle(
  "Zahlungen, die wir der Bank mitgeteilt haben",
  ["Datei", "Beleg", "Betrag in Euro", "vom"],
  daten.zahlungen.map((z) => [
    ...[z.verworfenAm === null ? z.dateiname : `${z.dateiname} (verworfen)`, z.belegnummer],
    ...[betrag(z.betragCent), tagVon(z.erstelltAm)],
  ]),
)}
${tabelle(
  "Dokumente zu Ihren Pachtverhältnissen",
  ["Datei", "Konto", "vom"],
  daten.uploads.map((u) => [{ pfad: uploadpfad(u), text: u.dateiname }, u.kontonummer, tagVon(u.erstelltAm)]),
)}
${tabelle(
  "Bemerkungen",
  ["vom", "Bemerkung"],
  daten.bemerkungen.map((b) => [tagVon(b.zeitpunkt), b.bemerkung ?? "(gelöscht)"]),
)}
${tabelle(
  "Was an Ihren Angaben geändert wurde",
  ["vom", "was", "Felder"],
  daten.protokoll.map((p) => [tagVon(p.zeitpunkt), aktionsworte[p.aktion] ?? p.aktion, geaendertes(p)]),
)}
${tabelle(
  "Wie lange es bleibt",
  ["was", "Anzahl", "bis", "nach"],
  daten.aufbewahrung
    .filter(({ anzahl }) => anzahl > 0)
    .map((g) => [
      ...[g.bezeichnung, String(g.anzahl), g.gesetz === null ? "solange Sie beteiligt sind" : tag(g.aufbewahrtBis)],
      g.gesetz ?? "dann auf Verlangen gelöscht (Art. 17 DSGVO)",
    ]),
)}
<h2>Ihre Rechte</h2>
<p>Sie können Ihre Daten berichtigen lassen (Art. 16 DSGVO), löschen lassen, soweit kein Gesetz sie aufbewahrt (Art. 17),
ihre Verarbeitung einschränken lassen (Art. 18), sie in einem gängigen Format erhalten (Art. 20) und der Verarbeitung
widersprechen (Art. 21). Beschweren können Sie sich bei der Datenschutzaufsicht Ihres Landes (Art. 77).</p>
</body></html>
`;
};
