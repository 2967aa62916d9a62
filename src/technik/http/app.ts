import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Akteur, Kontext } from "../../kern/kontext.ts";
import { alsLuecke, ausDatenbank } from "../database/ablehnungen.ts";
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
export function neuerRouter() {
  return new OpenAPIHono<Env>({
    defaultHook: (ergebnis) => {
      if (ergebnis.success) return;
      throw ungueltigeEingabe(alsFeldfehler(ergebnis.error.issues));
    },
  });
}

export type App = ReturnType<typeof neuerRouter>;

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
  return ausDatenbank(fehler) ?? (istVerbindungsverlust(fehler) ? nichtErreichbar() : undefined);
};

/** One place that turns what was thrown into `application/problem+json`; unknown errors are logged, never shown. */
export const beantworteFehler =
  (melde: (text: string, fehler: unknown) => void) => (fehler: unknown, c: Context<Env>) => {
    const anfrageId = c.get("anfrageId");
    const ablehnung =
      ausFehler(fehler) ?? new Ablehnung("gescheitert", "intern", "Es ist ein interner Fehler aufgetreten.");
    if (ablehnung.art === "nichtErlaubt") c.set("verweigert", ablehnung.code);
    const { status, koerper, kopf } = alsProblem(ablehnung, new URL(c.req.url).pathname, anfrageId);
    // "Not now" is an answer like others, and in a flood there would be a line for each.
    const istAbsage = fehler instanceof Ablehnung && fehler.art === "nichtVerfuegbar";
    const gemeldet = status >= 500 && !istAbsage ? fehler : alsLuecke(fehler);
    if (gemeldet !== undefined) melde(`${c.req.method} ${c.req.path} ${anfrageId}`, gemeldet);
    return c.body(JSON.stringify(koerper), status as 500, { "Content-Type": "application/problem+json", ...kopf });
  };
