import { Buffer } from "node:buffer";
import { absage, ohneWurf } from "../absage.ts";
import { sendeHttp, wartezeitMs } from "../http.ts";
import { type Abgelehnt, Absage, type Aufruf, type Ausgang, type Phase, type Zugang } from "../typen.ts";
import { deuteFehler } from "./fehler.ts";

/** An answer, a refusal, or nobody knows what came of it. */
type Antwort<T> = { wert: T } | Abgelehnt | { ungewiss: string };

/** Tryton slows down and then locks a login after failures within five minutes: one in that time is all it gets. */
const anmeldepauseMs = 300_000;

const sitzungZuEnde = absage("anmeldung", "Tryton verlangt eine neue Anmeldung.", "spaeter");
const falscheAnmeldung = absage("anmeldung", "Tryton kennt diesen Benutzer oder sein Geheimnis nicht.", "spaeter");

const deuteStatus = (status: number, kopf: Headers): Abgelehnt | { ungewiss: string } => {
  if (status === 401) return sitzungZuEnde;
  if (status === 429)
    return absage("zu_viele_anfragen", "Tryton nimmt gerade keine Anfragen an.", "spaeter", wartezeitMs(kopf));
  if (status === 404)
    return absage("anmeldung", "Diese Datenbank gibt es in Tryton nicht (EXTACCOUNTING_DATABASE).", "spaeter");
  if (status === 403) return absage("verboten", "Der Benutzer darf das in Tryton nicht aufrufen.", "nach_korrektur");
  if (status >= 500) return { ungewiss: `Tryton antwortet mit ${status}.` };
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

/** Why a sign-in was refused; undefined where it was not, or where nobody knows. */
const verweigerungVon = (antwort: Antwort<unknown>): Abgelehnt | undefined => {
  if ("ungewiss" in antwort) return undefined;
  if ("wert" in antwort) return antwort.wert === null ? falscheAnmeldung : undefined;
  if (antwort === sitzungZuEnde) return falscheAnmeldung;
  if (antwort.code === "zu_viele_anfragen")
    return { ...antwort, code: "gesperrt", ursache: "Tryton hat die Anmeldung vorübergehend gesperrt." };
  return antwort.code === "anmeldung" ? antwort : undefined;
};

/**
 * The signed-in line to a database. A session that has ended is renewed once a call; a refused login is not repeated
 * for five minutes, whoever asks.
 */
export const erstelleRpc = (zugang: Zugang) => {
  const wurzel = zugang.url.replace(/\/+$/, "");
  const datenbank = `${wurzel}/${encodeURIComponent(zugang.datenbank ?? "")}/`;
  let schein: Promise<string> | undefined;
  let verweigert: { absage: Abgelehnt; bis: number } | undefined;

  const sende = async <T>(
    ort: string,
    method: string,
    params: unknown[],
    { signal }: Aufruf,
    authorization?: string,
  ): Promise<Antwort<T>> => {
    // With exactly id, method and params errors come as JSON with their class.
    const ausgang = await sendeHttp(ort, {
      method: "POST",
      signal,
      headers: { "content-type": "application/json", ...(authorization ? { authorization } : {}) },
      body: JSON.stringify({ id: 1, method, params }),
    });
    if (ausgang.art === "nicht_gesendet") return absage("nicht_gesendet", ausgang.ursache, "spaeter");
    if (ausgang.art === "abgerissen") return { ungewiss: ausgang.ursache };
    return ausgang.status === 200 ? deuteText<T>(ausgang.text) : deuteStatus(ausgang.status, ausgang.kopf);
  };

  /** @throws Absage */
  const verlange = <T>(antwort: Antwort<T>): T => {
    if ("wert" in antwort) return antwort.wert;
    throw new Absage("ungewiss" in antwort ? absage("nicht_gesendet", antwort.ungewiss, "spaeter") : antwort);
  };

  const meldeAn = async (aufruf: Aufruf): Promise<string> => {
    if (verweigert && performance.now() < verweigert.bis) throw new Absage(verweigert.absage);
    const { benutzer, geheimnis } = zugang;
    const params = [benutzer, { password: geheimnis }, "de"];
    const antwort = await sende<[number, string] | null>(datenbank, "common.db.login", params, aufruf);
    const grund = verweigerungVon(antwort);
    if (grund) {
      const pause = { ...grund, wartezeitMs: Math.max(grund.wartezeitMs ?? 0, anmeldepauseMs) };
      verweigert = { absage: pause, bis: performance.now() + pause.wartezeitMs };
      throw new Absage(pause);
    }
    const [id, sitzung] = verlange(antwort) ?? [];
    return `Session ${Buffer.from(`${benutzer}:${id}:${sitzung}`).toString("base64")}`;
  };

  /** Sign-ins that meet are one. */
  const angemeldet = (aufruf: Aufruf): Promise<string> => {
    if (schein === undefined) {
      const neuer = meldeAn(aufruf);
      schein = neuer;
      neuer.catch(() => {
        if (schein === neuer) schein = undefined;
      });
    }
    return schein;
  };

  /** @throws Absage when no session is to be had: then nothing was sent */
  const rufe = async <T>(methode: string, params: unknown[], aufruf: Aufruf): Promise<Antwort<T>> => {
    const erster = angemeldet(aufruf);
    const antwort = await sende<T>(datenbank, methode, params, aufruf, await erster);
    const abgelaufen = "code" in antwort && antwort.code === "anmeldung";
    if (!abgelaufen) return antwort;
    if (schein === erster) schein = undefined;
    return sende<T>(datenbank, methode, params, aufruf, await angemeldet(aufruf));
  };

  return {
    /** Needs no sign-in. @throws Absage */
    version: async (aufruf: Aufruf): Promise<string> =>
      verlange(await sende<string>(`${wurzel}/`, "common.server.version", [], aufruf)),

    /** A look-up. @throws Absage without a usable answer */
    frage: async <T>(methode: string, params: unknown[], aufruf: Aufruf): Promise<T> =>
      verlange(await rufe<T>(methode, params, aufruf)),

    /** A changing call. */
    aendere: <T>(phase: Phase, methode: string, params: unknown[], aufruf: Aufruf): Promise<Ausgang<T>> =>
      ohneWurf(async () => {
        const antwort = await rufe<T>(methode, params, aufruf);
        if ("wert" in antwort) return { ausgang: "done", wert: antwort.wert };
        return "ungewiss" in antwort ? { ausgang: "uncertain", phase, ursache: antwort.ungewiss } : antwort;
      }),
  };
};

export type Rpc = ReturnType<typeof erstelleRpc>;
