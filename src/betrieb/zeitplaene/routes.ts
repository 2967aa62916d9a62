import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import { zumAuftrag } from "../../technik/http/antwort.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { angenommen, json } from "../../technik/http/schema.ts";
import { Auftrag } from "../auftraege/schema.ts";
import { leseZeitplaene } from "./lese.ts";
import { Zeitplan, ZeitplanParameter } from "./schema.ts";
import { starteZeitplan } from "./starte.ts";

const tags = ["Betrieb"];

const listZeitplaene = createRoute({
  method: "get",
  path: "/betrieb/zeitplaene",
  operationId: "listZeitplaene",
  tags,
  summary: "Was der Worker jede Nacht tut, mit seinen letzten Läufen",
  ...recht("betrieb.fuehren"),
  responses: { 200: json(z.array(Zeitplan), "Die Zeitpläne in der Folge der Nacht") },
});

const startZeitplan = createRoute({
  method: "post",
  path: "/betrieb/zeitplaene/{name}/start",
  operationId: "starteZeitplan",
  tags,
  summary: "Einen Zeitplan jetzt ausführen",
  description: "Wartet oder läuft er schon, antwortet der Dienst mit diesem Auftrag.",
  ...recht("betrieb.fuehren"),
  request: { params: ZeitplanParameter },
  responses: { 202: angenommen(Auftrag) },
});

export function mountZeitplaene(app: App, { sql, config, uhr }: Deps): void {
  const basis = config.BASE_PATH;
  app.openapi(listZeitplaene, async (c) => {
    c.set("zeigtFertiges", true);
    return c.json(await leseZeitplaene(sql, uhr()), 200);
  });
  app.openapi(startZeitplan, async (c) => {
    const auftrag = await starteZeitplan(sql, c.get("kontext"), basis, c.req.valid("param").name);
    return c.json(auftrag, 202, zumAuftrag(basis, { auftragId: auftrag.id }));
  });
}
