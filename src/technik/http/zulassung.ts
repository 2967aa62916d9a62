import type { RouteConfig } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { nichtErreichbar, ueberlastet } from "../database/ausfall.ts";
import { einlass } from "../database/einlass.ts";
import type { Env } from "./app.ts";
import { istLang, istOffen, nimmtDatei } from "./route.ts";

/** How many requests of a kind are worked on at once, and how many of it wait how long for their turn. */
const tore = () => ({
  lang: einlass(6, { ms: 5_000, hoechstens: 16, sonst: ueberlastet }),
  datei: einlass(16, { ms: 5_000, hoechstens: 32, sonst: ueberlastet }),
  lesend: einlass(32, { ms: 1_000, hoechstens: 160, sonst: ueberlastet }),
  schreibend: einlass(64, { ms: 1_000, hoechstens: 160, sonst: ueberlastet }),
});

const art = (methode: string, route: RouteConfig): keyof ReturnType<typeof tore> => {
  if (istLang(route)) return "lang";
  if (nimmtDatei(route)) return "datei";
  return methode === "GET" || methode === "HEAD" ? "lesend" : "schreibend";
};

/**
 * Refuses early what could not be answered in time: while the database is away, and when too many wait already. Each
 * kind has a gate of its own, so that writers who wait for one another keep nobody from reading, and signing in has none.
 */
export const lasseZu = (
  routeVon: (c: Context) => RouteConfig | undefined,
  istWeg: () => boolean,
): MiddlewareHandler<Env> => {
  const tor = tore();
  return async (c, next) => {
    if (istWeg()) throw nichtErreichbar();
    const route = routeVon(c);
    if (route === undefined || istOffen(route)) return next();
    await tor[art(c.req.method, route)](next);
  };
};
