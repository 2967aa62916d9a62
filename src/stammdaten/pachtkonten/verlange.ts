import { nichtGefunden } from "../../kern/ablehnung.ts";
import type { Db } from "../../technik/database/pool.ts";
import { findPachtkontoId } from "./queries.ts";

/** @throws Ablehnung nichtGefunden */
export async function verlangePachtkonto(sql: Db, id: number): Promise<void> {
  if ((await findPachtkontoId(sql, id)) === undefined) throw nichtGefunden("Ein Pachtkonto mit der id", id);
}
