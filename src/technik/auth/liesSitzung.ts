import type { MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { Env } from "../http/app.ts";
import { sitzungCookie } from "../http/recht.ts";
import type { Sitzungen } from "./sitzung.ts";

const lesend = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Remembers of a session how far the database has written. What was answered is done, so that it is answered all the
 * same where that fails; it is made up for before the session reads again here, or the next time if that fails too.
 */
const erstelleMerker = ({ merkeStand }: Sitzungen, melde: (text: string, fehler: unknown) => void) => {
  const versaeumte = new Set<string>();
  return {
    async merke(id: string): Promise<void> {
      try {
        await merkeStand(id);
      } catch (fehler) {
        versaeumte.add(id);
        melde("Lesekopie: der Stand einer Sitzung ist nicht vermerkt", fehler);
      }
    },
    async holeNach(id: string): Promise<void> {
      if (!versaeumte.has(id)) return;
      await merkeStand(id);
      versaeumte.delete(id);
    },
  };
};

/**
 * Reads the session, if there is a valid one, and keeps its cookie alive.
 *
 * @param hatReplik whether reads go to a copy: then the session remembers how far that must be
 * @param melde takes what kept it from remembering
 */
export function liesSitzung(
  sitzungen: Sitzungen,
  hatReplik: boolean,
  melde: (text: string, fehler: unknown) => void,
): MiddlewareHandler<Env> {
  const { merke, holeNach } = erstelleMerker(sitzungen, melde);
  return async (c, next) => {
    const id = getCookie(c, sitzungCookie);
    if (id) await holeNach(id);
    const sitzung = id ? await sitzungen.lies(id) : null;
    c.set("akteur", sitzung?.akteur ?? null);
    c.set("sitzungEndetAm", sitzung?.endetAm ?? null);
    if (sitzung?.geschriebenBis) c.set("geschriebenBis", sitzung.geschriebenBis);
    await next();
    if (hatReplik && id && sitzung && (c.get("zeigtFertiges") || !lesend.has(c.req.method))) await merke(id);
    if (!id || !sitzung?.erneuert) return;
    const { headers } = c.res;
    // Whoever signs in or out has a word of his own on it.
    const istGesetzt = headers.getSetCookie().some((cookie) => cookie.startsWith(`${sitzungCookie}=`));
    if (!istGesetzt) headers.append("Set-Cookie", sitzungen.cookieBis(id, sitzung.endetAm));
  };
}
