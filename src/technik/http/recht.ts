import type { MiddlewareHandler } from "hono";
import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { darf, type Recht, rechte } from "../../kern/rechte.ts";
import type { Env } from "./app.ts";

/** @throws Ablehnung nichtErlaubt `keine_berechtigung` */
export const verlange = ({ akteur }: Pick<Kontext, "akteur">, recht: Recht): void => {
  if (!darf(akteur.rollen, recht))
    throw new Ablehnung("nichtErlaubt", "keine_berechtigung", "Ihre Rolle erlaubt diese Aktion nicht.");
};

/** The cookie that carries the session, as the contract names it. */
export const sitzungCookie = "service.sid";

const verlangeRecht =
  (recht: Recht): MiddlewareHandler<Env> =>
  async (c, next) => {
    const akteur = c.get("akteur");
    if (!akteur) throw new Ablehnung("nichtAngemeldet", "nicht_angemeldet", "Bitte melden Sie sich an.");
    verlange({ akteur }, recht);
    await next();
  };

/** Check, security scheme and roles of one operation; the document completes sentence and error answers from them. */
export const recht = (name: Recht) =>
  rechte[name] === null
    ? { security: [] as Record<string, string[]>[], "x-recht": name }
    : {
        middleware: [verlangeRecht(name)],
        security: [{ sitzung: [] as string[] }],
        "x-recht": name,
        ...(rechte[name].length > 0 ? { "x-rollen": rechte[name] } : {}),
      };
