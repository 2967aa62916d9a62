import { createRoute, z } from "@hono/zod-openapi";
import type { Deps } from "../../technik/deps.ts";
import type { App } from "../../technik/http/app.ts";
import { recht } from "../../technik/http/recht.ts";
import { json } from "../../technik/http/schema.ts";
import { leseUebersicht, listeAenderungen, listeBemerkungen, listeTaetigkeiten } from "./lese.ts";
import {
  ActivityEntry,
  ActivityFilter,
  AenderungFilter,
  BemerkungFilter,
  BenutzeraenderungPaginatedList,
  DashboardSummary,
  JuengsteBemerkungPaginatedList,
} from "./schema.ts";

const tags = ["Dashboard"];

const getSummary = createRoute({
  method: "get",
  path: "/dashboard/summary",
  operationId: "getDashboardSummary",
  tags,
  summary: "Der Bestand auf einen Blick",
  ...recht("daten.lesen"),
  responses: { 200: json(DashboardSummary, "Die Übersicht") },
});

const listRecentActivity = createRoute({
  method: "get",
  path: "/dashboard/recent-activity",
  operationId: "listRecentActivity",
  tags,
  summary: "Was zuletzt getan wurde",
  description: "Die jüngsten Einträge des Audit-Logs zu fachlichen Daten, ohne Anmeldungen; neueste zuerst.",
  ...recht("daten.lesen"),
  request: { query: ActivityFilter },
  responses: { 200: json(z.array(ActivityEntry), "Die jüngsten Tätigkeiten") },
});

const listUserChanges = createRoute({
  method: "get",
  path: "/dashboard/user-changes",
  operationId: "listUserChanges",
  tags,
  summary: "Wer was geändert hat",
  description: "Was Benutzer in den letzten `tage` Tagen an fachlichen Daten getan haben; neueste zuerst, dann id.",
  ...recht("auditlog.lesen"),
  request: { query: AenderungFilter },
  responses: { 200: json(BenutzeraenderungPaginatedList, "Eine Seite der Änderungen") },
});

const listRecentRemarks = createRoute({
  method: "get",
  path: "/dashboard/recent-remarks",
  operationId: "listRecentRemarks",
  tags,
  summary: "Die jüngsten Bemerkungen",
  description: "Jede Änderung einer Bemerkung an Kontakt, Pachtkonto oder Patchobjekt; neueste zuerst, dann id.",
  ...recht("daten.lesen"),
  request: { query: BemerkungFilter },
  responses: { 200: json(JuengsteBemerkungPaginatedList, "Eine Seite der Bemerkungen") },
});

export function mountDashboard(app: App, { sql }: Deps): void {
  app.openapi(getSummary, async (c) => c.json(await leseUebersicht(sql, c.get("kontext").heute), 200));
  app.openapi(listRecentActivity, async (c) => c.json(await listeTaetigkeiten(sql, c.req.valid("query").limit), 200));
  app.openapi(listUserChanges, async (c) =>
    c.json(await listeAenderungen(sql, c.req.valid("query"), c.get("kontext").jetzt), 200),
  );
  app.openapi(listRecentRemarks, async (c) => c.json(await listeBemerkungen(sql, c.req.valid("query")), 200));
}
