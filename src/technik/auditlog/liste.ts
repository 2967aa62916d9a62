import type { Sql } from "../database/pool.ts";
import { alsListe, type Liste } from "../http/schema.ts";
import * as q from "./queries.ts";
import type { AuditLogEntry, AuditLogFilter } from "./schema.ts";

export async function listeAuditLog(sql: Sql, filter: AuditLogFilter): Promise<Liste<AuditLogEntry>> {
  const [zeilen, total] = await Promise.all([q.listEintraege(sql, filter), q.countEintraege(sql, filter)]);
  return alsListe([...zeilen], total, filter);
}
