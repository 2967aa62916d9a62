import { absage, ohneWurf } from "../absage.ts";
import { type Antwort, alsAusgang, deuteHttp, verlange } from "../antwort.ts";
import { sendeHttp, wartezeitMs } from "../http.ts";
import { Absage, type Aufruf, type Ausgang, type Phase, type Zugang } from "../typen.ts";
import { erstelleTakt } from "./takt.ts";

/** A page of a list. */
export type Seite<T> = { content: T[]; last: boolean };

type Gelesen = { inhalt: Uint8Array; text: string };

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

const deute = (status: number, kopf: Headers, text: string): Antwort<never> => {
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
  if (status >= 500) return { ungewiss: `Lexware Office antwortet mit ${status}.`, wartezeitMs: wartezeitMs(kopf) };
  const grund = liesFehler(text);
  return absage("ungueltig", `Lexware Office lehnt ab (${status})${grund ? `: ${grund}` : "."}`, "nach_korrektur");
};

const liesJson = <T>(antwort: Antwort<Gelesen>): Antwort<T> => {
  if (!("wert" in antwort)) return antwort;
  try {
    return { wert: JSON.parse(antwort.wert.text) as T };
  } catch {
    return { ungewiss: "Die Antwort von Lexware Office ist nicht zu lesen." };
  }
};

/** null where there is none of what this one request asks for. @throws Absage for anything else */
export async function oderNull<T>(antwort: Promise<T>): Promise<T | null> {
  try {
    return await antwort;
  } catch (fehler) {
    if (fehler instanceof Absage && fehler.absage.code === "nicht_gefunden") return null;
    throw fehler;
  }
}

/** HTTP and JSON of Lexware Office: signed in by its key, never faster than allowed. */
export function erstelleApi(zugang: Zugang, abstandMs: number) {
  const wurzel = zugang.url.replace(/\/+$/, "");
  const warteAufPlatz = erstelleTakt(abstandMs);

  const rufe = async (
    method: string,
    pfad: string,
    aufruf: Aufruf,
    body?: object,
    accept?: string,
  ): Promise<Antwort<Gelesen>> => {
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
    return deuteHttp(ausgang, ({ status, kopf, inhalt, text }) =>
      status < 300 ? { wert: { inhalt, text } } : deute(status, kopf, text),
    );
  };

  return {
    /** A look-up. @throws Absage without a usable answer, `nicht_gefunden` where there is none */
    frage: async <T>(pfad: string, aufruf: Aufruf): Promise<T> =>
      verlange(liesJson<T>(await rufe("GET", pfad, aufruf))),

    /** @throws Absage */
    holePdf: async (pfad: string, aufruf: Aufruf): Promise<Uint8Array> =>
      verlange(await rufe("GET", pfad, aufruf, undefined, "application/pdf")).inhalt,

    /** A changing call: the id of what was made. */
    lege: (phase: Phase, pfad: string, body: object, aufruf: Aufruf): Promise<Ausgang<{ id: string }>> =>
      ohneWurf(async () => {
        const antwort = liesJson<{ id?: unknown }>(await rufe("POST", pfad, aufruf, body));
        if (!("wert" in antwort)) return alsAusgang(phase, antwort);
        const { id } = antwort.wert;
        if (typeof id === "string") return { ausgang: "done", wert: { id } };
        return { ausgang: "uncertain", phase, ursache: "Lexware Office nennt keine id." };
      }),
  };
}

export type Api = ReturnType<typeof erstelleApi>;
