import { createHash, randomUUID } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import { Ablehnung } from "../../kern/ablehnung.ts";
import { tagInBerlin } from "../../kern/kalender/berlin.ts";
import type { Kontext } from "../../kern/kontext.ts";
import type { Config } from "../config.ts";
import type { Env } from "./app.ts";

/** What an answer carries unless it says otherwise: it is data, shown by nobody and kept by nobody. */
const vorgaben = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** An id for each request and the headers that every answer carries. */
export const kennzeichne =
  ({ produktion }: Config): MiddlewareHandler<Env> =>
  async (c, next) => {
    const anfrageId = randomUUID();
    c.set("anfrageId", anfrageId);
    await next();
    // On the answer's own headers: `c.header` would make it anew for each of them.
    const { headers } = c.res;
    headers.set("X-Request-Id", anfrageId);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "same-origin");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    if (produktion) headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
    for (const [name, wert] of Object.entries(vorgaben)) if (!headers.has(name)) headers.set(name, wert);
  };

/** A server that is to end answers what it has begun, refuses the rest, and keeps no connection open. */
export const achteEnde =
  (ende: AbortSignal): MiddlewareHandler<Env> =>
  async (c, next) => {
    if (!ende.aborted) await next();
    if (ende.aborted) c.header("Connection", "close");
    if (!c.finalized)
      throw new Ablehnung(
        "nichtVerfuegbar",
        "wird_beendet",
        "Dieser Server wird gerade beendet. Bitte gleich noch einmal versuchen.",
        {},
        { warteSekunden: 1 },
      );
  };

/** This machine, as a browser on it may write it. */
export const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** The origin of this service as browsers see it: the request's own counts where it is this machine's or a frontend's. */
export function eigeneOrigin(config: Config, anfrage: URL): string {
  if (config.PUBLIC_URL) return new URL(config.PUBLIC_URL).origin;
  if (loopback.has(anfrage.hostname) || config.FRONTEND_ORIGINS.includes(anfrage.origin)) return anfrage.origin;
  return `http://127.0.0.1:${config.PORT}`;
}

const sicher = new Set(["GET", "HEAD", "OPTIONS"]);

/** Refuses writing requests that a foreign page has sent with the user's cookie. */
export const pruefeHerkunft =
  (config: Config): MiddlewareHandler<Env> =>
  async (c, next) => {
    const origin = c.req.header("origin");
    const fremd = origin
      ? origin !== eigeneOrigin(config, new URL(c.req.url)) && !config.FRONTEND_ORIGINS.includes(origin)
      : c.req.header("sec-fetch-site") === "cross-site";
    if (fremd && !sicher.has(c.req.method))
      throw new Ablehnung(
        "nichtErlaubt",
        "fremde_herkunft",
        "Schreibende Anfragen sind nur von freigegebenen Seiten erlaubt.",
      );
    await next();
  };

/**
 * The versions that `If-Match` names (RFC 9110, 13.1.1); what is no tag of ours names none. A weak one names its version
 * all the same, other than there: a proxy that compresses makes our tags weak (nginx), and pages behind it have no other.
 * So does one with something behind a hyphen, be it ours (`mitETag`) or such a proxy's (`-gzip`, Apache).
 * `*` fits whatever is there, so it asks for nothing.
 */
const erwarteteVersionen = (ifMatch: string | undefined): readonly number[] | undefined => {
  if (ifMatch === undefined || ifMatch.trim() === "*") return undefined;
  return ifMatch.split(",").flatMap((eintrag) => {
    const treffer = /^(?:W\/)?"(\d{1,15})(?:-[^"]*)?"$/.exec(eintrag.trim());
    return treffer ? [Number(treffer[1])] : [];
  });
};

/** What tells a request that comes again from another one with the same key. */
const einmalVon = async (c: Context<Env>): Promise<Kontext["einmal"]> => {
  const schluessel = c.req.method === "POST" ? c.req.header("idempotency-key") : undefined;
  if (schluessel === undefined) return undefined;
  if (schluessel.length < 1 || schluessel.length > 200)
    throw new Ablehnung("ungueltig", "ungueltiger_schluessel", "Der Idempotency-Key hat 1 bis 200 Zeichen.");
  const inhalt = createHash("sha256").update(new URL(c.req.url).search);
  // A file is read as a stream later, and is added there.
  const istFormular = /^multipart\//i.test(c.req.header("content-type") ?? "");
  if (!istFormular) inhalt.update(await c.req.text());
  return { route: c.req.path, schluessel, koerperHash: inhalt.digest("hex") };
};

/** What writing verbs get to know: who, when, which version was seen, and whether the request may come again. */
export const bildeKontext =
  (uhr: () => Date): MiddlewareHandler<Env> =>
  async (c, next) => {
    const akteur = c.get("akteur");
    if (!akteur) return next();
    const jetzt = uhr();
    c.set("kontext", {
      akteur,
      anfrageId: c.get("anfrageId"),
      jetzt,
      heute: tagInBerlin(jetzt),
      erwarteteVersionen: erwarteteVersionen(c.req.header("if-match")),
      einmal: await einmalVon(c),
    });
    await next();
  };
