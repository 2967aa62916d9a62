import { createRoute } from "@hono/zod-openapi";
import type { Deps } from "../deps.ts";
import type { App } from "../http/app.ts";
import { recht } from "../http/recht.ts";
import { json } from "../http/schema.ts";
import { listeAuditLog } from "./liste.ts";
import { AuditLogFilter, AuditLogPaginatedList } from "./schema.ts";

const listAuditLog = createRoute({
  method: "get",
  path: "/audit-log",
  operationId: "listAuditLog",
  tags: ["Audit-Log"],
  summary: "Audit-Log lesen",
  description: "Neueste zuerst, bei gleichem Zeitpunkt die größere id. Die Filter gelten zusammen.",
  ...recht("auditlog.lesen"),
  request: { query: AuditLogFilter },
  responses: { 200: json(AuditLogPaginatedList, "Eine Seite der Einträge") },
});

export function mountAuditlog(app: App, { sql }: Deps): void {
  app.openapi(listAuditLog, async (c) => c.json(await listeAuditLog(sql, c.req.valid("query")), 200));
}
