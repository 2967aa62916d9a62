import type { Taetigkeitszeile } from "./queries.ts";
import type { Ressource } from "./schema.ts";

/** Accusative, as it follows "hat". */
const akkusativ: Record<Ressource, string> = {
  archivbeleg: "einen Widerspruch gegen den Beleg",
  archivkonto: "das Archivkonto",
  aufbewahrung: "die Jahre der Aufbewahrung",
  bestand: "den ganzen Bestand",
  buchungslauf: "einen Buchungslauf",
  firmendaten: "die Firmendaten",
  hebung: "eine Hebung",
  import: "den Import",
  indexfassung: "eine Indexfassung",
  indexreihe: "die Indexreihe",
  kontakt: "den Kontakt",
  kontaktart: "die Kontaktart",
  logo: "das Logo",
  pachtkonto: "das Pachtkonto",
  pachtkonto_dokument: "das Dokument",
  patchobjekt: "das Patchobjekt",
  position: "eine Position",
  positionsart: "die Positionsart",
  zahlungsdatei: "die Zahlungsdatei",
};

const namenlos = new Set<Ressource>(["aufbewahrung", "bestand", "buchungslauf", "firmendaten", "logo"]);

/** Part of a record that has the name. */
const wovon: Partial<Record<Ressource, string>> = {
  hebung: "des Pachtkontos",
  indexfassung: "der Reihe",
  position: "des Pachtkontos",
};

const partizip: Record<string, string> = {
  anlegen: "angelegt",
  aendern: "geändert",
  loeschen: "gelöscht",
  buchen: "gebucht",
  fehlschlagen: "nicht zu Ende gebracht",
  stornieren: "storniert",
  abschliessen: "abgeschlossen",
  schlussabrechnen: "schlussabgerechnet",
  neue_fassung: "neu gefasst",
  markieren: "markiert",
  export: "exportiert",
  hochladen: "hochgeladen",
  herunterladen: "heruntergeladen",
  ausfuehren: "ausgeführt",
  verwerfen: "verworfen",
  widersprechen: "eingetragen",
  widerspruch_erledigen: "erledigt",
  zusammenfuehren: "mit einem anderen zusammengeführt",
  trennen: "aus einer Zusammenführung gelöst",
  auskunft: "beauskunftet",
  personendaten_loeschen: "nach Art. 17 DSGVO geleert",
};

/** Where the words of record and action would say something else than what happened. */
const eigenes: Record<string, readonly [was: string, wie: string]> = {
  "import export": ["die Befunde des Imports", "abgerufen"],
  "pachtkonto stornieren": ["Gebuchtes des Pachtkontos", "storniert"],
  "pachtkonto faelligkeiten_berechnen": ["die Fälligkeiten des Pachtkontos", "neu berechnet"],
  "pachtkonto naechste_hebung_abgleichen": ["die nächste Hebung des Pachtkontos", "neu bestimmt"],
  "zahlungsdatei export": ["die Zahlungsdatei", "abgerufen"],
};

const mitNamen = (was: string, { ressource, ressourceId, name }: Taetigkeitszeile): string => {
  if (namenlos.has(ressource)) return was;
  const teil = wovon[ressource];
  if (teil) return name ? `${was} ${teil} ${name}` : was;
  return name ? `${was} ${name}` : `${was}${ressourceId ? ` Nr. ${ressourceId}` : ""}`;
};

/** One German sentence: who did what to which record. */
export function satz(zeile: Taetigkeitszeile): string {
  const { benutzerName, ressource, aktion } = zeile;
  const [was, wie] = eigenes[`${ressource} ${aktion}`] ?? [
    akkusativ[ressource],
    partizip[aktion] ?? `bearbeitet (${aktion})`,
  ];
  return `${benutzerName} hat ${mitNamen(was, zeile)} ${wie}.`;
}
