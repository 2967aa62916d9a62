import type { MiddlewareHandler } from "hono";
import type { Kontext } from "../../kern/kontext.ts";
import { darf, type Recht, rechte } from "../../kern/rechte.ts";
import type { Env } from "./app.ts";
import { Problem } from "./problem.ts";

/** @throws Problem 403 `keine_berechtigung` */
export const verlange = (kontext: Kontext, recht: Recht): void => {
  if (!darf(kontext.akteur.rollen, recht))
    throw new Problem(403, "keine_berechtigung", "Ihre Rolle erlaubt diese Aktion nicht.");
};

const pruefe =
  (recht: Recht): MiddlewareHandler<Env> =>
  async (c, next) => {
    const akteur = c.get("akteur");
    if (!akteur) throw new Problem(401, "nicht_angemeldet", "Bitte melden Sie sich an.");
    if (!darf(akteur.rollen, recht))
      throw new Problem(403, "keine_berechtigung", "Ihre Rolle erlaubt diese Aktion nicht.");
    await next();
  };

/** Check, security scheme and roles of one operation; the document completes sentence and error answers from them. */
export const recht = (name: Recht) =>
  rechte[name] === null
    ? { security: [] as Record<string, string[]>[], "x-recht": name }
    : {
        middleware: [pruefe(name)],
        security: [{ sitzung: [] as string[] }],
        "x-recht": name,
        ...(rechte[name].length > 0 ? { "x-rollen": rechte[name] } : {}),
      };
