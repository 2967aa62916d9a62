import { sendeIn, type Warteschlange } from "../database/boss.ts";
import type { Db } from "../database/pool.ts";
import { findOffenenJob, type OffenerJob } from "./jobQueries.ts";

/** Brings the due dates of all accounts up to date; takes no data. */
export const faelligkeitenJob = "faelligkeiten" as const satisfies Warteschlange;

const versuche = 5;

/** Queues it, or finds the one that is queued or running already. */
export const sendeFaelligkeiten = async (tx: Db): Promise<OffenerJob> => {
  for (let versuch = 1; versuch <= versuche; versuch += 1) {
    await sendeIn(tx, faelligkeitenJob, {});
    const job = await findOffenenJob(tx, faelligkeitenJob);
    // None: the one that stood in the way has ended in this moment.
    if (job) return job;
  }
  throw new Error("Der Auftrag für die Fälligkeiten lässt sich nicht einreihen.");
};
