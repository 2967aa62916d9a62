import type { Sql } from "../../../technik/database/pool.ts";
import * as q from "./queries.ts";
import { berechneStaende, gemeinteVon } from "./stand.ts";

/**
 * Computes the proposals anew whose accounts are marked.
 *
 * The marks go first: what commits behind the snapshot that took them away leaves a mark of its own, so that a mixture of
 * before and after is never believed.
 */
export async function halteVorschlaegeNach(sql: Sql): Promise<void> {
  if (!(await q.findMarke(sql))) return;
  await sql.begin(async (tx) => {
    if (!(await q.sperreFrei(tx))) return;
    const ids = gemeinteVon(await q.deleteMarken(tx));
    await q.deleteVorschlaege(tx, ids);
    for await (const teil of berechneStaende(tx, ids)) await q.insertVorschlaege(tx, teil);
  });
}
