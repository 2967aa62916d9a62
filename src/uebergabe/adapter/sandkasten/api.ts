import { absage } from "../absage.ts";
import { type Antwort, alsAusgang, deuteHttp, verlange } from "../antwort.ts";
import { sendeHttp, wartezeitMs } from "../http.ts";
import { type Abgelehnt, type Aufruf, type Ausgang, absagecodes, type Phase, type Zugang } from "../typen.ts";

const liesAblehnung = (status: number, text: string): Abgelehnt => {
  const { code, ursache } = JSON.parse(text) as { code?: unknown; ursache?: unknown };
  return absage(
    absagecodes.find((einer) => einer === code) ?? "ungueltig",
    typeof ursache === "string" ? ursache : `Der Sandkasten antwortet mit ${status}.`,
    "nach_korrektur",
  );
};

const deute = <T>(status: number, kopf: Headers, text: string): Antwort<T> => {
  if (status === 429)
    return absage("zu_viele_anfragen", "Der Sandkasten nimmt gerade nichts an.", "spaeter", wartezeitMs(kopf));
  if (status === 401)
    return absage("anmeldung", "Der Sandkasten kennt dieses Geheimnis nicht (EXTACCOUNTING_SECRET).", "spaeter");
  if (status >= 500) return { ungewiss: `Der Sandkasten antwortet mit ${status}.`, wartezeitMs: wartezeitMs(kopf) };
  try {
    return status === 200 ? { wert: JSON.parse(text) as T } : liesAblehnung(status, text);
  } catch {
    return { ungewiss: "Die Antwort des Sandkastens ist nicht zu lesen." };
  }
};

/** HTTP and JSON of the sandbox. */
export function erstelleApi(zugang: Zugang) {
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
    return deuteHttp(ausgang, ({ status, kopf, text }) => deute<T>(status, kopf, text));
  };

  return {
    rufe,

    /** A look-up. @throws Absage without a usable answer */
    frage: async <T>(pfad: string, aufruf: Aufruf, body?: object): Promise<T> =>
      verlange(await rufe<T>(body ? "POST" : "GET", pfad, aufruf, body)),

    /** A changing call. */
    sende: async <T>(phase: Phase, methode: string, pfad: string, aufruf: Aufruf, body?: object): Promise<Ausgang<T>> =>
      alsAusgang(phase, await rufe<T>(methode, pfad, aufruf, body)),
  };
}

export type Api = ReturnType<typeof erstelleApi>;
