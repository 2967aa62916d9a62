import type { Db } from "../../technik/database/pool.ts";
import { upsertVerlauf } from "./queries.ts";
import type { Verlauf } from "./zaehle.ts";

/** Writes down what the process did since the last time, beside its sign of life. @throws when it cannot */
export function schreibeVerlauf(
  sql: Db,
  prozess: { id: string; art: "server" | "worker" },
  verlauf: Verlauf,
): Promise<void> {
  return verlauf.uebergib((messung) => upsertVerlauf(sql, prozess, messung));
}
