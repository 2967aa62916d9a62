export type Feldfehler = { path: string; code: string; message: string };

/**
 * An answer that is not a success (RFC 9457). `code` is a stable machine word, `detail` a German sentence for people.
 * Thrown by verbs and turned into `application/problem+json` in one place.
 */
export class Problem extends Error {
  override name = "Problem";
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly felder: { errors?: Feldfehler[] } & Record<string, unknown>;
  readonly kopf: Record<string, string>;

  constructor(
    status: number,
    code: string,
    detail: string,
    felder: { errors?: Feldfehler[] } & Record<string, unknown> = {},
    kopf: Record<string, string> = {},
  ) {
    super(`${status} ${code}: ${detail}`);
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.felder = felder;
    this.kopf = kopf;
  }
}

/** 400 for one field of the body, a parameter, or the whole ("" as path). */
export const ungueltig = (path: string, code: string, message: string): Problem =>
  new Problem(400, "ungueltige_eingabe", "Die Eingabe ist ungültig.", { errors: [{ path, code, message }] });

export const nichtGefunden = (was: string, id: number | string): Problem =>
  new Problem(404, "nicht_gefunden", `${was} ${id} gibt es nicht.`);

export const konflikt = (code: string, detail: string, felder: Record<string, unknown> = {}): Problem =>
  new Problem(409, code, detail, felder);

export const titel: Record<number, string> = {
  400: "Ungültige Eingabe",
  401: "Nicht angemeldet",
  403: "Nicht erlaubt",
  404: "Nicht gefunden",
  405: "Methode nicht erlaubt",
  409: "Konflikt",
  412: "Inzwischen geändert",
  413: "Zu groß",
  415: "Medientyp nicht unterstützt",
  422: "Nicht verarbeitbar",
  429: "Zu viele Anfragen",
  500: "Interner Fehler",
  502: "Fremdsystem nicht erreichbar",
  503: "Vorübergehend nicht verfügbar",
};

/** The wire form of a problem. */
export const problemKoerper = (problem: Problem, instance: string, requestId: string) => ({
  type: `urn:pachtverwaltung:problem:${problem.code}`,
  title: titel[problem.status] ?? "Fehler",
  status: problem.status,
  detail: problem.detail,
  instance,
  code: problem.code,
  requestId,
  ...problem.felder,
});
