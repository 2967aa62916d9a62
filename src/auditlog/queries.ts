import type { Db, Fragment } from "../database/pool.ts";
import type { AuditLogEntry, AuditLogFilter } from "./schema.ts";

/** Ids of users are numbers; any other text is nobody's. */
const alsBenutzerId = (userId: string): number => (/^\d{1,15}$/.test(userId) ? Number(userId) : 0);

const bedingung = (sql: Db, { userId, action, resource, from, to }: AuditLogFilter): Fragment => sql`
  true
  ${userId === undefined ? sql`` : sql`and benutzer_id = ${alsBenutzerId(userId)}`}
  ${action === undefined ? sql`` : sql`and aktion = ${action}`}
  ${resource === undefined ? sql`` : sql`and ressource = ${resource}`}
  ${from ? sql`and zeitpunkt >= ${from}::timestamptz` : sql``}
  ${to ? sql`and zeitpunkt <= ${to}::timestamptz` : sql``}`;

/** `hash` is null: an entry is written unsealed, and its row never changes. */
export const listEintraege = (sql: Db, filter: AuditLogFilter) => sql<AuditLogEntry[]>`
  select id, zeitpunkt, benutzer_id, benutzer_name, aktion, ressource, ressource_id, werte::json as aenderungen,
    anfrage_id, null::text as hash
  from auditlog
  where ${bedingung(sql, filter)}
  order by zeitpunkt desc, id desc
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const zaehleEintraege = async (sql: Db, filter: AuditLogFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) as total from auditlog where ${bedingung(sql, filter)}`;
  return zeile?.total ?? 0;
};
