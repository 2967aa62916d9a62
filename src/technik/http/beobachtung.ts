import type { RouteConfig } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import type { Deps } from "../deps.ts";
import type { Env } from "./app.ts";

/** What lies under no documented path: files of the Swagger UI, and addresses that there are not. */
const uebriges = "(sonstige)";

/** Tells of each request when it begins, and when its answer has left: by ids and templates, never by content. */
export function beobachteAnfragen(
  routeVon: (c: Context) => RouteConfig | undefined,
  beobachte: NonNullable<Deps["beobachte"]>,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const beginn = performance.now();
    const methode = c.req.method;
    const ende = beobachte(methode, routeVon(c)?.path ?? uebriges);
    await next();
    const { status, headers } = c.res;
    const laenge = headers.get("content-length");
    const melde = (bytes: number | null) =>
      ende({
        anfrageId: c.get("anfrageId"),
        benutzerId: c.get("akteur")?.id ?? null,
        status,
        dauerMs: performance.now() - beginn,
        bytes,
        verweigert: c.get("verweigert") ?? null,
      });
    const { nachAntwort } = c.env ?? {};
    if (nachAntwort) nachAntwort(melde);
    else melde(laenge === null ? null : Number(laenge));
  };
}
