import type { PgBoss } from "pg-boss";
import { aktualisiereVieleFaelligkeiten } from "../src/abrechnung/faelligkeiten.ts";
import { FaelligkeitenJob, faelligkeitenJob } from "../src/abrechnung/jobs.ts";
import type { Sql } from "../src/database/pool.ts";
import { tagInBerlin } from "../src/uhr.ts";

/** Plans due dates on demand, and every night for all accounts: they reach so many months ahead of today. */
export const arbeiteFaelligkeitenAb = async (boss: PgBoss, sql: Sql): Promise<void> => {
  await boss.work(faelligkeitenJob, { batchSize: 1 }, async ([job]) => {
    if (!job) return;
    const { pachtkontoIds } = FaelligkeitenJob.parse(job.data ?? {});
    return aktualisiereVieleFaelligkeiten(sql, pachtkontoIds ?? null, tagInBerlin(new Date()), job.signal);
  });
  await boss.schedule(faelligkeitenJob, "15 2 * * *", {}, { tz: "Europe/Berlin" });
};
