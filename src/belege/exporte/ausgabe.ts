import type { Context } from "hono";
import type { Env } from "../../technik/http/app.ts";
import type { Ausgabe } from "./tabellen/exportiere.ts";

/** A file to be saved; to HEAD its headers alone. */
export const alsDownload = (c: Context<Env>, { dateiname, oeffne }: Ausgabe, typen: Record<string, string>) => {
  const kopf = {
    ...typen,
    "Content-Disposition": `attachment; filename="${dateiname}"`,
    "Cache-Control": "no-store",
  };
  return c.req.method === "HEAD" ? c.body(null, 200, kopf) : c.body(oeffne(), 200, kopf);
};
