import { setTimeout as warte } from "node:timers/promises";
import { absage, ohneWurf } from "../absage.ts";
import { sendeHttp, wartezeitMs } from "../http.ts";
import { type Abgelehnt, Absage, type Aufruf, type Ausgang, type Phase, type Zugang } from "../typen.ts";

type Gelesen = { inhalt: Uint8Array; text: string };
/** An answer, a refusal, or nobody knows what came of it. */
type Antwort = Gelesen | Abgelehnt | { ungewiss: string };

/** Both shapes of an error of this API, in one sentence. */
const liesFehler = (text: string): string => {
  try {
    const { message, IssueList, details } = JSON.parse(text) as {
      message?: string;
      IssueList?: { source?: string; i18nKey?: string }[];
      details?: { field?: string; message?: string }[];
    };
    const teile = [
      ...(message ? [message] : []),
      ...(IssueList ?? []).map(({ source, i18nKey }) => [source, i18nKey].filter(Boolean).join(": ")),
      ...(details ?? []).map(({ field, message: grund }) => [field, grund].filter(Boolean).join(": ")),
    ];
    return teile.join("; ").slice(0, 500);
  } catch {
    return "";
  }
};

const deute = (status: number, kopf: Headers, text: string): Abgelehnt | { ungewiss: string } => {
  if (status === 401) return absage("anmeldung", "Lexware Office kennt diesen API-Schlüssel nicht.", "spaeter");
  if (status === 403)
    return absage(
      "verboten",
      "Der API-Schlüssel oder der Tarif erlaubt das in Lexware Office nicht.",
      "nach_korrektur",
    );
  if (status === 404) return absage("nicht_gefunden", "Das gibt es in Lexware Office nicht.", "nie");
  if (status === 409) return absage("beschaeftigt", "Lexware Office ändert das gerade selbst.", "spaeter");
  if (status === 429)
    return absage("zu_viele_anfragen", "Lexware Office nimmt gerade nicht mehr an.", "spaeter", wartezeitMs(kopf));
  if (status >= 500) return { ungewiss: `Lexware Office antwortet mit ${status}.` };
  const grund = liesFehler(text);
  return absage("ungueltig", `Lexware Office lehnt ab (${status})${grund ? `: ${grund}` : "."}`, "nach_korrektur");
};

/** The line to Lexware Office: signed in by its key, never faster than allowed. */
export const erstelleApi = (zugang: Zugang, abstandMs: number) => {
  const wurzel = zugang.url.replace(/\/+$/, "");
  let frei = 0;
  let gesendet = Number.NEGATIVE_INFINITY;

  /** @throws Absage when time is up before it is this request's turn: then nothing was sent */
  const warteAufPlatz = async ({ signal }: Aufruf): Promise<void> => {
    const jetzt = performance.now();
    const platz = Math.max(jetzt, frei);
    frei = platz + abstandMs;
    try {
      // The one before may have been late.
      const rest = () => Math.max(platz, gesendet + abstandMs) - performance.now();
      while (rest() > 0) await warte(rest(), undefined, { signal });
    } catch {
      throw new Absage(absage("nicht_gesendet", "Vor dieser Anfrage standen zu viele an.", "spaeter"));
    }
    gesendet = performance.now();
  };

  const rufe = async (
    method: string,
    pfad: string,
    aufruf: Aufruf,
    body?: object,
    accept?: string,
  ): Promise<Antwort> => {
    await warteAufPlatz(aufruf);
    const ausgang = await sendeHttp(`${wurzel}/v1${pfad}`, {
      method,
      signal: aufruf.signal,
      headers: {
        authorization: `Bearer ${zugang.geheimnis}`,
        accept: accept ?? "application/json",
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (ausgang.art === "nicht_gesendet") return absage("nicht_gesendet", ausgang.ursache, "spaeter");
    if (ausgang.art === "abgerissen") return { ungewiss: ausgang.ursache };
    return ausgang.status < 300 ? ausgang : deute(ausgang.status, ausgang.kopf, ausgang.text);
  };

  const liesJson = <T>({ text }: Gelesen): { wert: T } | { ungewiss: string } => {
    try {
      return { wert: JSON.parse(text) as T };
    } catch {
      return { ungewiss: "Die Antwort von Lexware Office ist nicht zu lesen." };
    }
  };

  const hole = async (pfad: string, aufruf: Aufruf, accept?: string): Promise<Gelesen> => {
    const antwort = await rufe("GET", pfad, aufruf, undefined, accept);
    if ("ungewiss" in antwort) throw new Absage(absage("nicht_gesendet", antwort.ungewiss, "spaeter"));
    if ("code" in antwort) throw new Absage(antwort);
    return antwort;
  };

  return {
    /** A look-up. @throws Absage without a usable answer, `nicht_gefunden` where there is none */
    async frage<T>(pfad: string, aufruf: Aufruf): Promise<T> {
      const gelesen = liesJson<T>(await hole(pfad, aufruf));
      if ("wert" in gelesen) return gelesen.wert;
      throw new Absage(absage("nicht_gesendet", gelesen.ungewiss, "spaeter"));
    },

    /** @throws Absage */
    async holePdf(pfad: string, aufruf: Aufruf): Promise<Uint8Array> {
      return (await hole(pfad, aufruf, "application/pdf")).inhalt;
    },

    /** A changing call: the id of what was made. */
    lege: (phase: Phase, pfad: string, body: object, aufruf: Aufruf): Promise<Ausgang<{ id: string }>> =>
      ohneWurf(async () => {
        const antwort = await rufe("POST", pfad, aufruf, body);
        if ("code" in antwort) return antwort;
        const gelesen = "ungewiss" in antwort ? antwort : liesJson<{ id?: unknown }>(antwort);
        if ("ungewiss" in gelesen) return { ausgang: "uncertain", phase, ursache: gelesen.ungewiss };
        const { id } = gelesen.wert;
        if (typeof id === "string") return { ausgang: "done", wert: { id } };
        return { ausgang: "uncertain", phase, ursache: "Lexware Office nennt keine id." };
      }),
  };
};

export type Api = ReturnType<typeof erstelleApi>;
