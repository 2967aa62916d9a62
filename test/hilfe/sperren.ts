import { expect } from "vitest";
import type { Sql } from "../../src/technik/database/pool.ts";

/**
 * Until so many in this database wait for a lock; other tests have databases of their own in the same cluster. Asked by a
 * pool: a transaction goes on seeing the sessions that there were when it asked first.
 */
export function bisWarten(sql: Sql, anzahl: number): Promise<void> {
  return expect
    .poll(
      () => sql`
        select from pg_locks
        where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
      { timeout: 20_000 },
    )
    .toHaveLength(anzahl);
}
