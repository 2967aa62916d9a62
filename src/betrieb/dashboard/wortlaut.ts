import type { Taetigkeitszeile } from "./queries.ts";
import type { Ressource } from "./schema.ts";

/** Accusative, as it follows "hat". */
const akkusativ: Record<Ressource, string> = {
  archivkonto: "das Archivkonto",
  buchungslauf: "einen Buchungslauf",
  firmendaten: "die Firmendaten",
  hebung: "eine Hebung",
  kontakt: "den Kontakt",
  kontaktart: "die Kontaktart",
  pachtkonto: "das Pachtkonto",
  pachtkonto_dokument: "das Dokument",
  patchobjekt: "das Patchobjekt",
  position: "eine Position",
  positionsart: "die Positionsart",
};

const namenlos = new Set<Ressource>(["buchungslauf", "firmendaten"]);
const desKontos = new Set<Ressource>(["hebung", "position"]);

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
  herunterladen: "heruntergeladen",
  zusammenfuehren: "mit einem anderen zusammengeführt",
  trennen: "aus einer Zusammenführung gelöst",
  auskunft: "beauskunftet",
  personendaten_loeschen: "nach Art. 17 DSGVO geleert",
  faelligkeiten_berechnen: "auf Fälligkeiten neu berechnet",
  naechste_hebung_abgleichen: "mit der nächsten Hebung abgeglichen",
};

const wasVon = ({ ressource, ressourceId, name }: Taetigkeitszeile): string => {
  const was = akkusativ[ressource];
  if (desKontos.has(ressource)) return name ? `${was} des Pachtkontos ${name}` : was;
  if (namenlos.has(ressource)) return was;
  return name ? `${was} ${name}` : `${was}${ressourceId ? ` Nr. ${ressourceId}` : ""}`;
};

/** One German sentence: who did what to which record. */
export function satz(zeile: Taetigkeitszeile): string {
  return `${zeile.benutzerName} hat ${wasVon(zeile)} ${partizip[zeile.aktion] ?? `bearbeitet (${zeile.aktion})`}.`;
}
