import type { PgBoss } from "pg-boss";
import { pdfNachtrag } from "../src/abrechnung/buchung/jobs.ts";
import { erstelleFehlendePdfs, type Umstaende } from "../src/belege/dokumente/erstelle.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { mitEnde } from "./ende.ts";

/**
 * Makes whatever letter is missing, also those that failed before.
 *
 * @param signal aborts when the worker is to stop
 */
export const arbeitePdfNachtragAb = (boss: PgBoss, sql: Sql, { signal, faeden = 0 }: Umstaende = {}): Promise<string> =>
  boss.work(pdfNachtrag, { batchSize: 1 }, async ([job]) => {
    if (!job) return;
    return erstelleFehlendePdfs(sql, { signal: mitEnde(job.signal, signal), faeden });
  });
