import type { Job, PgBoss } from "pg-boss";
import type { Warteschlange } from "./boss.ts";

/** A job as pg-boss hands it out; `signal` aborts when its time is up or the worker is to stop. */
export type Auftrag = Job<unknown>;

const takt = { batchSize: 1, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 } as const;

/**
 * Works off a queue, `gleichzeitig` jobs side by side.
 *
 * After each job the worker looks for the next one at once, until the queue is empty: pg-boss wakes a sleeping worker
 * for one fetch only, and what came meanwhile would wait for its next poll.
 */
export const arbeiteAb = async (
  boss: PgBoss,
  warteschlange: Warteschlange,
  gleichzeitig: number,
  tue: (auftrag: Auftrag) => Promise<unknown>,
): Promise<void> => {
  for (let platz = 0; platz < gleichzeitig; platz += 1) {
    const id = await boss.work(warteschlange, takt, async ([auftrag]) => {
      if (!auftrag) return;
      try {
        return await tue(auftrag);
      } finally {
        boss.notifyWorker(id);
      }
    });
  }
};
