import type { Sql } from "../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import { countZusammenfuehrungen, listZusammenfuehrungen } from "./queries.ts";
import type { Zusammenfuehrung, ZusammenfuehrungFilter } from "./schema.ts";

/** The latest first. */
export async function listeZusammenfuehrungen(
  sql: Sql,
  filter: ZusammenfuehrungFilter,
): Promise<Liste<Zusammenfuehrung>> {
  const [zeilen, total] = await Promise.all([
    listZusammenfuehrungen(sql, filter),
    countZusammenfuehrungen(sql, filter),
  ]);
  return alsListe([...zeilen], total, filter);
}
