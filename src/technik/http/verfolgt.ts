import type { RouteConfig } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { fuehreVerfolgt, wirdVerfolgt } from "../spur.ts";
import type { Env } from "./app.ts";

const ohneInteresse = new Set(["/healthz"]);

/** Draws a trace of each request of the document, and continues that of the caller; by templates, never by content. */
export const verfolgeAnfragen =
  (routeVon: (c: Context) => RouteConfig | undefined): MiddlewareHandler<Env> =>
  async (c, next) => {
    const pfad = wirdVerfolgt() ? routeVon(c)?.path : undefined;
    if (pfad === undefined || ohneInteresse.has(pfad)) return next();
    const { method } = c.req;
    const [traceparent, tracestate] = [c.req.header("traceparent"), c.req.header("tracestate")];
    await fuehreVerfolgt(
      {
        name: `${method} ${pfad}`,
        art: "server",
        merkmale: { "http.request.method": method, "http.route": pfad },
        herkunft: { ...(traceparent ? { traceparent } : {}), ...(tracestate ? { tracestate } : {}) },
      },
      async (abschnitt) => {
        await next();
        const { status } = c.res;
        abschnitt.ergaenze({ "http.response.status_code": status, "pacht.anfrage": c.get("anfrageId") });
        if (status >= 500) abschnitt.scheitert(String(status));
      },
    );
  };
