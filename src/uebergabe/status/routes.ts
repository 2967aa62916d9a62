import { createRoute } from "@hono/zod-openapi";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { json } from "../../technik/http/schema.ts";
import { tags } from "../schema.ts";
import type { Verbindung } from "../verbindung/verbindung.ts";
import { leseStatus } from "./lese.ts";
import { ExtaccountingStatus } from "./schema.ts";

const getStatus = createRoute({
  method: "get",
  path: "/extaccounting/status",
  operationId: "getExtaccountingStatus",
  tags,
  summary: "Zustand der Verbindung zum Buchhaltungssystem",
  description:
    "Antwortet immer mit 200; ist das System nicht erreichbar, steht `verbunden` auf false und in `problem` warum. Nach " +
    "einer abgewiesenen Anmeldung fragt der Dienst nicht wieder an, bis Einstellungen oder Konfiguration sich ändern oder " +
    "eine Viertelstunde vergangen ist: sonst sperrt das Buchhaltungssystem den Zugang.",
  ...recht("daten.lesen"),
  responses: { 200: json(ExtaccountingStatus, "Der Zustand") },
});

export function mountStatus(app: App, verbindung: Verbindung): void {
  app.openapi(getStatus, async (c) => c.json(await leseStatus(verbindung), 200));
}
