import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { Config } from "../../config.ts";
import type { Env } from "../app.ts";

/** What a page of another origin may read of an answer besides what every page may. */
const lesbar = [
  "ETag",
  "Link",
  "Location",
  "Retry-After",
  "Content-Disposition",
  "Accept-Ranges",
  "Content-Range",
  "X-Total-Count",
  "X-Nachrichten-Id",
  "X-Zahlungen-Anzahl",
  "X-Zahlungen-Summe-Cent",
  "X-Ausgelassen-Anzahl",
  "X-Belege-Anzahl",
  "X-Buchungen-Anzahl",
  "X-Request-Id",
].join(",");

/**
 * Lets pages of the configured origins ask with the user's cookie. A preflight is answered by Hono; an answer only gets
 * its headers here: Hono would make it anew for them, stream and all, which costs more than many a statement.
 *
 * @param methodenVon what an address can be asked, for whoever asks it by OPTIONS without being a page
 */
export function gibSeitenFrei(
  { FRONTEND_ORIGINS }: Config,
  methodenVon: (pfad: string) => string[],
): MiddlewareHandler<Env> {
  const beantworteVorfrage = cors({
    origin: (origin) => (FRONTEND_ORIGINS.includes(origin) ? origin : null),
    credentials: true,
    allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
    allowHeaders: [
      ...["Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "Range", "If-Range"],
      ...["traceparent", "tracestate"],
    ],
    maxAge: 600,
  });
  return async (c, next) => {
    if (c.req.method === "OPTIONS") {
      const methoden = methodenVon(c.req.path);
      if (methoden.length > 0) c.header("Allow", methoden.join(", "));
      else if (!c.req.header("access-control-request-method")) return next();
      return beantworteVorfrage(c, next);
    }
    await next();
    const origin = c.req.header("origin");
    const { headers } = c.res;
    if (origin !== undefined && FRONTEND_ORIGINS.includes(origin)) headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Allow-Credentials", "true");
    headers.set("Access-Control-Expose-Headers", lesbar);
    headers.append("Vary", "Origin");
  };
}
