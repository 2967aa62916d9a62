import type { PgBoss } from "pg-boss";
import { PdfLauf, pdfLauf } from "../src/abrechnung/buchung/jobs.ts";
import { erstellePdfsDesLaufs, type Umstaende } from "../src/belege/dokumente/erstelle.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { mitEnde } from "./ende.ts";

/**
 * Makes the letters of one run at a time; stopped or killed, it goes on where it was.
 *
 * @param signal aborts when the worker is to stop
 */
export const arbeitePdfLaufAb = (boss: PgBoss, sql: Sql, { signal, faeden = 0 }: Umstaende = {}): Promise<string> =>
  boss.work(pdfLauf, { batchSize: 1 }, async ([job]) => {
    if (!job) return;
    const { buchungslaufId } = PdfLauf.parse(job.data);
    return erstellePdfsDesLaufs(sql, buchungslaufId, { signal: mitEnde(job.signal, signal), faeden });
  });
