import { createRoute, z } from "@hono/zod-openapi";
import { alsDownload } from "../../belege/exporte/ausgabe.ts";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { IdParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { dauert } from "../../technik/http/route.ts";
import { aufgegangen, problem } from "../../technik/http/schema.ts";
import { erstelleAuskunft } from "./erstelle.ts";

const getAuskunft = createRoute({
  method: "get",
  path: "/kontakte/{id}/auskunft",
  operationId: "getAuskunft",
  tags: ["Kontakte"],
  summary: "Einer Person Auskunft über ihre Daten geben",
  description:
    "Ein ZIP-Archiv für die Person (Art. 15 DSGVO): eine Übersicht zum Lesen (`uebersicht.html`) mit Zwecken, Fristen und " +
    "Rechten, alles als `daten.json`, ihre Briefe und die Uploads ihrer Pachtkonten. Daten anderer, was erst hochgeladen " +
    "wurde, als sie nicht mehr beteiligt war, und Namen von Mitarbeitern fehlen (Abs. 4); was in Uploads und Bemerkungen steht, weiß der Dienst nicht: **vor der Herausgabe " +
    "ansehen.** Auch für einen Kontakt, der mit `DELETE` entfernt wurde, solange noch etwas von ihm da ist. Jeder Abruf " +
    "steht im Audit-Log.",
  ...dauert,
  ...recht("personen.auskunft"),
  request: { params: IdParameter },
  responses: {
    200: {
      description: "Das Archiv",
      headers: z.object({ "Content-Disposition": z.string().openapi({ description: "Dateiname mit dem Tag" }) }),
      content: { "application/zip": { schema: z.string().openapi({ type: "string", format: "binary" }) } },
    },
    404: problem("Kein Kontakt mit dieser id, und nichts, was von ihm noch da wäre"),
    410: aufgegangen,
  },
});

export function mountAuskunft(app: App, { sqlLang }: Deps): void {
  app.openapi(getAuskunft, async (c) => {
    const { id } = c.req.valid("param");
    const ausgabe = await erstelleAuskunft(sqlLang, c.get("kontext"), id, c.req.method !== "HEAD");
    return alsDownload(c, ausgabe, { "Content-Type": "application/zip" });
  });
}
