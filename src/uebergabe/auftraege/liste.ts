import { nichtGefunden } from "../../kern/ablehnung.ts";
import type { Db } from "../../technik/database/pool.ts";
import { listAuftraege } from "./queries.ts";
import type { ExtaccountingJob } from "./schema.ts";

export const listeAuftraege = async (sql: Db): Promise<ExtaccountingJob[]> => [...(await listAuftraege(sql))];

/** @throws Ablehnung nichtGefunden */
export const leseAuftrag = async (sql: Db, id: number): Promise<ExtaccountingJob> => {
  const [auftrag] = await listAuftraege(sql, id);
  if (!auftrag) throw nichtGefunden("Einen Auftrag mit der id", id);
  return auftrag;
};
