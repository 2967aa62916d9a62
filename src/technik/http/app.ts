import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { Ablehnung, type Ablehnungsart } from "../../kern/ablehnung.ts";
import type { Akteur, Kontext } from "../../kern/kontext.ts";
import { istVerbindungsverlust, nichtErreichbar } from "../database/ausfall.ts";
import { alsFeldfehler, ungueltigeEingabe } from "./problem/feldfehler.ts";
import { sprichDeutsch } from "./problem/meldungen.ts";
import { alsProblem } from "./problem/problem.ts";

// What zod says by itself reaches people too.
sprichDeutsch();

export type Env = {
  /** Of the connection, as the runtime's server knows it; none in a test. */
  Bindings: {
    adresse?: string;
    /** Has the runtime tell the bytes of this answer when it has left. */
    nachAntwort?: (melde: (bytes: number) => void) => void;
    brichAb?: () => void;
  };
  Variables: {
    anfrageId: string;
    /** Signed-in user; null without a valid session. */
    akteur: Akteur | null;
    sitzungEndetAm: string | null;
    /** How far the database had written when this session wrote for the last time. */
    geschriebenBis?: string;
    /** Set by a read that tells of work that is done: the copy must have it too from then on. */
    zeigtFertiges?: true;
    kontext: Kontext;
    /** The body of an upload; the request's own is spoken for. */
    dateikoerper?: ReadableStream<Uint8Array>;
    /** Code of a refused authorization, for the log. */
    verweigert?: string;
  };
};

/** Every router is made here, so that invalid input is answered alike everywhere. */
export const neuerRouter = () =>
  new OpenAPIHono<Env>({
    defaultHook: (ergebnis) => {
      if (ergebnis.success) return;
      throw ungueltigeEingabe(alsFeldfehler(ergebnis.error.issues));
    },
  });

export type App = ReturnType<typeof neuerRouter>;

/** What PostgreSQL refuses although the verb let it through: the last line of defence, still a clear answer. */
const ausDatenbank: Record<string, [Ablehnungsart, string, string]> = {
  "23505": ["konflikt", "existiert_bereits", "Einen solchen Datensatz gibt es schon."],
  "23503": [
    "konflikt",
    "verweis",
    "Ein anderer Datensatz verweist noch hierauf, oder der, auf den dieser verweist, ist nicht mehr da. Bitte neu laden.",
  ],
  "23P01": ["konflikt", "ueberschneidung", "Der Zeitraum überschneidet sich mit einem vorhandenen."],
  "23514": ["ungueltig", "ungueltige_eingabe", "Die Angaben passen nicht zusammen."],
  "23001": ["konflikt", "unveraenderlich", "Dieser Datensatz ist unveränderlich."],
  "22021": ["ungueltig", "ungueltige_eingabe", "Ein Text enthält unzulässige Zeichen."],
  "22P05": ["ungueltig", "ungueltige_eingabe", "Ein Text enthält unzulässige Zeichen."],
  "22007": ["ungueltig", "ungueltige_eingabe", "Ein Datum gibt es nicht."],
  "22008": ["ungueltig", "ungueltige_eingabe", "Ein Datum gibt es nicht."],
  "22003": ["ungueltig", "ungueltige_eingabe", "Eine Zahl ist zu groß."],
  "40001": [
    "konflikt",
    "gleichzeitig_geaendert",
    "Jemand hat gleichzeitig daran gearbeitet. Bitte noch einmal versuchen.",
  ],
  "40P01": [
    "konflikt",
    "gleichzeitig_geaendert",
    "Jemand hat gleichzeitig daran gearbeitet. Bitte noch einmal versuchen.",
  ],
};

/** Of these the verb should have refused itself: no two requests that meet lead to them, only a gap of ours. */
const luecken = new Set(["23514", "23001", "22007", "22008", "22003"]);

/** A gap of ours without the values that PostgreSQL tells with it; they may be about people. */
const alsLuecke = (fehler: unknown): Error | undefined => {
  const { code, constraint_name: regel } = (fehler ?? {}) as { code?: unknown; constraint_name?: unknown };
  if (typeof code !== "string" || !luecken.has(code)) return undefined;
  return new Error(`Erst die Datenbank hat es abgelehnt: ${[code, regel].filter(Boolean).join(" ")}`);
};

const keinPlatz: [Ablehnungsart, string, string, warteSekunden: number] = [
  "nichtVerfuegbar",
  "kein_platz",
  "Dem Dienst fehlt Speicherplatz; geändert wurde nichts. Bitte den Betreiber verständigen.",
  60,
];

/** The same for what may well succeed at the next try. */
const spaeter: Record<string, [Ablehnungsart, string, string, warteSekunden: number]> = {
  "55P03": ["konflikt", "in_benutzung", "Jemand arbeitet gerade daran. Bitte gleich noch einmal versuchen.", 2],
  "57014": ["nichtVerfuegbar", "dauert_zu_lange", "Die Datenbank hat zu lange gebraucht. Bitte später versuchen.", 30],
  // The disk of PostgreSQL; that of temporary files, or what an account may have of it.
  "53100": keinPlatz,
  ENOSPC: keinPlatz,
  EDQUOT: keinPlatz,
};

const ausFehler = (fehler: unknown): Ablehnung | undefined => {
  if (fehler instanceof Ablehnung) return fehler;
  if (fehler instanceof HTTPException) {
    if (fehler.status === 400)
      return new Ablehnung("ungueltig", "ungueltiges_json", "Der Inhalt ist kein gültiges JSON.");
    if (fehler.status === 413) return new Ablehnung("zuGross", "zu_gross", "Der Inhalt ist zu groß.");
    if (fehler.status === 415)
      return new Ablehnung("falscherTyp", "medientyp", "Dieser Medientyp wird nicht angenommen.");
    return new Ablehnung("ungueltig", "http", "Die Anfrage ist nicht möglich.");
  }
  const code = (fehler as { code?: unknown } | null)?.code;
  if (typeof code !== "string") return undefined;
  const bekannt = ausDatenbank[code];
  if (bekannt) return new Ablehnung(...bekannt);
  const vertagt = spaeter[code];
  if (vertagt) {
    const [art, wort, detail, warteSekunden] = vertagt;
    return new Ablehnung(art, wort, detail, {}, { warteSekunden });
  }
  return istVerbindungsverlust(fehler) ? nichtErreichbar() : undefined;
};

/** One place that turns what was thrown into `application/problem+json`; unknown errors are logged, never shown. */
export const beantworteFehler =
  (melde: (text: string, fehler: unknown) => void) => (fehler: unknown, c: Context<Env>) => {
    const anfrageId = c.get("anfrageId");
    const ablehnung =
      ausFehler(fehler) ?? new Ablehnung("gescheitert", "intern", "Es ist ein interner Fehler aufgetreten.");
    if (ablehnung.art === "nichtErlaubt") c.set("verweigert", ablehnung.code);
    const { status, koerper, kopf } = alsProblem(ablehnung, c.req.path, anfrageId);
    // "Not now" is an answer like others, and in a flood there would be a line for each.
    const istAbsage = fehler instanceof Ablehnung && fehler.art === "nichtVerfuegbar";
    const gemeldet = status >= 500 && !istAbsage ? fehler : alsLuecke(fehler);
    if (gemeldet !== undefined) melde(`${c.req.method} ${c.req.path} ${anfrageId}`, gemeldet);
    return c.body(JSON.stringify(koerper), status as 500, { "Content-Type": "application/problem+json", ...kopf });
  };
