import type { MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { Env } from "../http/app.ts";
import { sitzungCookie } from "../http/recht.ts";
import type { Sitzungen } from "./sitzung.ts";

const lesend = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Reads the session, if there is a valid one, and keeps its cookie alive.
 *
 * @param hatReplik whether reads go to a copy: then the session remembers how far that must be
 */
export const liesSitzung =
  (sitzungen: Sitzungen, hatReplik: boolean): MiddlewareHandler<Env> =>
  async (c, next) => {
    const id = getCookie(c, sitzungCookie);
    const sitzung = id ? await sitzungen.lies(id) : null;
    c.set("akteur", sitzung?.akteur ?? null);
    c.set("sitzungEndetAm", sitzung?.endetAm ?? null);
    if (sitzung?.geschriebenBis) c.set("geschriebenBis", sitzung.geschriebenBis);
    await next();
    if (hatReplik && id && sitzung && (c.get("zeigtFertiges") || !lesend.has(c.req.method)))
      await sitzungen.merkeStand(id);
    if (!id || !sitzung?.erneuert) return;
    const { headers } = c.res;
    // Whoever signs in or out has a word of his own on it.
    const istGesetzt = headers.getSetCookie().some((cookie) => cookie.startsWith(`${sitzungCookie}=`));
    if (!istGesetzt) headers.append("Set-Cookie", sitzungen.cookie(id));
  };
