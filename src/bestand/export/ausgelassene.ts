import type { Db } from "../../technik/database/pool.ts";
import { listAusgelasseneIds } from "./queries.ts";

/** Those of the accounts that an export would leave out. */
export const findeAusgelassene = async (sql: Db, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set(ids.length === 0 ? [] : await listAusgelasseneIds(sql, ids));
