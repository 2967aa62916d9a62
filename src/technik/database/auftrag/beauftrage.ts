import type { Auftraggeber } from "../../../kern/kontext.ts";
import { sendeIn, type Warteschlange } from "../boss.ts";
import type { Db } from "../pool.ts";
import { findOffenenJob, insertAuftrag, type OffenerJob } from "./queries.ts";

/** `auftragId` is what people know a job by, `jobId` what the queue does. */
export type Eingereiht = { auftragId: number; jobId: string };

/**
 * Queues a job for the worker as part of the transaction `tx`, and writes down who wanted it.
 *
 * @param wiederholungVon the failed job that this one repeats
 * @returns null where the queue holds one already that stands for all
 */
export async function beauftrage(
  tx: Db,
  art: Warteschlange,
  daten: object,
  wer: Auftraggeber,
  wiederholungVon?: number,
): Promise<Eingereiht | null> {
  const jobId = await sendeIn(tx, art, daten);
  if (jobId === null) return null;
  return { jobId, auftragId: await insertAuftrag(tx, { art, daten, jobId, wer, wiederholungVon }) };
}

const versuche = 5;

/** Queues work on the whole stock, or finds the job that is queued or running already. */
export async function beauftrageEinmal(
  tx: Db,
  art: Warteschlange,
  wer: Auftraggeber,
): Promise<OffenerJob & Eingereiht> {
  for (let versuch = 1; versuch <= versuche; versuch += 1) {
    await beauftrage(tx, art, {}, wer);
    const job = await findOffenenJob(tx, art);
    // One of a schedule has no row before it begins.
    if (job) return { ...job, auftragId: await insertAuftrag(tx, { art, daten: {}, jobId: job.jobId, wer }) };
    // None: the one that stood in the way has ended in this moment.
  }
  throw new Error(`Der Auftrag ${art} lässt sich nicht einreihen.`);
}

/** For work that has a queue of its own behind it and wakes the worker as often as it likes. @returns the id */
export function merkeAuftrag(tx: Db, art: Warteschlange, daten: object, wer: Auftraggeber): Promise<number> {
  return insertAuftrag(tx, { art, daten, jobId: null, wer });
}
