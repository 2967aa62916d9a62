import type { Sql } from "../pool.ts";
import { deleteAlte, updateNachWarteschlange } from "./queries.ts";

/** Brings the jobs of workers that died to where the queue has them by now. */
export async function gleicheAuftraegeAb(sql: Sql): Promise<void> {
  await updateNachWarteschlange(sql);
}

/** Forgets jobs that ended 90 days ago. */
export async function vergissAlteAuftraege(sql: Sql, jetzt: Date): Promise<void> {
  await deleteAlte(sql, jetzt.toISOString());
}
