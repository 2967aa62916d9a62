import type { PgBoss } from "pg-boss";
import { ImportAuftrag, importAusfuehrung, importPruefung } from "../src/bestand/import/jobs.ts";
import { tagInBerlin } from "../src/kern/kalender/berlin.ts";
import { arbeiteAb } from "../src/technik/database/auftrag/arbeiteAb.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { mitEnde } from "./ende.ts";
import { imFaden } from "./faden/faden.ts";
import type { Importarbeit } from "./faden/import.ts";

const programm = new URL("./faden/import.ts", import.meta.url);

/** Checks or executes an import in a thread, with connections of its own. When `signal` ends it, nothing of it stays. */
export function importiereImFaden(arbeit: Importarbeit, signal: AbortSignal): Promise<object> {
  // A piece of 500 rows with all that is thought of them lives until it is written.
  return imFaden(programm, arbeit, signal, { jungeMib: 16 });
}

/**
 * Checks and executes imports, one of each at a time; stopped or killed, a check begins anew, and of an execution nothing
 * is left.
 *
 * @param datenbankUrl what `sql` leads to
 * @param ende aborts when the worker is to stop
 */
export async function arbeiteImportAb(boss: PgBoss, sql: Sql, datenbankUrl: string, ende: AbortSignal): Promise<void> {
  for (const was of [importPruefung, importAusfuehrung])
    await arbeiteAb(boss, sql, was, 1, ({ data, signal }) => {
      const { importId } = ImportAuftrag.parse(data);
      return importiereImFaden({ datenbankUrl, was, importId, heute: tagInBerlin(new Date()) }, mitEnde(signal, ende));
    });
}
