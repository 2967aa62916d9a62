import { liesFremdantwort, ZuGross } from "../../technik/http/fremdantwort.ts";

/** How a request ended: `nicht_gesendet` never reached anybody, of `abgerissen` nobody knows whether it did. */
export type Httpausgang =
  | { art: "antwort"; status: number; kopf: Headers; inhalt: Uint8Array; text: string }
  | { art: "nicht_gesendet"; ursache: string }
  | { art: "abgerissen"; ursache: string };

/** Before the first byte of the request was on its way. */
const nieVerbunden = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const istTls = (code: string): boolean => /^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code);

/** How Deno names everything before the first byte: looking up, connecting, TLS. */
const keineVerbindung = "client error (Connect)";

/** The innermost code: the runtimes wrap it, and several addresses tried give an aggregate. */
const codeVon = (fehler: unknown): string => {
  for (let tiefe = 0, einer = fehler; tiefe < 5 && typeof einer === "object" && einer !== null; tiefe += 1) {
    const { code, errors, cause } = einer as { code?: unknown; errors?: unknown[]; cause?: unknown };
    if (typeof code === "string" && code !== "") return code;
    if (String(einer).includes(keineVerbindung)) return "ECONNREFUSED";
    einer = cause ?? errors?.[0];
  }
  return "";
};

/** Far beyond any document's PDF. */
const hoechstens = 16 * 1024 * 1024;

const warumAbgerissen = (fehler: unknown, istUeberzogen: boolean): string => {
  if (fehler instanceof ZuGross) return "Die Antwort des Buchhaltungssystems ist zu groß.";
  if (istUeberzogen) return "Das Buchhaltungssystem hat nicht rechtzeitig geantwortet.";
  const code = codeVon(fehler);
  return `Die Verbindung zum Buchhaltungssystem ist abgerissen${code ? ` (${code})` : ""}.`;
};

/** Sends one request and never throws; what the other side says in words stays with the caller. */
export async function sendeHttp(url: string, init: RequestInit): Promise<Httpausgang> {
  try {
    const antwort = await fetch(url, { ...init, redirect: "error" });
    const inhalt = await liesFremdantwort(antwort, hoechstens);
    return {
      art: "antwort",
      status: antwort.status,
      kopf: antwort.headers,
      inhalt,
      text: new TextDecoder().decode(inhalt),
    };
  } catch (fehler) {
    const code = codeVon(fehler);
    if (nieVerbunden.has(code) || istTls(code))
      return { art: "nicht_gesendet", ursache: `Das Buchhaltungssystem ist nicht erreichbar (${code}).` };
    return { art: "abgerissen", ursache: warumAbgerissen(fehler, init.signal?.aborted === true) };
  }
}

const laengsteWartezeitMs = 86_400_000;

/**
 * `Retry-After`, in seconds or as a date (counted from the answer's own `Date`), a day at most; undefined if nothing of
 * it can be understood.
 */
export function wartezeitMs(kopf: Headers): number | undefined {
  const wert = kopf.get("retry-after") ?? "";
  const ms = /^\d+$/.test(wert) ? Number(wert) * 1000 : Date.parse(wert) - Date.parse(kopf.get("date") ?? "");
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), laengsteWartezeitMs);
}
