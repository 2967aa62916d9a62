import type { Sql } from "../../technik/database/pool.ts";
import { deleteMonate, insertMonate } from "./queries.ts";

const monate = 12;

/** Estimates anew what is due in the next twelve months, this one included. */
export function berechneAusblick(sql: Sql, heute: string): Promise<void> {
  return sql.begin(async (tx) => {
    await deleteMonate(tx);
    await insertMonate(tx, heute, monate);
  });
}
