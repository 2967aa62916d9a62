import { nichtGefunden } from "../../kern/ablehnung.ts";
import type { Db } from "../../technik/database/pool.ts";
import { deleteListeneintraege, listAuftraege } from "./queries.ts";
import type { ExtaccountingJob } from "./schema.ts";

export async function listeAuftraege(sql: Db): Promise<ExtaccountingJob[]> {
  return [...(await listAuftraege(sql))];
}

/** @throws Ablehnung nichtGefunden */
export async function leseAuftrag(sql: Db, id: number): Promise<ExtaccountingJob> {
  const [auftrag] = await listAuftraege(sql, id);
  if (!auftrag) throw nichtGefunden("Einen Auftrag mit der id", id);
  return auftrag;
}

/** Forgets in the list of all jobs those that ended 90 days ago; the job itself stays with the attempts that it made. */
export async function vergissAlteUebergaben(sql: Db, jetzt: Date): Promise<void> {
  await deleteListeneintraege(sql, jetzt.toISOString());
}
