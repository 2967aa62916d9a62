import type { Db } from "../../technik/database/pool.ts";
import { type Einstellungsfassung, findEinstellungen } from "./queries.ts";

export type { Einstellungsfassung };

/** The assignment to a trustee, as it stands now. */
export function leseEinstellungen(sql: Db): Promise<Einstellungsfassung> {
  return findEinstellungen(sql);
}
