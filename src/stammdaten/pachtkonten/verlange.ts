import { nichtGefunden } from "../../kern/ablehnung.ts";
import type { Db, Tx } from "../../technik/database/pool.ts";
import { findPachtkontoId, findPachtkontoIdGehalten } from "./queries.ts";

const verlange = (gefunden: number | undefined, id: number): void => {
  if (gefunden === undefined) throw nichtGefunden("Ein Pachtkonto mit der id", id);
};

/** @throws Ablehnung nichtGefunden */
export async function verlangePachtkonto(sql: Db, id: number): Promise<void> {
  verlange(await findPachtkontoId(sql, id), id);
}

/** The same, and nobody deletes it until the end of the transaction. */
export async function haltePachtkonto(tx: Tx, id: number): Promise<void> {
  verlange(await findPachtkontoIdGehalten(tx, id), id);
}
