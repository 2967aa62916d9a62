import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../../technik/deps.ts";
import type { App } from "../../../technik/http/app.ts";
import { recht } from "../../../technik/http/recht.ts";
import { json, problem } from "../../../technik/http/schema.ts";
import { AbgeschlossenerBuchungslauf } from "../schema.ts";
import { leseBuchungslauf, listeBuchungslaeufe } from "./lese.ts";
import { Buchungslauf, LaufParameter } from "./schema.ts";

const tags = ["Vorschau und Buchung"];

const getBuchungslauf = createRoute({
  method: "get",
  path: "/abrechnung/buchungslaeufe/{id}",
  operationId: "getBuchungslauf",
  tags,
  summary: "Einen Buchungslauf lesen",
  description: "In jedem Zustand: wie weit er ist, warum er fehlschlug, wie es um seine Schreiben und Stornos steht.",
  ...recht("daten.lesen"),
  request: { params: LaufParameter },
  responses: { 200: json(Buchungslauf, "Der Buchungslauf"), 404: problem("Kein Buchungslauf mit dieser id") },
});

const listBuchungslaeufe = createRoute({
  method: "get",
  path: "/abrechnung/buchungslaeufe",
  operationId: "listBuchungslaeufe",
  tags,
  summary: "Abgeschlossene Buchungsläufe",
  description: "Die neuesten zuerst. Ein stornierter Lauf bleibt mit dem Status `storniert` in der Liste.",
  ...recht("daten.lesen"),
  responses: { 200: json(z.array(AbgeschlossenerBuchungslauf), "Die Buchungsläufe") },
});

export function mountLaeufe(app: App, { sql }: Deps): void {
  app.openapi(getBuchungslauf, async (c) => {
    c.set("zeigtFertiges", true);
    return c.json(await leseBuchungslauf(sql, c.req.valid("param").id), 200);
  });
  app.openapi(listBuchungslaeufe, async (c) => c.json(await listeBuchungslaeufe(sql), 200));
}
