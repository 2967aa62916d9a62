import type { RouteConfig } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { Ablehnung } from "../../kern/ablehnung.ts";
import type { App, Env } from "./app.ts";
import { unbekannt, ungueltigeEingabe } from "./problem/feldfehler.ts";

const routenIn = (api: App): RouteConfig[] =>
  api.openAPIRegistry.definitions.flatMap((eintrag) => (eintrag.type === "route" ? [eintrag.route] : []));

/**
 * What the route of a request says of itself, for middleware that runs before it. The routes are looked at with the
 * first request, when all of them are mounted.
 *
 * @param basis path that `api` is mounted under
 */
export function routenVon(api: App, basis: string): (c: Context) => RouteConfig | undefined {
  const schluessel = (methode: string, pfad: string) => `${methode.toUpperCase()} ${pfad}`;
  let routen: Map<string, RouteConfig> | undefined;
  const sammle = () =>
    new Map(
      routenIn(api).map((route) => [schluessel(route.method, basis + route.path.replace(/\{(\w+)\}/g, ":$1")), route]),
    );
  const finde = (c: Context): RouteConfig | undefined => {
    routen ??= sammle();
    for (const { method, path } of matchedRoutes(c)) {
      // What stands before all routes.
      if (method === "ALL") continue;
      const route = routen.get(schluessel(method, path));
      if (route) return route;
    }
    return undefined;
  };
  const gefundene = new WeakMap<Context, RouteConfig | undefined>();
  return (c) => {
    if (!gefundene.has(c)) gefundene.set(c, finde(c));
    return gefundene.get(c);
  };
}

/**
 * The methods of an address as its path names them; none where it is unknown. Where several paths fit it counts the one
 * that names most of it: `/kontakte/validate-address` is itself, not the contact of that id.
 */
export function methodenIn(api: App, basis: string): (pfad: string) => string[] {
  const offeneTeile = (pfad: string) => pfad.split("*").length;
  const sammle = () => {
    // Also what the document does not show; middleware is for all methods.
    const routen = api.routes.filter(({ method }) => method !== "ALL");
    const nachPfad = Map.groupBy(routen, ({ path }) => (basis + path).replace(/:\w+/g, "*"));
    return [...nachPfad]
      .sort(([a], [b]) => offeneTeile(a) - offeneTeile(b))
      .map(([pfad, routen]) => ({
        passt: new RegExp(`^${pfad.replaceAll(".", "\\.").replaceAll("*", "[^/]+")}$`),
        methoden: [...new Set(routen.map(({ method }) => method))],
      }));
  };
  let muster: ReturnType<typeof sammle> | undefined;
  return (pfad) => {
    muster ??= sammle();
    const methoden = muster.find(({ passt }) => passt.test(pfad))?.methoden ?? [];
    return [...methoden, ...(methoden.includes("GET") ? ["HEAD"] : []), ...(methoden.length > 0 ? ["OPTIONS"] : [])];
  };
}

const falscheMethode = (methoden: string[]): Ablehnung =>
  new Ablehnung("falscheMethode", "methode", `Diese Adresse kennt nur ${methoden.join(", ")}.`, {}, { methoden });

/**
 * What a request without an answer gets: the address is unknown, or it is asked by a method that it does not have. One
 * that has the method names something that is not there.
 */
export function ohneRoute(methoden: string[], methode: string): Ablehnung {
  return methoden.length === 0 || methoden.includes(methode)
    ? new Ablehnung("nichtGefunden", "nicht_gefunden", "Diese Adresse gibt es nicht.")
    : falscheMethode(methoden);
}

/** Keeps a name that has not the method asked for from being taken for an id by the path beside it. */
export const achteMethode =
  (route: (c: Context) => RouteConfig | undefined, methodenVon: (pfad: string) => string[]): MiddlewareHandler<Env> =>
  async (c, next) => {
    if (route(c)?.path.includes("{")) {
      const methoden = methodenVon(c.req.path);
      if (!methoden.includes(c.req.method)) throw falscheMethode(methoden);
    }
    await next();
  };

/**
 * Refuses parameters in the query where an operation knows none: a misspelt one would be ignored as if it had been heard.
 * Whoever is not signed in is told that first.
 */
export const achteParameter =
  (route: (c: Context) => RouteConfig | undefined): MiddlewareHandler<Env> =>
  async (c, next) => {
    const operation = c.get("akteur") && c.req.url.includes("?") ? route(c) : undefined;
    if (operation && !operation.request?.query && !istOffen(operation)) {
      const namen = Object.keys(c.req.query());
      if (namen.length > 0) throw ungueltigeEingabe(namen.map((name) => unbekannt(name, name)));
    }
    await next();
  };

/** Files come as a form, are read as a stream and have limits of their own. */
export function nimmtDatei(route: RouteConfig | undefined): boolean {
  return route?.request?.body?.content["multipart/form-data"] !== undefined;
}

/** A booking, a cancellation, an export or a report: it may take minutes, on connections of its own. */
export const dauert = { "x-lang": true } as const;

export function istLang(route: RouteConfig): boolean {
  return "x-lang" in route;
}

/**
 * Nothing for clients: the document does not show it. The router's own `hide` would keep it from gates, limits and the
 * log as well.
 */
export const verborgen = { "x-verborgen": true } as const;

/** For everybody, signed in or not. */
export function istOffen(route: RouteConfig): boolean {
  return "x-recht" in route && route["x-recht"] === "offen";
}
