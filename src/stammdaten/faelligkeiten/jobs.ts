import { sendeIn, type Warteschlange } from "../../technik/database/boss.ts";
import { findOffenenJob, type OffenerJob } from "../../technik/database/offenerJob.ts";
import type { Db } from "../../technik/database/pool.ts";

/** Brings the due dates of all accounts up to date; takes no data. */
export const faelligkeitenJob = "faelligkeiten" as const satisfies Warteschlange;

const versuche = 5;

export const sendeFaelligkeiten = (tx: Db): Promise<OffenerJob> => reiheEin(tx, faelligkeitenJob);

/** Queues work on the whole stock, or finds the job that is queued or running already. */
export const reiheEin = async (tx: Db, warteschlange: Warteschlange): Promise<OffenerJob> => {
  for (let versuch = 1; versuch <= versuche; versuch += 1) {
    await sendeIn(tx, warteschlange, {});
    const job = await findOffenenJob(tx, warteschlange);
    // None: the one that stood in the way has ended in this moment.
    if (job) return job;
  }
  throw new Error(`Der Auftrag ${warteschlange} lässt sich nicht einreihen.`);
};
