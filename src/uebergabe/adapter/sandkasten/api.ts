import { absage } from "../absage.ts";
import { sendeHttp, wartezeitMs } from "../http.ts";
import {
  type Abgelehnt,
  Absage,
  type Absagecode,
  type Aufruf,
  type Ausgang,
  type Phase,
  type Zugang,
} from "../typen.ts";

/** An answer, a refusal, or nobody knows what came of it. */
export type Antwort<T> = { wert: T } | Abgelehnt | { ungewiss: string };

const liesAblehnung = (status: number, text: string): Abgelehnt => {
  const { code, ursache } = JSON.parse(text) as { code?: Absagecode; ursache?: string };
  return absage(code ?? "ungueltig", ursache ?? `Der Sandkasten antwortet mit ${status}.`, "nach_korrektur");
};

const deute = <T>(status: number, kopf: Headers, text: string): Antwort<T> => {
  if (status === 429)
    return absage("zu_viele_anfragen", "Der Sandkasten nimmt gerade nichts an.", "spaeter", wartezeitMs(kopf));
  if (status === 401)
    return absage("anmeldung", "Der Sandkasten kennt dieses Geheimnis nicht (EXTACCOUNTING_SECRET).", "spaeter");
  if (status >= 500) return { ungewiss: `Der Sandkasten antwortet mit ${status}.` };
  try {
    return status === 200 ? { wert: JSON.parse(text) as T } : liesAblehnung(status, text);
  } catch {
    return { ungewiss: "Die Antwort des Sandkastens ist nicht zu lesen." };
  }
};

/** A look-up that got lost did no harm. */
export const alsAbsage = (antwort: Abgelehnt | { ungewiss: string }): Abgelehnt =>
  "ungewiss" in antwort ? absage("nicht_gesendet", antwort.ungewiss, "spaeter") : antwort;

/** HTTP and JSON of the sandbox. */
export const erstelleApi = (zugang: Zugang) => {
  const rufe = async <T>(methode: string, pfad: string, { signal }: Aufruf, body?: object): Promise<Antwort<T>> => {
    const ausgang = await sendeHttp(`${zugang.url}${pfad}`, {
      method: methode,
      signal,
      headers: {
        authorization: `Bearer ${zugang.geheimnis}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (ausgang.art === "nicht_gesendet") return absage("nicht_gesendet", ausgang.ursache, "spaeter");
    if (ausgang.art === "abgerissen") return { ungewiss: ausgang.ursache };
    return deute(ausgang.status, ausgang.kopf, ausgang.text);
  };

  return {
    rufe,

    /** A look-up. @throws Absage without a usable answer */
    async frage<T>(pfad: string, aufruf: Aufruf, body?: object): Promise<T> {
      const antwort = await rufe<T>(body ? "POST" : "GET", pfad, aufruf, body);
      if ("wert" in antwort) return antwort.wert;
      throw new Absage(alsAbsage(antwort));
    },

    /** A changing call. */
    async sende<T>(phase: Phase, methode: string, pfad: string, aufruf: Aufruf, body?: object): Promise<Ausgang<T>> {
      const antwort = await rufe<T>(methode, pfad, aufruf, body);
      if ("wert" in antwort) return { ausgang: "done", wert: antwort.wert };
      return "ungewiss" in antwort ? { ausgang: "uncertain", phase, ursache: antwort.ungewiss } : antwort;
    },
  };
};

export type Api = ReturnType<typeof erstelleApi>;
