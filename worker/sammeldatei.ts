import type { PgBoss } from "pg-boss";
import { ursache } from "../src/belege/dokumente/belegbrief/zeichne.ts";
import { SammeldateiAuftrag, sammeldateiJob } from "../src/belege/sammeldateien/jobs.ts";
import { erstelleSammeldatei, merkeFehler, type Vorgaben } from "../src/belege/sammeldateien/zeichnung/erstelle.ts";
import { arbeiteAb } from "../src/technik/database/auftrag/arbeiteAb.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { mitEnde } from "./ende.ts";

/**
 * Draws one combined file at a time; stopped or killed, it goes on with the part that was under way.
 *
 * @param vorgaben `signal` aborts when the worker is to stop
 */
export function arbeiteSammeldateiAb(boss: PgBoss, sql: Sql, vorgaben: Vorgaben): Promise<void> {
  return arbeiteAb(boss, sql, sammeldateiJob, 1, async (job) => {
    const auftrag = SammeldateiAuftrag.parse(job.data);
    const signal = mitEnde(job.signal, vorgaben.signal);
    try {
      return await erstelleSammeldatei(sql, auftrag, { ...vorgaben, signal });
    } catch (fehler) {
      if (!signal.aborted) await merkeFehler(sql, auftrag, ursache(fehler, "eingetragen"));
      throw fehler;
    }
  });
}
