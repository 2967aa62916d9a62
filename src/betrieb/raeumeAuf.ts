import type { Sql } from "../database/pool.ts";

/** Removes sessions that have ended and answers that an Idempotency-Key no longer brings back. */
export const raeumeAuf = async (sql: Sql, jetzt: Date): Promise<{ sitzungen: number; antworten: number }> => {
  const bis = jetzt.toISOString();
  const sitzungen = await sql`
    delete from sitzung
    where laeuft_ab_am <= ${bis}`;
  const antworten = await sql`
    delete from idempotenz
    where erstellt_am <= ${bis}::timestamptz - interval '24 hours'`;
  return { sitzungen: sitzungen.count, antworten: antworten.count };
};
