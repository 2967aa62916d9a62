import { createRoute } from "@hono/zod-openapi";
import { nichtErreichbar } from "../../technik/database/ausfall.ts";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { json, problem } from "../../technik/http/schema.ts";
import { version } from "../../technik/http/version.ts";
import { erstelleGesundheit } from "./pruefe.ts";
import { HealthStatus } from "./schema.ts";

const getHealthz = createRoute({
  method: "get",
  path: "/healthz",
  operationId: "getHealthz",
  tags: ["Betrieb"],
  summary: "Zustand des Dienstes",
  ...recht("offen"),
  responses: {
    200: json(HealthStatus, "Der Dienst arbeitet"),
    503: problem(
      "Die Datenbank ist nicht erreichbar (`datenbank_nicht_erreichbar`), oder sie ist nicht migriert (`migration_fehlt`)",
    ),
  },
});

export function mountGesundheit(app: App, { waechter, uhr }: Deps): void {
  const pruefe = erstelleGesundheit(waechter.frage);
  app.openapi(getHealthz, async (c) => {
    if (waechter.istWeg()) throw nichtErreichbar();
    const lage = await pruefe();
    return c.json(
      { status: "ok" as const, datenbank: "erreichbar" as const, ...lage, version, zeitpunkt: uhr().toISOString() },
      200,
    );
  });
}
