import { setTimeout as pause } from "node:timers/promises";
import type { Sql } from "../../technik/database/pool.ts";
import { sobaldDa, type Waechter } from "../../technik/database/waechter.ts";
import { fehltMigration } from "./pruefe.ts";
import { warteAufMigrationsende } from "./queries.ts";

const abstandMs = 1_000;

/**
 * Waits until the database has had the migrations of this code, however long: on an older one a worker would try its
 * jobs until their queues give them up, which nobody can see the cause of afterwards.
 *
 * @param melde takes one line where there is something to wait for
 * @throws KonfigurationUnvollstaendig when the database does not let us in
 */
export async function warteAufMigrationen(sql: Sql, waechter: Waechter, melde: (text: string) => void): Promise<void> {
  const fehlt = () => sobaldDa(waechter, () => fehltMigration(sql));
  if (!(await fehlt())) return;
  melde("Die Datenbank ist nicht auf dem Stand dieses Programms; es wartet auf: npm run migrate");
  while (await fehlt()) await pause(abstandMs);
  // The queues come after the last file.
  await sobaldDa(waechter, () => warteAufMigrationsende(sql));
}
