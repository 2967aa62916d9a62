import { Buffer } from "node:buffer";
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { Ablehnung } from "../../kern/ablehnung.ts";
import { rollen } from "../../kern/rechte.ts";
import type { Deps } from "../deps.ts";
import { eigeneOrigin } from "../http/anfrage.ts";
import type { App, Env } from "../http/app.ts";
import { meldetAn } from "../http/grenzen.ts";
import { recht, sitzungCookie } from "../http/recht.ts";
import { Id, json, problem, Zeitpunkt } from "../http/schema.ts";
import { meldeAb, meldeAn, protokolliereFehlversuch } from "./anmelden.ts";
import { Anmeldeversuch, type Oidc } from "./oidc.ts";
import type { Sitzungen } from "./sitzung.ts";

const versuchCookie = "service.anmeldung";

const Anmeldestand = z
  .object({
    angemeldet: z.literal(true).openapi({ type: "boolean", enum: [true] }),
    benutzer: z.object({ id: Id, name: z.string(), email: z.string().nullable() }),
    rollen: z.array(z.enum(rollen)),
    sitzungEndetAm: Zeitpunkt,
  })
  .openapi("Anmeldestand");

const NichtAngemeldet = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string(),
    requestId: z.string(),
    angemeldet: z.literal(false).openapi({ type: "boolean", enum: [false] }),
  })
  .openapi("NichtAngemeldet");

const getLogin = createRoute({
  method: "get",
  path: "/auth/login",
  operationId: "getAuthLogin",
  tags: ["Anmeldung"],
  summary: "Anmeldung beginnen",
  description: "Leitet zum Identitätsanbieter weiter (OpenID Connect, Authorization Code mit PKCE).",
  ...meldetAn,
  ...recht("offen"),
  request: {
    query: z.strictObject({
      returnTo: z.string().max(2000).optional().openapi({
        description: "Wohin nach der Anmeldung: relativer Pfad oder eine Adresse einer freigegebenen Oberfläche.",
        example: "/api/docs",
      }),
    }),
  },
  responses: {
    302: { description: "Zum Identitätsanbieter" },
    502: problem("Der Identitätsanbieter ist nicht erreichbar"),
  },
});

const getCallback = createRoute({
  method: "get",
  path: "/auth/callback",
  operationId: "getAuthCallback",
  tags: ["Anmeldung"],
  summary: "Rückkehr von der Anmeldung",
  description: "Prüft die Antwort des Identitätsanbieters und beginnt die Sitzung. Nicht für eigene Tokens gedacht.",
  ...meldetAn,
  ...recht("offen"),
  request: {
    query: z.object({
      code: z.string().optional(),
      state: z.string().optional(),
      error: z.string().optional(),
    }),
  },
  responses: {
    302: { description: "Angemeldet; weiter zu returnTo, mit Sitzungs-Cookie" },
    502: problem("Der Identitätsanbieter ist nicht erreichbar"),
  },
});

const getMe = createRoute({
  method: "get",
  path: "/auth/me",
  operationId: "getAuthMe",
  tags: ["Anmeldung"],
  summary: "Wer angemeldet ist",
  // Without the check: who is not signed in gets an answer of its own.
  security: [{ sitzung: [] }],
  "x-recht": "angemeldet",
  responses: {
    200: json(Anmeldestand, "Angemeldet"),
    401: problem("Nicht angemeldet", NichtAngemeldet),
  },
});

const postLogout = createRoute({
  method: "post",
  path: "/auth/logout",
  operationId: "postAuthLogout",
  tags: ["Anmeldung"],
  summary: "Abmelden",
  description: "Beendet die Sitzung; ohne Sitzung geschieht nichts.",
  ...recht("offen"),
  responses: { 204: { description: "Abgemeldet" }, 403: problem("Fremde Herkunft") },
});

export const mountAuth = (app: App, deps: Deps, sitzungen: Sitzungen, oidc: Oidc): void => {
  const { config, sqlVorrang: sql } = deps;

  const ziel = (returnTo: string | undefined): string => {
    if (!returnTo) return `${config.BASE_PATH}/docs`;
    if (/^\/(?![/\\])/.test(returnTo) && !/\p{Cc}/u.test(returnTo)) return returnTo;
    const origin = URL.canParse(returnTo) ? new URL(returnTo).origin : undefined;
    if (origin && config.FRONTEND_ORIGINS.includes(origin)) return returnTo;
    throw new Ablehnung(
      "ungueltig",
      "ungueltiges_ziel",
      "returnTo muss auf diesen Dienst oder eine freigegebene Oberfläche zeigen.",
    );
  };

  const cookiePfad = `${config.BASE_PATH}/auth`;

  const scheitert = async (c: Context<Env>, grund: string): Promise<never> => {
    await protokolliereFehlversuch(sql, grund, c.get("anfrageId"));
    throw new Ablehnung(
      "ungueltig",
      "anmeldung_fehlgeschlagen",
      "Die Anmeldung ist fehlgeschlagen. Bitte noch einmal beginnen.",
    );
  };

  app.openapi(getLogin, async (c) => {
    const returnTo = ziel(c.req.valid("query").returnTo);
    const redirectUri = `${eigeneOrigin(config, new URL(c.req.url))}${config.BASE_PATH}/auth/callback`;
    const { adresse, versuch } = await oidc.beginne(returnTo, redirectUri);
    setCookie(c, versuchCookie, Buffer.from(JSON.stringify(versuch)).toString("base64url"), {
      httpOnly: true,
      sameSite: "Lax",
      secure: config.produktion,
      path: cookiePfad,
      maxAge: 600,
    });
    return c.redirect(adresse.href, 302);
  });

  app.openapi(getCallback, async (c) => {
    const { code, state, error } = c.req.valid("query");
    const cookie = getCookie(c, versuchCookie);
    deleteCookie(c, versuchCookie, { path: cookiePfad });
    if (error) return scheitert(c, `Anbieter: ${error.slice(0, 100)}`);
    const versuch = liesVersuch(cookie);
    if (!versuch || !code || state !== versuch.state) return scheitert(c, "Versuch unbekannt oder schon eingelöst");
    const returnTo = ziel(versuch.returnTo);
    const anspruch = await oidc.loeseEin(code, versuch).catch(async (grund: unknown) => {
      if (!(grund instanceof Ablehnung)) return scheitert(c, grund instanceof Error ? grund.name : "Token ungültig");
      await protokolliereFehlversuch(sql, grund.code, c.get("anfrageId"));
      throw grund;
    });
    const { OIDC_ISSUER, OIDC_ROLLEN_CLAIM } = config;
    const cookieNeu = await meldeAn(sql, sitzungen, OIDC_ISSUER, anspruch, OIDC_ROLLEN_CLAIM, c.get("anfrageId"));
    c.header("Set-Cookie", cookieNeu, { append: true });
    return c.redirect(returnTo, 302);
  });

  app.openapi(getMe, (c) => {
    const akteur = c.get("akteur");
    const endetAm = c.get("sitzungEndetAm");
    if (!akteur || !endetAm)
      throw new Ablehnung("nichtAngemeldet", "nicht_angemeldet", "Es ist niemand angemeldet.", { angemeldet: false });
    const { id, name, email } = akteur;
    return c.json(
      { angemeldet: true as const, benutzer: { id, name, email }, rollen: akteur.rollen, sitzungEndetAm: endetAm },
      200,
    );
  });

  app.openapi(postLogout, async (c) => {
    await meldeAb(sql, sitzungen, getCookie(c, sitzungCookie), c.get("akteur"), c.get("anfrageId"));
    c.header("Set-Cookie", sitzungen.leererCookie(), { append: true });
    return c.body(null, 204);
  });
};

const liesVersuch = (cookie: string | undefined): Anmeldeversuch | undefined => {
  if (!cookie) return undefined;
  try {
    return Anmeldeversuch.parse(JSON.parse(Buffer.from(cookie, "base64url").toString("utf8")));
  } catch {
    return undefined; // a cookie that somebody made by hand is no attempt of ours
  }
};
