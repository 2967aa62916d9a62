import type { Feldfehler } from "../../../kern/ablehnung.ts";
import { titelVon } from "../problem/problem.ts";

/** What this storey refuses by itself, in the words that come. */
const saetze: Record<string, string> = {
  bereich: "Die Datei hat 48213 Bytes.",
  datenbank_nicht_erreichbar: "Die Datenbank ist nicht erreichbar. Bitte gleich noch einmal versuchen.",
  dauert_zu_lange: "Die Datenbank hat zu lange gebraucht. Bitte später versuchen.",
  fremde_herkunft: "Schreibende Anfragen sind nur von freigegebenen Seiten erlaubt.",
  gleichzeitig_geaendert: "Jemand hat gleichzeitig daran gearbeitet. Bitte noch einmal versuchen.",
  idempotenz_anderer_inhalt: "Dieser Idempotency-Key gehört zu einer anderen Anfrage.",
  idempotenz_laeuft: "Eine Anfrage mit diesem Idempotency-Key wird noch bearbeitet.",
  in_benutzung: "Jemand arbeitet gerade daran. Bitte gleich noch einmal versuchen.",
  kein_platz: "Dem Dienst fehlt Speicherplatz; geändert wurde nichts. Bitte den Betreiber verständigen.",
  medientyp: "Bitte den Inhalt als application/json senden.",
  nicht_angemeldet: "Bitte melden Sie sich an.",
  nicht_gefunden: "Einen Datensatz mit der id 1 gibt es nicht.",
  nur_lesbar: "Nur lesbare Felder lassen sich nicht ändern.",
  ueberlastet: "Der Dienst hat gerade zu viel zu tun. Bitte gleich noch einmal versuchen.",
  ungueltige_eingabe: "Die Eingabe ist ungültig.",
  ungueltiger_schluessel: "Der Idempotency-Key hat 1 bis 200 Zeichen.",
  ungueltiges_formular: "Der Inhalt ist kein vollständiges multipart/form-data.",
  ungueltiges_json: "Der Inhalt ist kein gültiges JSON.",
  ungueltiges_utf8: "Der Inhalt ist kein gültiges UTF-8.",
  version_veraltet: "Der Datensatz wurde inzwischen geändert. Bitte neu laden.",
  wird_beendet: "Dieser Server wird gerade beendet. Bitte gleich noch einmal versuchen.",
  zu_gross: "Der Inhalt ist größer als 1 MiB.",
  zu_langsam: "Der Inhalt kam nicht in der Frist an.",
  zu_viele_anfragen: "Zu viele Anfragen in kurzer Zeit. Bitte später noch einmal versuchen.",
};

/** What may be answered with a status whatever the operation is. */
const immer: Record<string, string[]> = {
  400: ["ungueltige_eingabe"],
  401: ["nicht_angemeldet"],
  404: ["nicht_gefunden"],
  408: ["zu_langsam"],
  412: ["version_veraltet"],
  413: ["zu_gross"],
  415: ["medientyp"],
  416: ["bereich"],
  422: ["idempotenz_anderer_inhalt"],
  429: ["zu_viele_anfragen"],
  503: ["ueberlastet", "datenbank_nicht_erreichbar", "dauert_zu_lange", "kein_platz", "wird_beendet"],
};

/** "Der Lauf ist schon storniert (`schon_storniert`), oder …" says of each code what it means, in a clause of its own. */
const bedeutung = (beschreibung: string, code: string): string => {
  const teil = beschreibung.split(/(?<=`[^)]*\))[,;] /).find((satz) => satz.includes(`\`${code}\``)) ?? beschreibung;
  const satz = teil
    .replace(/^oder /, "")
    .replace(/\s*\(`\w+`[^)]*\)/g, "")
    .replaceAll("`", "");
  return `${satz.charAt(0).toUpperCase()}${satz.slice(1)}.`;
};

/** What problem examples say of one operation alone. */
export type Eigenheiten = {
  /** Words of its own for a code. */
  saetze: Record<string, string>;
  /** What it would refuse. */
  feldfehler: Feldfehler;
  /** What the answer has beyond the common fields, by code, or by status and code. */
  felder: Record<string, object>;
};

const beispiel = (status: string, code: string, detail: string, pfad: string, mehr: object) => ({
  value: {
    type: `urn:pachtverwaltung:problem:${code}`,
    title: titelVon(Number(status)),
    status: Number(status),
    detail,
    instance: pfad.replace(/\{\w+\}/g, "1"),
    code,
    requestId: "0b9c1f6e-7a4d-4c1b-9a57-3f2d8f1b6c20",
    ...mehr,
  },
});

type Antwortbeschreibung = {
  description: string;
  content?: Record<string, { schema: object; example?: unknown; examples?: object }>;
};

/**
 * Gives a problem answer one example for each code that really comes: those that its description names in brackets,
 * the usual ones of its status, and what follows from the method. The tests hold every answer against them.
 *
 * @param eigenheiten what its operation says in words of its own   @param weitere codes that follow from the method
 */
export function ergaenzeProbleme(
  antwort: Antwortbeschreibung,
  status: string,
  pfad: string,
  eigenheiten: Eigenheiten,
  weitere: readonly string[] = [],
): void {
  const inhalt = antwort.content?.["application/problem+json"];
  if (!inhalt) return;
  const genannte = [...antwort.description.matchAll(/\(`([a-z]+(?:_[a-z]+)*)`[,)]/g)].map(([, code]) => code as string);
  const codes = [...new Set([...genannte, ...(immer[status] ?? []), ...weitere])];
  const satzZu = (code: string): string =>
    eigenheiten.saetze[code] ?? saetze[code] ?? bedeutung(antwort.description, code);
  const mehrZu = (code: string): object =>
    code === "ungueltige_eingabe"
      ? { errors: [eigenheiten.feldfehler] }
      : (eigenheiten.felder[`${status} ${code}`] ?? eigenheiten.felder[code] ?? {});
  inhalt.examples = Object.fromEntries(
    codes.map((code) => [code, beispiel(status, code, satzZu(code), pfad, mehrZu(code))]),
  );
}

/** Gives a successful answer what the operation answered on the demo stock; a file shows that it is one. */
export function ergaenzeAntwort({ content = {} }: Antwortbeschreibung, gegeben: unknown): void {
  for (const [typ, teil] of Object.entries(content)) {
    if ("format" in teil.schema && teil.schema.format === "binary") teil.example = "(Datei)";
    else if (typ === "application/json" && gegeben !== undefined) teil.example = gegeben;
  }
}
