import { absage } from "../../absage.ts";
import { type Antwort, deuteHttp } from "../../antwort.ts";
import { sendeHttp, wartezeitMs } from "../../http.ts";
import type { Aufruf } from "../../typen.ts";
import { deuteFehler } from "./fehler.ts";

export const sitzungZuEnde = absage("anmeldung", "Tryton verlangt eine neue Anmeldung.", "spaeter");

const deuteStatus = (status: number, kopf: Headers): Antwort<never> => {
  if (status === 401) return sitzungZuEnde;
  if (status === 429)
    return absage("zu_viele_anfragen", "Tryton nimmt gerade keine Anfragen an.", "spaeter", wartezeitMs(kopf));
  if (status === 404) return absage("anmeldung", "Die eingestellte Datenbank gibt es in Tryton nicht.", "spaeter");
  if (status === 403) return absage("verboten", "Der Benutzer darf das in Tryton nicht aufrufen.", "nach_korrektur");
  if (status >= 500) return { ungewiss: `Tryton antwortet mit ${status}.`, wartezeitMs: wartezeitMs(kopf) };
  return absage("ungueltig", `Tryton antwortet mit ${status}.`, "nach_korrektur");
};

const deuteText = <T>(text: string): Antwort<T> => {
  try {
    const inhalt: unknown = JSON.parse(text);
    if (typeof inhalt === "object" && inhalt !== null) {
      if ("error" in inhalt && inhalt.error != null) return deuteFehler(inhalt.error);
      if ("result" in inhalt) return { wert: inhalt.result as T };
    }
  } catch {
    // Told below.
  }
  return { ungewiss: "Die Antwort von Tryton ist nicht zu lesen." };
};

/** One JSON-RPC request. */
export async function sende<T>(
  ort: string,
  method: string,
  params: unknown[],
  { signal }: Aufruf,
  authorization?: string,
): Promise<Antwort<T>> {
  // With exactly id, method and params errors come as JSON with their class.
  const ausgang = await sendeHttp(ort, {
    method: "POST",
    signal,
    headers: { "content-type": "application/json", ...(authorization ? { authorization } : {}) },
    body: JSON.stringify({ id: 1, method, params }),
  });
  return deuteHttp(ausgang, ({ status, kopf, text }) =>
    status === 200 ? deuteText<T>(text) : deuteStatus(status, kopf),
  );
}
