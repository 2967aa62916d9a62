import { z } from "zod";
import { sendeIn, type Warteschlange } from "../../technik/database/boss.ts";
import type { Db } from "../../technik/database/pool.ts";
import { listOffene } from "./queries.ts";

/** Goes on with one transfer job. */
export const extaccountingJob = "extaccounting" as const satisfies Warteschlange;

export const ExtaccountingWecker = z.strictObject({ auftragId: z.int().min(1) });

/** Wakes the worker for this job; once is enough, however often it is said before he comes. */
export function wecke(tx: Db, auftragId: number): Promise<string | null> {
  return sendeIn(tx, extaccountingJob, { auftragId }, { singletonKey: String(auftragId) });
}

/** Jobs that were stopped go on, also those that wait for a person: he has just been there. */
export async function weckeAngehaltene(tx: Db): Promise<void> {
  for (const id of await listOffene(tx, null)) await wecke(tx, id);
}

/** What a killed worker has left, and what was to go on by now; whoever is at work needs no waking. */
export async function weckeFaellige(tx: Db, jetzt: Date): Promise<void> {
  for (const id of await listOffene(tx, jetzt)) await wecke(tx, id);
}
