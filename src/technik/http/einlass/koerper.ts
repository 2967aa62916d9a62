import type { RouteConfig } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { Ablehnung } from "../../../kern/ablehnung.ts";
import type { Config } from "../../config.ts";
import { ueberlastet } from "../../database/ausfall.ts";
import type { Env } from "../app.ts";
import { nimmtDatei } from "../route.ts";
import { adresseVon } from "./adresse.ts";

const hoechstens = 1024 * 1024;
/** What is refused is still taken in, up to here: a client that is not done sending would not read why. */
const verschmerzt = 64 * 1024 * 1024;
const fristMs = 30_000;
/**
 * Of one address together, from the first byte to the answer: bodies lie in memory before anybody knows who sends them.
 * For all addresses there is no such bound, or a stranger could use it up.
 */
const jeAdresseHoechstens = 32 * 1024 * 1024;

const zuGross = (): Ablehnung => new Ablehnung("zuGross", "zu_gross", "Der Inhalt ist größer als 1 MiB.");

export function zuLangsam(): Ablehnung {
  return new Ablehnung("zuLangsam", "zu_langsam", "Der Inhalt kam nicht in der Frist an.");
}

/** A client that has hung up looks like a lost connection of ours, to the database, to whoever sees the error. */
const unvollstaendig = (): Ablehnung =>
  new Ablehnung("ungueltig", "ungueltiges_json", "Der Inhalt kam nicht vollständig an.");

/** @returns what counts bytes of an address that are held, and throws where they are too many; and what lets them go */
const erstelleVorrat = () => {
  const gehalten = new Map<string, number>();
  const zaehle = (adresse: string, bytes: number): number => {
    const neu = (gehalten.get(adresse) ?? 0) + bytes;
    if (neu > 0) gehalten.set(adresse, neu);
    else gehalten.delete(adresse);
    return neu;
  };
  return (adresse: string) => {
    let eigene = 0;
    return {
      halte(bytes: number): void {
        eigene += bytes;
        if (zaehle(adresse, bytes) > jeAdresseHoechstens) throw ueberlastet();
      },
      gibFrei: (): void => void zaehle(adresse, -eigene),
    };
  };
};

type Gelesen = { bytes: Uint8Array[]; groesse: number; ganz: boolean };

const liesStrom = async (
  leser: ReadableStreamDefaultReader<Uint8Array>,
  halte: (bytes: number) => void,
): Promise<Gelesen> => {
  const gelesen: Gelesen = { bytes: [], groesse: 0, ganz: false };
  while (gelesen.groesse <= verschmerzt) {
    const { done, value } = await leser.read().catch(() => {
      throw unvollstaendig();
    });
    if (done) return { ...gelesen, ganz: true };
    gelesen.groesse += value.length;
    if (gelesen.groesse > hoechstens) continue;
    halte(value.length);
    gelesen.bytes.push(value);
  }
  return gelesen;
};

const binnenFrist = async <T>(lesen: Promise<T>): Promise<T> => {
  let wecker: ReturnType<typeof setTimeout> | undefined;
  const zuSpaet = new Promise<never>((_, gescheitert) => {
    wecker = setTimeout(() => gescheitert(zuLangsam()), fristMs);
  });
  try {
    return await Promise.race([lesen, zuSpaet]);
  } finally {
    clearTimeout(wecker);
  }
};

/** The whole body. Where it is given up half-way the connection ends with the answer. */
const empfange = async (
  c: Context<Env>,
  strom: ReadableStream<Uint8Array>,
  halte: (bytes: number) => void,
): Promise<Uint8Array> => {
  const leser = strom.getReader();
  try {
    const { bytes, groesse, ganz } = await binnenFrist(liesStrom(leser, halte));
    if (!ganz) c.header("Connection", "close");
    if (groesse > hoechstens) throw zuGross();
    const alles = new Uint8Array(groesse);
    let stelle = 0;
    for (const stueck of bytes) {
      alles.set(stueck, stelle);
      stelle += stueck.length;
    }
    return alles;
  } catch (fehler) {
    if (fehler instanceof Ablehnung && fehler.art !== "zuGross") c.header("Connection", "close");
    leser.cancel().catch(() => {});
    throw fehler;
  }
};

/** What is left of an upload that was refused. @returns false where it is given up before its end */
const lasseAuslaufen = async (leser: ReadableStreamDefaultReader<Uint8Array>): Promise<boolean> => {
  const lies = async (): Promise<boolean> => {
    for (let gelesen = 0; gelesen <= verschmerzt; ) {
      const { done, value } = await leser.read();
      if (done) return true;
      gelesen += value.length;
    }
    return false;
  };
  try {
    return await binnenFrist(lies());
  } catch {
    return false;
  }
};

/** Whoever gives this up half-way leaves the rest to be read. */
const nachgereicht = (leser: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream(
    {
      async pull(steuerung) {
        const { done, value } = await leser.read();
        if (done) steuerung.close();
        else steuerung.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );

const alsText = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Ablehnung("ungueltig", "ungueltiges_utf8", "Der Inhalt ist kein gültiges UTF-8.");
  }
};

/** Nothing is unpacked here: a few bytes could become more than any limit. */
const pruefeKodierung = (kodierung: string | undefined): void => {
  if (kodierung !== undefined && !/^\s*(?:identity\s*)?$/i.test(kodierung))
    throw new Ablehnung("falscherTyp", "medientyp", "Bitte den Inhalt ungepackt senden, ohne Content-Encoding.");
};

const mitKoerper = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/**
 * Takes in the body of a request before anybody works on it: JSON in UTF-8, at most 1 MiB, within 30 s. So nobody holds
 * a place or a connection while it arrives. Files are read as a stream by whoever takes them; of one that is refused the
 * rest is read before the answer leaves.
 */
export function nimmKoerper(
  routeVon: (c: Context) => RouteConfig | undefined,
  { PROXY_HOPS }: Pick<Config, "PROXY_HOPS">,
): MiddlewareHandler<Env> {
  const vorratFuer = erstelleVorrat();
  return async (c, next) => {
    // In this order: to be asked for a body makes Node's server build the whole request.
    const body = mitKoerper.has(c.req.method) ? c.req.raw.body : null;
    if (body === null) return next();
    pruefeKodierung(c.req.header("content-encoding"));
    if (nimmtDatei(routeVon(c))) {
      const leser = body.getReader();
      c.set("dateikoerper", nachgereicht(leser));
      await next();
      // One that was too slow has been waited for.
      const istFertig = c.res.status < 400 || (c.res.status !== 408 && (await lasseAuslaufen(leser)));
      // What still arrives would stand in front of the next request.
      if (!istFertig) c.header("Connection", "close");
      return;
    }
    const { halte, gibFrei } = vorratFuer(adresseVon(c, PROXY_HOPS));
    try {
      const text = alsText(await empfange(c, body, halte));
      if (text !== "" && !/^application\/json\s*(?:;|$)/i.test(c.req.header("content-type") ?? ""))
        throw new Ablehnung("falscherTyp", "medientyp", "Bitte den Inhalt als application/json senden.");
      // Hono keeps promises there, whatever the type says.
      c.req.bodyCache.text = Promise.resolve(text) as never;
      await next();
    } finally {
      gibFrei();
    }
  };
}
