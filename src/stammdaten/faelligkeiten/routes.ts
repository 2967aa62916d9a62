import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import { zumAuftrag } from "../../technik/http/antwort.ts";
import type { App } from "../../technik/http/app.ts";
import { KennungParameter } from "../../technik/http/parameter.ts";
import { recht } from "../../technik/http/recht.ts";
import { angenommen, json, problem } from "../../technik/http/schema.ts";
import { berechneAlleFaelligkeiten, berechneFaelligkeiten, listeFaelligkeiten } from "./berechne.ts";
import { FaelligkeitenJob, FaelligkeitFilter, FaelligkeitPaginatedList } from "./schema.ts";

const tags = ["Fälligkeiten und Termine"];
const keines = problem("Kein Pachtkonto mit dieser id");
const request = { params: KennungParameter, query: FaelligkeitFilter };

const recalculateAll = createRoute({
  method: "post",
  path: "/abrechnung/faelligkeiten/recalculate-all",
  operationId: "recalculateAllFaelligkeiten",
  tags,
  summary: "Fälligkeiten aller Pachtkonten neu berechnen",
  description:
    "Ein Hintergrundauftrag, von dem zugleich nur einer besteht: solange er wartet oder läuft, antwortet jeder Aufruf mit demselben. Berechnet 25 Monate voraus, lässt gebuchte Zeiträume unberührt und ändert beim zweiten Mal nichts.",
  ...recht("abrechnung.buchen"),
  responses: { 202: angenommen(FaelligkeitenJob) },
});

const listFaelligkeiten = createRoute({
  method: "get",
  path: "/abrechnung/faelligkeiten/{id}",
  operationId: "listFaelligkeiten",
  tags,
  summary: "Fälligkeiten eines Pachtkontos",
  description:
    "`id` ist die des Pachtkontos. Geordnet nach `zeitraumVon`, dann id. Eine Schlussabrechnung, die nur schon Gebuchtes " +
    "berichtigt, hat hier keine eigene Zeile: sie steht in der Vorschau, in `/pachtkonten/abrechnung-liste` und in `naechste-termine`.",
  ...recht("daten.lesen"),
  request,
  responses: { 200: json(FaelligkeitPaginatedList, "Eine Seite der Fälligkeiten"), 404: keines },
});

const recalculate = createRoute({
  method: "post",
  path: "/abrechnung/faelligkeiten/{id}",
  operationId: "recalculateFaelligkeiten",
  tags,
  summary: "Fälligkeiten eines Pachtkontos neu berechnen",
  description:
    "`id` ist die des Pachtkontos. Berechnet 25 Monate voraus, lässt gebuchte Zeiträume unberührt und antwortet wie die Abfrage, mit denselben Parametern.",
  ...recht("faelligkeiten.berechnen"),
  request,
  responses: { 200: json(FaelligkeitPaginatedList, "Eine Seite der Fälligkeiten"), 404: keines },
});

export function mountFaelligkeiten(app: App, { sql, config }: Deps): void {
  app.openapi(recalculateAll, async (c) => {
    const job = await berechneAlleFaelligkeiten(sql, c.get("kontext"));
    return c.json(job, 202, zumAuftrag(config.BASE_PATH, job));
  });
  app.openapi(listFaelligkeiten, async (c) =>
    c.json(await listeFaelligkeiten(sql, c.req.valid("param").id, c.req.valid("query")), 200),
  );
  app.openapi(recalculate, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await berechneFaelligkeiten(sql, c.get("kontext"), id, c.req.valid("query")), 200);
  });
}
