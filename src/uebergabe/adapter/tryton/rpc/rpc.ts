import { ohneWurf } from "../../absage.ts";
import { type Antwort, alsAusgang, verlange } from "../../antwort.ts";
import type { Aufruf, Ausgang, Phase, Zugang } from "../../typen.ts";
import { erstelleAnmeldung } from "./anmeldung.ts";
import { sende } from "./sende.ts";

/** Signed-in calls to a database. A session that has ended is renewed once a call. */
export function erstelleRpc(zugang: Zugang) {
  const wurzel = zugang.url.replace(/\/+$/, "");
  const datenbank = `${wurzel}/${encodeURIComponent(zugang.datenbank ?? "")}/`;
  const anmeldung = erstelleAnmeldung(datenbank, zugang);

  /** @throws Absage when no session is to be had: then nothing was sent */
  const rufe = async <T>(methode: string, params: unknown[], aufruf: Aufruf): Promise<Antwort<T>> => {
    const schein = anmeldung.schein(aufruf);
    const antwort = await sende<T>(datenbank, methode, params, aufruf, await schein);
    const abgelaufen = "code" in antwort && antwort.code === "anmeldung";
    if (!abgelaufen) return antwort;
    anmeldung.verwirf(schein);
    return sende<T>(datenbank, methode, params, aufruf, await anmeldung.schein(aufruf));
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
      ohneWurf(async () => alsAusgang(phase, await rufe<T>(methode, params, aufruf))),
  };
}

export type Rpc = ReturnType<typeof erstelleRpc>;
