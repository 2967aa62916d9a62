import type { Sql } from "../../src/technik/database/pool.ts";

/** How many rows for lists and deadlines are not what they are made from. */
export async function zaehleAbweichungen(sql: Sql): Promise<number> {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select (select count(*) from pachtkonto_liste l full join pachtkonto_suchbild b using (id) where l is distinct from b)
      + (select count(*) from patchobjekt_liste l full join patchobjekt_suchbild b using (id) where l is distinct from b)
      + (select count(*) from pachtkonto_frist f full join pachtkonto_fristbild b using (id) where f is distinct from b)
      + (select count(*) from kontakt_liste l full join kontakt_suchbild b using (id) where l is distinct from b) anzahl`;
  return zeile?.anzahl ?? Number.NaN;
}
