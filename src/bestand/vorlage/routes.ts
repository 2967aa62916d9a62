import { createRoute, z } from "@hono/zod-openapi";
import { mappentyp } from "../../belege/exporte/mappe.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { formatVersion } from "../format/blaetter.ts";
import { blattnamen } from "../format/blattnamen.ts";
import { baueVorlage } from "./vorlage.ts";

const dateiname = `bestand-vorlage-v${formatVersion}.xlsx`;

const getVorlage = createRoute({
  method: "get",
  path: "/import/vorlage",
  operationId: "getImportVorlage",
  tags: ["Import und Bestand"],
  summary: "Die leere Mappe für den Import",
  description:
    `Ein Blatt „Anleitung“, das jede Spalte erklärt, und die Blätter ${blattnamen.join(", ")}, jedes mit Kopfzeile, ` +
    "Auswahllisten und einer Beispielzeile, die der Import überliest. Beträge stehen in Euro, Sätze in Prozent.",
  ...recht("daten.schreiben"),
  responses: {
    200: {
      description: "Die Mappe",
      headers: z.object({
        "Content-Disposition": z.string().openapi({ description: "Dateiname mit der Version des Formats" }),
      }),
      content: { [mappentyp]: { schema: z.string().openapi({ type: "string", format: "binary" }) } },
    },
  },
});

export function mountVorlage(app: App): void {
  app.openapi(getVorlage, async (c) =>
    c.body(await baueVorlage(), 200, {
      "Content-Type": mappentyp,
      "Content-Disposition": `attachment; filename="${dateiname}"`,
      "Cache-Control": "no-store",
    }),
  );
}
