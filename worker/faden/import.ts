import { workerData } from "node:worker_threads";
import { fuehreImportAus } from "../../src/bestand/import/ausfuehrung.ts";
import { importAusfuehrung, type importPruefung } from "../../src/bestand/import/jobs.ts";
import { pruefeImport } from "../../src/bestand/import/pruefung.ts";
import { starteBoss } from "../../src/technik/database/boss.ts";
import { verbinde } from "../../src/technik/database/pool.ts";
import { antworte } from "./antwort.ts";

/** What is to be done, and where. */
export type Importarbeit = {
  datenbankUrl: string;
  was: typeof importPruefung | typeof importAusfuehrung;
  importId: number;
  heute: string;
};

/** The thread of `importiereImFaden`: one connection writes, one reads on in the file. */
const { datenbankUrl, was, importId, heute } = workerData as Importarbeit;
const sql = verbinde(datenbankUrl, "pacht_worker", { max: 2 });
try {
  const boss = await starteBoss(sql, "app");
  const tue = was === importAusfuehrung ? fuehreImportAus : pruefeImport;
  await antworte(() => tue(sql, importId, heute));
  await boss.stop({ close: false, graceful: false });
} finally {
  await sql.end({ timeout: 1 });
}
