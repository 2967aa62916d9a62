import type { RouteConfig } from "@hono/zod-openapi";
import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import { Ablehnung } from "../../kern/ablehnung.ts";
import type { App } from "./app.ts";

const routenIn = (api: App): RouteConfig[] =>
  api.openAPIRegistry.definitions.flatMap((eintrag) => (eintrag.type === "route" ? [eintrag.route] : []));

/**
 * What the route of a request says of itself, for middleware that runs before it. The routes are looked at with the
 * first request, when all of them are mounted.
 *
 * @param basis path that `api` is mounted under
 */
export const routenVon = (api: App, basis: string): ((c: Context) => RouteConfig | undefined) => {
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
};

/** What a request without a route gets: the address is unknown, or it is asked by a method that it does not have. */
export const ohneRoute = (api: App, basis: string): ((pfad: string) => Ablehnung) => {
  let muster: { passt: RegExp; methode: string }[] | undefined;
  const sammle = () =>
    routenIn(api).map(({ method, path }) => ({
      passt: new RegExp(`^${(basis + path).replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
      methode: method.toUpperCase(),
    }));
  return (pfad) => {
    muster ??= sammle();
    const methoden = muster.flatMap(({ passt, methode }) => (passt.test(pfad) ? [methode] : []));
    if (methoden.length === 0) return new Ablehnung("nichtGefunden", "nicht_gefunden", "Diese Adresse gibt es nicht.");
    const erlaubt = [...new Set([...methoden, ...(methoden.includes("GET") ? ["HEAD"] : []), "OPTIONS"])];
    const detail = `Diese Adresse kennt nur ${erlaubt.join(", ")}.`;
    return new Ablehnung("falscheMethode", "methode", detail, {}, { methoden: erlaubt });
  };
};

/** Files come as a form, are read as a stream and have limits of their own. */
export const nimmtDatei = (route: RouteConfig | undefined): boolean =>
  route?.request?.body?.content["multipart/form-data"] !== undefined;

/** A booking, a cancellation, an export or a report: it may take minutes, on connections of its own. */
export const dauert = { "x-lang": true } as const;

export const istLang = (route: RouteConfig): boolean => "x-lang" in route;

/** For everybody, signed in or not. */
export const istOffen = (route: RouteConfig): boolean => "x-recht" in route && route["x-recht"] === "offen";
