import type { MiddlewareHandler } from "hono";
import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { darf, type Recht, type Rolle, rechte, rollenworte } from "../../kern/rechte.ts";
import type { Env } from "./app.ts";

/** What somebody is told who has other roles. */
export function falscheRolle(recht: Recht): string {
  const erlaubte: readonly Rolle[] = rechte[recht] ?? [];
  return `Ihre Rolle erlaubt diese Aktion nicht. Erlaubt ist sie: ${erlaubte.map((rolle) => rollenworte[rolle]).join(", ")}.`;
}

const verweigert = (eigene: readonly Rolle[], recht: Recht): string =>
  eigene.length === 0
    ? "Ihnen ist noch keine Rolle zugeordnet. Bitte an den Administrator wenden."
    : falscheRolle(recht);

/** @throws Ablehnung nichtErlaubt `keine_berechtigung` */
export function verlange({ akteur }: Pick<Kontext, "akteur">, recht: Recht): void {
  if (!darf(akteur.rollen, recht))
    throw new Ablehnung("nichtErlaubt", "keine_berechtigung", verweigert(akteur.rollen, recht));
}

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
export function recht(name: Recht) {
  return rechte[name] === null
    ? { security: [] as Record<string, string[]>[], "x-recht": name }
    : {
        middleware: [verlangeRecht(name)],
        security: [{ sitzung: [] as string[] }],
        "x-recht": name,
        ...(rechte[name].length > 0 ? { "x-rollen": rechte[name] } : {}),
      };
}
