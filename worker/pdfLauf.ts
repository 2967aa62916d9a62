import type { PgBoss } from "pg-boss";
import type { Sql } from "../src/database/pool.ts";
import { erstellePdfsDesLaufs } from "../src/dokumente/erstellePdf.ts";
import { PdfLauf, pdfLauf } from "../src/dokumente/jobs.ts";

/** Makes the letters of one run at a time; stopped or killed, it goes on where it was. */
export const arbeitePdfLaufAb = (boss: PgBoss, sql: Sql, faeden = 0): Promise<string> =>
  boss.work(pdfLauf, { batchSize: 1 }, async ([job]) => {
    if (!job) return;
    const { buchungslaufId } = PdfLauf.parse(job.data);
    return erstellePdfsDesLaufs(sql, buchungslaufId, { signal: job.signal, faeden });
  });
