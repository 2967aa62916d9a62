import { workerData } from "node:worker_threads";
import { berechneDuplikate } from "../../src/stammdaten/duplikate/vergleich/vergleiche.ts";
import { verbinde } from "../../src/technik/database/pool.ts";
import { antworte } from "./antwort.ts";

/** The thread of `vergleicheBestand`. */
const sql = verbinde(workerData.datenbankUrl, "pacht_worker", { max: 2 });
try {
  await antworte(() => berechneDuplikate(sql));
} finally {
  await sql.end({ timeout: 1 });
}
