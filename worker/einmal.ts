import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Zeitplanname } from "../src/betrieb/zeitplaene/plan.ts";
import type { Auftraggeber } from "../src/kern/kontext.ts";
import { verbuche } from "../src/technik/database/auftrag/arbeiteAb.ts";
import { sendeIn } from "../src/technik/database/boss.ts";
import { ohneWerte } from "../src/technik/database/ohneWerte.ts";
import type { Sql } from "../src/technik/database/pool.ts";

const kommandozeile: Auftraggeber = { id: null, name: "Kommandozeile" };

/** Often enough for the heartbeat of the queues. */
const alleMs = 3_000;

/**
 * Does the work of a schedule in this process, to its end and without another try. A job of it that waits for a worker is
 * this one; none starts beside it, as with a worker.
 *
 * @returns its figures; undefined where it is under way elsewhere
 * @throws what the work throws as `ohneWerte` tells it: the queue keeps that, and a log may
 */
export async function fuehreEinmalAus(
  boss: PgBoss,
  sql: Sql,
  name: Zeitplanname,
  tue: () => Promise<object>,
): Promise<Record<string, number> | undefined> {
  // Due only in a minute: no worker takes it before this process does, and one takes it if this process ends first.
  await sendeIn(sql, name, {}, { startAfter: 60, retryLimit: 0 });
  const [auftrag]: JobWithMetadata<unknown>[] = await boss.fetch(name, {
    includeMetadata: true,
    ignoreStartAfter: true,
  });
  if (!auftrag) return undefined;
  const takt = setInterval(() => void boss.touch(name, auftrag.id).catch(() => {}), alleMs);
  try {
    const zahlen = await verbuche(sql, auftrag, kommandozeile, tue);
    await boss.complete(name, auftrag.id, zahlen);
    return zahlen;
  } catch (fehler) {
    const gemeldet = ohneWerte(fehler);
    await boss.fail(name, auftrag.id, { message: String(gemeldet) });
    throw gemeldet;
  } finally {
    clearInterval(takt);
  }
}
