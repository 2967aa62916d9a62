import { createRoute, z } from "@hono/zod-openapi";
import { getCookie } from "hono/cookie";
import type { Deps } from "../../deps.ts";
import type { App } from "../../http/app.ts";
import { adresseVon } from "../../http/einlass/adresse.ts";
import { meldetAn } from "../../http/einlass/grenzen.ts";
import { recht, sitzungCookie } from "../../http/recht.ts";
import { verborgen } from "../../http/route.ts";
import { koerper, problem } from "../../http/schema.ts";
import type { Sitzungen } from "../sitzung.ts";
import { liesGeheimnisHash } from "./hash.ts";
import { meldeNotfallAn } from "./meldeAn.ts";

const postBreakGlass = createRoute({
  method: "post",
  path: "/auth/break-glass",
  ...verborgen,
  ...meldetAn("notfall"),
  ...recht("offen"),
  request: koerper(z.strictObject({ geheimnis: z.string().min(1).max(1000) })),
  responses: {
    204: { description: "Angemeldet" },
    401: problem("Das Geheimnis ist falsch (`geheimnis_falsch`)"),
    429: problem("Zu viele Versuche (`zu_viele_versuche`); `Retry-After` sagt, wann es weitergeht"),
  },
});

/** The emergency sign-in for when the identity provider is down; without `BREAK_GLASS_HASH` there is none. */
export function mountBreakGlass(app: App, { config, sqlVorrang: sql }: Deps, sitzungen: Sitzungen): void {
  if (!config.BREAK_GLASS_HASH) return;
  const erwartet = liesGeheimnisHash(config.BREAK_GLASS_HASH);
  app.openapi(postBreakGlass, async (c) => {
    const { geheimnis } = c.req.valid("json");
    const cookie = await meldeNotfallAn(sql, sitzungen, erwartet, {
      geheimnis,
      adresse: adresseVon(c, config.PROXY_HOPS),
      bisherige: getCookie(c, sitzungCookie),
      anfrageId: c.get("anfrageId"),
    });
    c.header("Set-Cookie", cookie, { append: true });
    return c.body(null, 204);
  });
}
