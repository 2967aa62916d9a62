import type { Kontext } from "../../../src/kern/kontext.ts";
import type { Sql } from "../../../src/technik/database/pool.ts";

/** Who acts in a measurement: the one user of its database. */
export const kontextFuer = async (sql: Sql, heute: string): Promise<Kontext> => {
  const [benutzer] = await sql<{ id: number; name: string }[]>`select id, name from benutzer limit 1`;
  const akteur = { id: Number(benutzer?.id), name: String(benutzer?.name), email: null, rollen: [] };
  return { akteur, anfrageId: "bench", heute, jetzt: new Date() };
};
