import { createRoute, z } from "@hono/zod-openapi";
import { alsDownload } from "../../belege/exporte/ausgabe.ts";
import { mappentyp } from "../../belege/exporte/mappe.ts";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { IdParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { problem } from "../../technik/http/schema.ts";
import { exportiereBefunde } from "./exportiere.ts";

const getBefundmappe = createRoute({
  method: "get",
  path: "/import/{id}/befunde.xlsx",
  operationId: "exportImportBefunde",
  tags: ["Import und Bestand"],
  summary: "Die hochgeladene Mappe mit ihren Befunden",
  description:
    "Jede gelesene Zeile an ihrem Platz, dahinter in der Spalte „Befunde“, was daran falsch (rot) oder auffällig " +
    "(gelb) ist; was die Datei oder ein Blatt als ganzes betrifft, auf dem Blatt „Befunde“. Was nicht gelesen wurde " +
    "(Blätter, Spalten, Werte ohne Namen), steht darin, wie es war. Verbessert kann die Mappe so wieder " +
    "hochgeladen werden: Blatt und Spalte mit den Befunden werden überlesen. Jeder Abruf steht im Audit-Log.",
  ...dauert,
  ...recht("bestand.uebernehmen"),
  request: { params: IdParameter },
  responses: {
    200: {
      description: "Die Mappe",
      headers: z.object({
        "Content-Disposition": z.string().openapi({ description: "Dateiname mit der id des Imports" }),
      }),
      content: { [mappentyp]: { schema: z.string().openapi({ type: "string", format: "binary" }) } },
    },
    404: problem("Kein Import mit dieser id"),
  },
});

export function mountBefundmappe(app: App, { sqlLang }: Deps): void {
  app.openapi(getBefundmappe, async (c) => {
    const { id } = c.req.valid("param");
    const ausgabe = await exportiereBefunde(sqlLang, c.get("kontext"), id, c.req.method !== "HEAD");
    return alsDownload(c, ausgabe, { "Content-Type": mappentyp });
  });
}
