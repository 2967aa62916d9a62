import { parentPort, workerData } from "node:worker_threads";
import { verbinde } from "../src/database/pool.ts";
import { berechneDuplikate } from "../src/duplikate/lauf.ts";

/** The thread of `vergleicheBestand`. */
const sql = verbinde(workerData.datenbankUrl, "pacht_worker", { max: 2 });
try {
  parentPort?.postMessage(await berechneDuplikate(sql));
} finally {
  await sql.end({ timeout: 1 });
}
