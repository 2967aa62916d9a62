import type { Kontext } from "../../../src/kern/kontext.ts";
import type { Rolle } from "../../../src/kern/rechte.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";

/** Who acts in a measurement: the one user of its database. */
export async function kontextFuer(sql: Sql, heute: string): Promise<Kontext> {
  const [benutzer] = await sql<{ id: number; name: string; rollen: Rolle[] }[]>`
    select id, name, rollen from benutzer limit 1`;
  if (!benutzer) throw new Error("Die Datenbank hat keinen Benutzer.");
  const akteur = { ...benutzer, email: null };
  return { akteur, anfrageId: "bench", heute, jetzt: new Date() };
}
