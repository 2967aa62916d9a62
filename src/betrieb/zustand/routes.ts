import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { json } from "../../technik/http/schema.ts";
import { leseZustand } from "./lese.ts";
import { Betriebszustand } from "./schema.ts";

const getZustand = createRoute({
  method: "get",
  path: "/betrieb/zustand",
  operationId: "getBetriebszustand",
  tags: ["Betrieb"],
  summary: "Prozesse, Datenbank, Warteschlangen, Siegel, Schreiben und Zeitpläne auf einen Blick",
  ...recht("betrieb.fuehren"),
  responses: { 200: json(Betriebszustand, "Wie es in diesem Augenblick steht") },
});

export function mountZustand(app: App, { sql, uhr, replik }: Deps): void {
  app.openapi(getZustand, async (c) => c.json(await leseZustand(sql, uhr(), replik), 200));
}
