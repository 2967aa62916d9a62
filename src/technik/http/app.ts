import { OpenAPIHono, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Akteur, Kontext } from "../../kern/kontext.ts";
import { meldung } from "./meldungen.ts";
import { type Feldfehler, Problem, problemKoerper } from "./problem.ts";

// What zod says by itself reaches people too.
z.config({ ...z.locales.de(), customError: meldung });

export type Env = {
  Variables: {
    anfrageId: string;
    /** Signed-in user; null without a valid session. */
    akteur: Akteur | null;
    sitzungEndetAm: string | null;
    kontext: Kontext;
  };
};

/** Every router is made here, so that invalid input is answered alike everywhere. */
export const neuerRouter = () =>
  new OpenAPIHono<Env>({
    defaultHook: (ergebnis) => {
      if (ergebnis.success) return;
      const errors: Feldfehler[] = ergebnis.error.issues.flatMap((issue) => {
        const pfad = issue.path.join(".");
        if (issue.code === "unrecognized_keys")
          return issue.keys.map((feld) => ({
            path: pfad ? `${pfad}.${feld}` : feld,
            code: "unbekanntes_feld",
            message: `${feld} ist hier nicht bekannt.`,
          }));
        return [{ path: pfad, code: issue.code, message: issue.message }];
      });
      throw new Problem(400, "ungueltige_eingabe", "Die Eingabe ist ungültig.", { errors });
    },
  });

export type App = ReturnType<typeof neuerRouter>;

/** What PostgreSQL refuses although the verb let it through: the last line of defence, still a clear answer. */
const ausDatenbank: Record<string, [number, string, string]> = {
  "23505": [409, "existiert_bereits", "Einen solchen Datensatz gibt es schon."],
  "23503": [409, "verweis", "Ein anderer Datensatz hängt daran."],
  "23P01": [409, "ueberschneidung", "Der Zeitraum überschneidet sich mit einem vorhandenen."],
  "23514": [400, "ungueltige_eingabe", "Die Angaben passen nicht zusammen."],
  "23001": [409, "unveraenderlich", "Dieser Datensatz ist unveränderlich."],
  "22021": [400, "ungueltige_eingabe", "Ein Text enthält unzulässige Zeichen."],
  "22P05": [400, "ungueltige_eingabe", "Ein Text enthält unzulässige Zeichen."],
  "22007": [400, "ungueltige_eingabe", "Ein Datum gibt es nicht."],
  "22008": [400, "ungueltige_eingabe", "Ein Datum gibt es nicht."],
  "22003": [400, "ungueltige_eingabe", "Eine Zahl ist zu groß."],
  "40001": [409, "gleichzeitig_geaendert", "Jemand hat gleichzeitig daran gearbeitet. Bitte noch einmal versuchen."],
  "40P01": [409, "gleichzeitig_geaendert", "Jemand hat gleichzeitig daran gearbeitet. Bitte noch einmal versuchen."],
  "55P03": [409, "gesperrt", "Der Datensatz wird gerade bearbeitet. Bitte noch einmal versuchen."],
};

const verbindungWeg = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "ECONNREFUSED",
  "57P01",
  "57P03",
]);

const ausFehler = (fehler: unknown): Problem | undefined => {
  if (fehler instanceof Problem) return fehler;
  if (fehler instanceof HTTPException) {
    if (fehler.status === 400) return new Problem(400, "ungueltiges_json", "Der Inhalt ist kein gültiges JSON.");
    if (fehler.status === 413) return new Problem(413, "zu_gross", "Der Inhalt ist zu groß.");
    if (fehler.status === 415) return new Problem(415, "medientyp", "Dieser Medientyp wird nicht angenommen.");
    return new Problem(fehler.status, "http", "Die Anfrage ist nicht möglich.");
  }
  const code = (fehler as { code?: unknown } | null)?.code;
  if (typeof code !== "string") return undefined;
  const bekannt = ausDatenbank[code];
  if (bekannt) return new Problem(...bekannt);
  if (verbindungWeg.has(code))
    return new Problem(
      503,
      "datenbank_nicht_erreichbar",
      "Die Datenbank ist nicht erreichbar.",
      {},
      { "Retry-After": "5" },
    );
  return undefined;
};

/** One place that turns what was thrown into `application/problem+json`; unknown errors are logged, never shown. */
export const beantworteFehler =
  (melde: (text: string, fehler: unknown) => void) => (fehler: unknown, c: Context<Env>) => {
    const anfrageId = c.get("anfrageId");
    const problem = ausFehler(fehler);
    if (!problem || problem.status >= 500) melde(`${c.req.method} ${c.req.path} ${anfrageId}`, fehler);
    const antwort = problem ?? new Problem(500, "intern", "Es ist ein interner Fehler aufgetreten.");
    return c.body(JSON.stringify(problemKoerper(antwort, c.req.path, anfrageId)), antwort.status as 500, {
      "Content-Type": "application/problem+json",
      ...antwort.kopf,
    });
  };
