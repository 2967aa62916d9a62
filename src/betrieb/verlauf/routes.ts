import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { json } from "../../technik/http/schema.ts";
import { leseVerlauf } from "./lese.ts";
import { Betriebsverlauf, VerlaufFilter } from "./schema.ts";

const getVerlauf = createRoute({
  method: "get",
  path: "/betrieb/verlauf",
  operationId: "getBetriebsverlauf",
  tags: ["Betrieb"],
  summary: "Anfragen und Aufträge der letzten Stunden",
  description:
    "Wie viele es je Minute waren (über mehr als sechs Stunden je fünf Minuten) und wie lange sie dauerten, über alle " +
    "Prozesse zusammen, auch die Abfragen dieser Seite. Aufgehoben wird es einen Tag lang.",
  ...recht("betrieb.fuehren"),
  request: { query: VerlaufFilter },
  responses: { 200: json(Betriebsverlauf, "Der Verlauf") },
});

export function mountVerlauf(app: App, { sql }: Deps): void {
  app.openapi(getVerlauf, async (c) => c.json(await leseVerlauf(sql, c.req.valid("query").stunden), 200));
}
