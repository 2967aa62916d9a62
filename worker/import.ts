import type { PgBoss } from "pg-boss";
import { fuehreImportAus } from "../src/bestand/import/ausfuehrung.ts";
import { ImportAuftrag, importAusfuehrung, importPruefung } from "../src/bestand/import/jobs.ts";
import { pruefeImport } from "../src/bestand/import/pruefung.ts";
import { tagInBerlin } from "../src/kern/kalender/berlin.ts";
import { arbeiteAb } from "../src/technik/database/auftrag/arbeiteAb.ts";
import type { Sql } from "../src/technik/database/pool.ts";
import { mitEnde } from "./ende.ts";

/**
 * Checks and executes imports, one of each at a time; stopped or killed, a check begins anew, and of an execution nothing
 * is left.
 *
 * @param ende aborts when the worker is to stop
 */
export const arbeiteImportAb = async (boss: PgBoss, sql: Sql, ende: AbortSignal): Promise<void> => {
  const heute = () => tagInBerlin(new Date());
  await arbeiteAb(boss, sql, importPruefung, 1, ({ data, signal }) =>
    pruefeImport(sql, ImportAuftrag.parse(data).importId, heute(), mitEnde(signal, ende)),
  );
  await arbeiteAb(boss, sql, importAusfuehrung, 1, ({ data, signal }) =>
    fuehreImportAus(sql, ImportAuftrag.parse(data).importId, heute(), mitEnde(signal, ende)),
  );
};
