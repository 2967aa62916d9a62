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

/** `hash` is null until the sequencer has sealed the entry. */
export const listEintraege = (sql: Db, filter: AuditLogFilter) => sql<AuditLogEntry[]>`
  select a.id, a.zeitpunkt, a.benutzer_id, a.benutzer_name, a.aktion, a.ressource, a.ressource_id,
    coalesce(w.werte, '[]')::json as aenderungen, a.anfrage_id, encode(e.hash, 'hex') as hash
  from (
    select id, zeitpunkt, benutzer_id, benutzer_name, aktion, ressource, ressource_id, anfrage_id
    from auditlog
    where ${bedingung(sql, filter)}
    order by zeitpunkt desc, id desc
    limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}
  ) a
  left join auditwert w on w.auditlog_id = a.id
  left join siegel_eintrag e on e.auditlog_id = a.id
  order by a.zeitpunkt desc, a.id desc`;

export const countEintraege = async (sql: Db, filter: AuditLogFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) as total from auditlog where ${bedingung(sql, filter)}`;
  return zeile?.total ?? 0;
};

/** Only what an entry of this transaction names goes; the database sees to that. */
export const deleteWerte = async (sql: Db, eintraege: readonly number[]): Promise<void> => {
  await sql`delete from auditwert where auditlog_id = any (${eintraege}::bigint[])`;
};
