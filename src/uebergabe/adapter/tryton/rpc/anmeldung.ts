import { Buffer } from "node:buffer";
import { absage } from "../../absage.ts";
import { type Antwort, verlange } from "../../antwort.ts";
import { type Abgelehnt, Absage, type Aufruf, type Zugang } from "../../typen.ts";
import { sende, sitzungZuEnde } from "./sende.ts";

/** Tryton slows down and then locks a login after failures within five minutes: one in that time is all it gets. */
const anmeldepauseMs = 300_000;

const falscheAnmeldung = absage("anmeldung", "Tryton kennt diesen Benutzer oder sein Geheimnis nicht.", "spaeter");

/**
 * Signing in fails within the server where it does not know the database: that is no document's fault, and the job stops
 * with this one cause.
 */
const ohneDatenbank = (antwort: Antwort<unknown>): boolean => "code" in antwort && antwort.code === "ungueltig";

const keineDatenbank = absage("anmeldung", "Tryton kann die eingestellte Datenbank nicht öffnen.", "spaeter");

/** Why a sign-in was refused; undefined where it was not, or where nobody knows. */
const verweigerungVon = (antwort: Antwort<unknown>): Abgelehnt | undefined => {
  if ("ungewiss" in antwort) return undefined;
  if ("wert" in antwort) return antwort.wert === null ? falscheAnmeldung : undefined;
  if (antwort === sitzungZuEnde) return falscheAnmeldung;
  if (antwort.code === "zu_viele_anfragen")
    return { ...antwort, code: "gesperrt", ursache: "Tryton hat die Anmeldung vorübergehend gesperrt." };
  return antwort.code === "anmeldung" ? antwort : undefined;
};

/** The sign-in to a database: a refused one is not repeated for five minutes, whoever asks. */
export function erstelleAnmeldung(datenbank: string, { benutzer, geheimnis }: Zugang) {
  let schein: Promise<string> | undefined;
  let verweigert: { absage: Abgelehnt; bis: number } | undefined;

  const meldeAn = async (aufruf: Aufruf): Promise<string> => {
    if (verweigert && performance.now() < verweigert.bis) throw new Absage(verweigert.absage);
    const params = [benutzer, { password: geheimnis }, "de"];
    const antwort = await sende<[id: number, sitzung: string] | null>(datenbank, "common.db.login", params, aufruf);
    if (ohneDatenbank(antwort)) throw new Absage(keineDatenbank);
    const grund = verweigerungVon(antwort);
    if (grund) {
      const pause = { ...grund, wartezeitMs: Math.max(grund.wartezeitMs ?? 0, anmeldepauseMs) };
      verweigert = { absage: pause, bis: performance.now() + pause.wartezeitMs };
      throw new Absage(pause);
    }
    const [id, sitzung] = verlange(antwort) ?? [];
    return `Session ${Buffer.from(`${benutzer}:${id}:${sitzung}`).toString("base64")}`;
  };

  return {
    /** What a request shows; sign-ins that meet are one. @throws Absage */
    schein(aufruf: Aufruf): Promise<string> {
      if (schein === undefined) {
        const neuer = meldeAn(aufruf);
        schein = neuer;
        neuer.catch(() => {
          if (schein === neuer) schein = undefined;
        });
      }
      return schein;
    },

    /** It has ended; what another call got since then stays. */
    verwirf(alter: Promise<string>): void {
      if (schein === alter) schein = undefined;
    },
  };
}
