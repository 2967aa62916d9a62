import type { Sql } from "../../technik/database/pool.ts";
import * as q from "./queries.ts";

/** So many rows are still summed in a millisecond. */
const vieleZeilen = 5_000;

/** Keeps the counts of the dashboard short. */
export async function falteZaehler(sql: Sql): Promise<void> {
  await q.updateZaehlerGefaltet(sql, vieleZeilen);
}
