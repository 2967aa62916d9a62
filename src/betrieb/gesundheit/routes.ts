import { createRoute, z } from "@hono/zod-openapi";
import { nichtErreichbar } from "../../technik/database/ausfall.ts";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { json, problem, Zeitpunkt } from "../../technik/http/schema.ts";
import { version } from "../../technik/http/version.ts";

const HealthStatus = z
  .object({
    status: z.enum(["ok"]),
    datenbank: z.enum(["erreichbar"]),
    version: z.string(),
    zeitpunkt: Zeitpunkt,
  })
  .openapi("HealthStatus");

const getHealthz = createRoute({
  method: "get",
  path: "/healthz",
  operationId: "getHealthz",
  tags: ["Betrieb"],
  summary: "Zustand des Dienstes",
  ...recht("offen"),
  responses: { 200: json(HealthStatus, "Der Dienst arbeitet"), 503: problem("Die Datenbank ist nicht erreichbar") },
});

/** Whoever asks wants to know within a second. */
const fristMs = 700;

export const mountBetrieb = (app: App, { waechter, uhr }: Deps): void => {
  app.openapi(getHealthz, async (c) => {
    if (waechter.istWeg()) throw nichtErreichbar();
    await waechter.frage(fristMs).catch(() => {
      throw nichtErreichbar();
    });
    return c.json(
      { status: "ok" as const, datenbank: "erreichbar" as const, version, zeitpunkt: uhr().toISOString() },
      200,
    );
  });
};
