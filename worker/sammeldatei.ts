import type { PgBoss } from "pg-boss";
import type { Sql } from "../src/database/pool.ts";
import { ursache } from "../src/dokumente/zeichneBrief.ts";
import { erstelleSammeldatei, merkeFehler } from "../src/sammeldateien/erstelle.ts";
import { SammeldateiAuftrag, sammeldateiJob } from "../src/sammeldateien/jobs.ts";

/** Draws one combined file at a time; stopped or killed, it goes on with the part that was under way. */
export const arbeiteSammeldateiAb = (boss: PgBoss, sql: Sql, jeDatei: number): Promise<string> =>
  boss.work(sammeldateiJob, { batchSize: 1 }, async ([job]) => {
    if (!job) return;
    const auftrag = SammeldateiAuftrag.parse(job.data);
    try {
      return await erstelleSammeldatei(sql, auftrag, { jeDatei, signal: job.signal });
    } catch (fehler) {
      if (!job.signal.aborted) await merkeFehler(sql, auftrag, ursache(fehler));
      throw fehler;
    }
  });
