import type { PgBoss } from "pg-boss";
import type { Sql } from "../src/database/pool.ts";
import { erstelleFehlendePdfs } from "../src/dokumente/erstellePdf.ts";
import { pdfNachtrag } from "../src/dokumente/jobs.ts";

/** Makes whatever letter is missing, also those that failed before. */
export const arbeitePdfNachtragAb = (boss: PgBoss, sql: Sql, faeden = 0): Promise<string> =>
  boss.work(pdfNachtrag, { batchSize: 1 }, async ([job]) => {
    if (!job) return;
    return erstelleFehlendePdfs(sql, { signal: job.signal, faeden });
  });
