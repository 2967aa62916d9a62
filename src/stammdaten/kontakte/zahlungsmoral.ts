import type { Kontext } from "../../kern/kontext.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { aendereKontakt } from "./pflege.ts";
import type { Kontakt } from "./schema.ts";

/** The payment morale alone, with everything that a change of a contact brings with it. */
export function bewerteZahlungsmoral(
  sql: Sql,
  kontext: Kontext,
  id: number,
  zahlungsmoral: Kontakt["zahlungsmoral"],
): Promise<Kontakt> {
  return aendereKontakt(sql, kontext, id, { zahlungsmoral });
}
