import type { RouteConfig } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { nichtErreichbar, ueberlastet } from "../../database/ausfall.ts";
import { einlass } from "../../database/einlass.ts";
import type { Env } from "../app.ts";
import { istLang, istOffen, nimmtDatei } from "../route.ts";

/** One for all: in a crowd its making would be what costs most. */
const absage = ueberlastet();
const sonst = () => absage;

/**
 * How many requests of a kind are worked on at once, and how many of it wait how long for their turn. More places would
 * not make a server faster: whoever is let in shares its one thread and its connections with the others. Most of a crowd
 * may wait: it costs nothing, while whoever is refused at once is back at once.
 */
const tore = () => ({
  lang: einlass(6, { ms: 5_000, hoechstens: 16, sonst }),
  datei: einlass(16, { ms: 5_000, hoechstens: 32, sonst }),
  // Most of them wait for the provider.
  anmeldung: einlass(64, { ms: 1_000, hoechstens: 256, sonst }),
  lesend: einlass(32, { ms: 1_000, hoechstens: 1_000, sonst }),
  schreibend: einlass(20, { ms: 1_500, hoechstens: 500, sonst }),
});

const istAnmeldung = ({ path }: RouteConfig): boolean => path.startsWith("/auth/");

const art = (methode: string, route: RouteConfig): keyof ReturnType<typeof tore> => {
  if (istAnmeldung(route)) return "anmeldung";
  if (istLang(route)) return "lang";
  if (nimmtDatei(route)) return "datei";
  return methode === "GET" || methode === "HEAD" ? "lesend" : "schreibend";
};

/**
 * Refuses early what could not be answered in time: while the database is away, and when too many wait already. Each
 * kind has a gate of its own, so that writers who wait for one another keep nobody from reading or signing in.
 */
export function erstelleZulassung(routeVon: (c: Context) => RouteConfig | undefined, istWeg: () => boolean) {
  const alle = tore();
  const torVon = (c: Context) => {
    const route = routeVon(c);
    return route === undefined || (istOffen(route) && !istAnmeldung(route))
      ? undefined
      : alle[art(c.req.method, route)];
  };
  /** Stands before all that costs: a crowd is refused before a body is read or a session looked up. */
  const weiseAb: MiddlewareHandler<Env> = async (c, next) => {
    const tor = torVon(c);
    if (tor && istWeg()) throw nichtErreichbar();
    if (tor?.istVoll()) throw absage;
    await next();
  };
  /** Stands where the body is there: nobody holds a place while it arrives. */
  const lasseEin: MiddlewareHandler<Env> = async (c, next) => {
    if (istWeg()) throw nichtErreichbar();
    const tor = torVon(c);
    if (tor === undefined) return next();
    await tor(next);
  };
  return { weiseAb, lasseEin };
}
