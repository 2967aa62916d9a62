import type { Db } from "../../technik/database/pool.ts";
import { listAusgelasseneIds } from "./queries.ts";

/** Those of the accounts that an export would leave out. */
export async function findeAusgelassene(sql: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set(ids.length === 0 ? [] : await listAusgelasseneIds(sql, ids));
}
