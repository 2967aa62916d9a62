import type { PgBoss } from "pg-boss";
import type { WorkerConfig } from "../src/technik/config.ts";
import { bediene, Vertagt, verweiseAufAuftrag, WorkerEndet } from "../src/technik/database/auftrag/arbeiteAb.ts";
import { kannGeradeNicht } from "../src/technik/database/ausfall.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { wiederhole } from "../src/technik/takt.ts";
import { arbeiteAuftragAb } from "../src/uebergabe/auftraege/arbeiteAb.ts";
import {
  ExtaccountingWecker,
  extaccountingJob,
  weckeAngehaltene,
  weckeFaellige,
} from "../src/uebergabe/auftraege/jobs.ts";
import { erstelleVerbindung } from "../src/uebergabe/verbindung/verbindung.ts";
import { raeumeToteVersuche } from "../src/uebergabe/versuch/raeume.ts";

const alleMs = 15_000;

/**
 * Works off transfers to the accounting system. At the start and every few seconds it ends the attempts of processes
 * that died and wakes the jobs that they left.
 *
 * @returns stops it; the promise waits for the regular part, jobs under way end with pg-boss
 */
export async function arbeiteExtaccountingAb(
  boss: PgBoss,
  sql: Sql,
  config: WorkerConfig,
  melde: (text: string, fehler: unknown) => void,
): Promise<() => Promise<void>> {
  const uhr = () => new Date();
  const dienst = { sql, uhr, verbindung: erstelleVerbindung(sql, config, uhr, melde) };
  const ende = new AbortController();
  // A job holds a connection for its lock and one for each action: the pool must have some left.
  const gleichzeitig = Math.max(1, Math.min(3, Math.floor((config.DATABASE_POOL - 2) / 2)));
  await bediene(boss, extaccountingJob, gleichzeitig, async ({ data, signal }) => {
    const { auftragId } = ExtaccountingWecker.parse(data);
    const halt = AbortSignal.any([signal, ende.signal]);
    try {
      await verweiseAufAuftrag(sql, auftragId);
      await arbeiteAuftragAb(dienst, auftragId, { signal: halt, melde });
    } catch (fehler) {
      // The job is open as before: `raeume` wakes it again, here or in the next worker.
      throw halt.aborted || kannGeradeNicht(fehler) ? new Vertagt(fehler) : fehler;
    }
  });
  const raeume = async () => {
    await raeumeToteVersuche(dienst);
    await weckeFaellige(sql, uhr());
  };
  const gemeldet = (fehler: unknown) => melde("Externe Buchhaltung", fehler);
  // A restart may come with another configuration: what waited for a person is tried once more.
  await weckeAngehaltene(sql).catch(gemeldet);
  const hoereAuf = wiederhole(raeume, alleMs, gemeldet);
  return async () => {
    ende.abort(new WorkerEndet());
    await hoereAuf();
  };
}
