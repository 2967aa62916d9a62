import { createRoute, z } from "@hono/zod-openapi";
import { getCookie, setCookie } from "hono/cookie";
import { Ablehnung } from "../../kern/ablehnung.ts";
import { rollen } from "../../kern/rechte.ts";
import type { Deps } from "../deps.ts";
import { eigeneOrigin } from "../http/anfrage.ts";
import type { App } from "../http/app.ts";
import { meldetAn } from "../http/einlass/grenzen.ts";
import { recht, sitzungCookie } from "../http/recht.ts";
import { json, problem } from "../http/schema.ts";
import { beispielbasis, Id, Zeitpunkt } from "../http/werte.ts";
import { meldeAb } from "./anmelden.ts";
import type { Oidc } from "./oidc.ts";
import { pruefeZiel, schliesseAnmeldungAb } from "./rueckkehr.ts";
import type { Sitzungen } from "./sitzung.ts";
import { alsCookie, insertVersuch, versucheAus, versuchSekunden } from "./versuch.ts";

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
    code: z.enum(["nicht_angemeldet"]),
    requestId: z.string(),
    angemeldet: z.literal(false).openapi({ type: "boolean", enum: [false] }),
  })
  .openapi("NichtAngemeldet", {
    example: {
      type: "urn:pachtverwaltung:problem:nicht_angemeldet",
      title: "Nicht angemeldet",
      status: 401,
      detail: "Es ist niemand angemeldet.",
      instance: `${beispielbasis}/auth/me`,
      code: "nicht_angemeldet",
      requestId: "0b9c1f6e-7a4d-4c1b-9a57-3f2d8f1b6c20",
      angemeldet: false,
    },
  });

const getLogin = createRoute({
  method: "get",
  path: "/auth/login",
  operationId: "getAuthLogin",
  tags: ["Anmeldung"],
  summary: "Anmeldung beginnen",
  description: "Leitet zum Identitätsanbieter weiter (OpenID Connect, Authorization Code mit PKCE).",
  ...meldetAn("anmeldung"),
  ...recht("offen"),
  request: {
    query: z.strictObject({
      returnTo: z
        .string()
        .max(2000)
        .optional()
        .openapi({
          description:
            "Wohin nach der Anmeldung: ein Pfad, oder eine Adresse dieses Dienstes oder einer freigegebenen Oberfläche.",
          example: `${beispielbasis}/docs`,
        }),
    }),
  },
  responses: {
    302: { description: "Zum Identitätsanbieter" },
    400: problem("Das Ziel ist weder dieser Dienst noch eine freigegebene Oberfläche (`ungueltiges_ziel`)"),
    503: problem("Der Identitätsanbieter ist nicht erreichbar (`anbieter_nicht_erreichbar`)"),
  },
});

/** One text. What is anything else, such as one given twice, is missing: that is refused and written down by the verb. */
const Rueckgabe = z.string().optional().catch(undefined);

const getCallback = createRoute({
  method: "get",
  path: "/auth/callback",
  operationId: "getAuthCallback",
  tags: ["Anmeldung"],
  summary: "Rückkehr von der Anmeldung",
  description: "Prüft die Antwort des Identitätsanbieters und beginnt die Sitzung. Nicht für eigene Tokens gedacht.",
  ...meldetAn("rueckkehr"),
  ...recht("offen"),
  request: {
    query: z.object({
      code: Rueckgabe.openapi({ type: "string", description: "Einmaliger Code des Identitätsanbieters" }),
      state: Rueckgabe.openapi({ type: "string", description: "Der Wert, mit dem `/auth/login` dorthin schickte" }),
      error: Rueckgabe.openapi({ type: "string", description: "Warum der Identitätsanbieter ablehnt" }),
    }),
  },
  responses: {
    302: { description: "Angemeldet; weiter zu returnTo, mit Sitzungs-Cookie" },
    400: problem("Die Anmeldung ist fehlgeschlagen (`anmeldung_fehlgeschlagen`)"),
    503: problem("Der Identitätsanbieter ist nicht erreichbar (`anbieter_nicht_erreichbar`)"),
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
  responses: { 204: { description: "Abgemeldet" }, 403: problem("Fremde Herkunft (`fremde_herkunft`)") },
});

export function mountAuth(app: App, deps: Deps, sitzungen: Sitzungen, oidc: Oidc): void {
  const { config, sqlVorrang: sql } = deps;

  // `__Host-`: no other host, no other path and nothing without https may set it.
  const cookie = config.produktion
    ? { name: "__Host-service.anmeldung", optionen: { path: "/", secure: true } }
    : { name: "service.anmeldung", optionen: { path: `${config.BASE_PATH}/auth`, secure: false } };

  app.openapi(getLogin, async (c) => {
    const eigene = eigeneOrigin(config, new URL(c.req.url));
    const returnTo = pruefeZiel(config, eigene, c.req.valid("query").returnTo);
    const redirectUri = `${eigene}${config.BASE_PATH}/auth/callback`;
    const { adresse, versuch } = await oidc.beginne(returnTo, redirectUri);
    const versuche = [...versucheAus(getCookie(c, cookie.name)), await insertVersuch(sql, versuch)];
    setCookie(c, cookie.name, alsCookie(versuche), {
      ...cookie.optionen,
      httpOnly: true,
      sameSite: "Lax",
      maxAge: versuchSekunden,
    });
    return c.redirect(adresse.href, 302);
  });

  app.openapi(getCallback, async (c) => {
    const { returnTo, cookie: cookieNeu } = await schliesseAnmeldungAb(deps, sitzungen, oidc, {
      ...c.req.valid("query"),
      eigene: eigeneOrigin(config, new URL(c.req.url)),
      versuche: versucheAus(getCookie(c, cookie.name)),
      bisherige: getCookie(c, sitzungCookie),
      anfrageId: c.get("anfrageId"),
    });
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
}
