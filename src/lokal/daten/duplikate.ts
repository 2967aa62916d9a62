import { berechneDuplikate } from "../../stammdaten/duplikate/vergleich/vergleiche.ts";
import { beauftrage } from "../../technik/database/auftrag/beauftrage.ts";
import { starteBoss } from "../../technik/database/boss.ts";
import type { Sql } from "../../technik/database/pool.ts";
import type { Plan } from "./plan.ts";

/** Finds the duplicates of a small stock at once; over a large one the worker goes as soon as it runs. */
export async function findeDuplikate(sql: Sql, plan: Plan): Promise<void> {
  if (plan.laeufe !== null) {
    await berechneDuplikate(sql);
    return;
  }
  const boss = await starteBoss(sql, "app");
  await beauftrage(sql, "duplikate", {}, { id: null, name: "Demodaten" });
  await boss.stop({ close: false, graceful: false });
}
