import type { Ablehnung, Ablehnungsart } from "../../../kern/ablehnung.ts";

/** The one table of what a kind of refusal is on the wire: status, title (RFC 9457). */
const arten: Record<Ablehnungsart, [status: number, titel: string]> = {
  ungueltig: [400, "Ungültige Eingabe"],
  nichtAngemeldet: [401, "Nicht angemeldet"],
  nichtErlaubt: [403, "Nicht erlaubt"],
  nichtGefunden: [404, "Nicht gefunden"],
  falscheMethode: [405, "Methode nicht erlaubt"],
  konflikt: [409, "Konflikt"],
  aufgehoben: [410, "Aufgehoben"],
  veraltet: [412, "Inzwischen geändert"],
  zuLangsam: [408, "Zu langsam"],
  zuGross: [413, "Zu groß"],
  falscherTyp: [415, "Medientyp nicht unterstützt"],
  falscherBereich: [416, "Bereich nicht vorhanden"],
  nichtVerarbeitbar: [422, "Nicht verarbeitbar"],
  zuViele: [429, "Zu viele Anfragen"],
  gescheitert: [500, "Interner Fehler"],
  fremdsystem: [502, "Fremdsystem nicht erreichbar"],
  nichtVerfuegbar: [503, "Vorübergehend nicht verfügbar"],
};

/** The title of all problems with this status. */
export function titelVon(gesucht: number): string | undefined {
  return Object.values(arten).find(([status]) => status === gesucht)?.[1];
}

const kopfzeilen = ({ version, warteSekunden, bytes, methoden }: Ablehnung["anhalt"]): Record<string, string> => ({
  ...(version === undefined ? {} : { ETag: `"${version}"` }),
  ...(warteSekunden === undefined ? {} : { "Retry-After": String(warteSekunden) }),
  ...(bytes === undefined ? {} : { "Content-Range": `bytes */${bytes}`, "Accept-Ranges": "bytes" }),
  ...(methoden === undefined ? {} : { Allow: methoden.join(", ") }),
});

/** What every refusal says, whoever refuses. */
export function problemKoerper(
  [status, title]: readonly [status: number, title: string],
  { code, detail }: { code: string; detail: string },
  instance: string,
  requestId: string,
) {
  return { type: `urn:pachtverwaltung:problem:${code}`, title, status, detail, instance, code, requestId };
}

/** A refusal as `application/problem+json`. */
export function alsProblem(ablehnung: Ablehnung, instance: string, requestId: string) {
  const art = arten[ablehnung.art];
  const koerper = { ...problemKoerper(art, ablehnung, instance, requestId), ...ablehnung.felder };
  return { status: koerper.status, koerper, kopf: kopfzeilen(ablehnung.anhalt) };
}
