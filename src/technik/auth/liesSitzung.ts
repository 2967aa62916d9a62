import type { MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { Env } from "../http/app.ts";
import { sitzungCookie } from "../http/recht.ts";
import type { Sitzungen } from "./sitzung.ts";

/** Reads the session, if there is a valid one, and keeps its cookie alive. */
export const liesSitzung =
  (sitzungen: Sitzungen): MiddlewareHandler<Env> =>
  async (c, next) => {
    const id = getCookie(c, sitzungCookie);
    const sitzung = id ? await sitzungen.lies(id) : null;
    c.set("akteur", sitzung?.akteur ?? null);
    c.set("sitzungEndetAm", sitzung?.endetAm ?? null);
    await next();
    if (!id || !sitzung?.erneuert) return;
    const { headers } = c.res;
    // Whoever signs in or out has a word of his own on it.
    const istGesetzt = headers.getSetCookie().some((cookie) => cookie.startsWith(`${sitzungCookie}=`));
    if (!istGesetzt) headers.append("Set-Cookie", sitzungen.cookie(id));
  };
