import { nichtGefunden } from "../../kern/ablehnung.ts";
import type { Db } from "../../technik/database/pool.ts";
import { deleteListeneintraege, listAuftraege } from "./queries.ts";
import type { ExtaccountingJob } from "./schema.ts";

export const listeAuftraege = async (sql: Db): Promise<ExtaccountingJob[]> => [...(await listAuftraege(sql))];

/** @throws Ablehnung nichtGefunden */
export const leseAuftrag = async (sql: Db, id: number): Promise<ExtaccountingJob> => {
  const [auftrag] = await listAuftraege(sql, id);
  if (!auftrag) throw nichtGefunden("Einen Auftrag mit der id", id);
  return auftrag;
};

/** Forgets in the list of all jobs those that ended 90 days ago; the job itself stays with the attempts that it made. */
export const vergissAlteUebergaben = async (sql: Db, jetzt: Date): Promise<void> => {
  await deleteListeneintraege(sql, jetzt.toISOString());
};
