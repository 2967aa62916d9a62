import type { Kontext } from "../../kern/kontext.ts";
import { protokolliereAlle } from "../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { inStapeln } from "../../technik/stapel.ts";
import { berechneNaechsteHebung } from "./naechsteHebung.ts";
import * as q from "./queries.ts";
import type { Hebungsherkunft } from "./schema.ts";

export type Vorgeschlagene = q.Hebungwerte & { pachtkontoId: number; herkunft: Hebungsherkunft };

/** Written at a time. */
const jeTeil = 5000;

/**
 * Plans increases that clauses ask for, in the caller's transaction: it holds the locks of their accounts, one increase
 * each, and has computed them from what it has locked, so that they can stand.
 *
 * @returns their ids in the order given
 */
export async function planeVorgeschlagene(
  tx: Tx,
  kontext: Kontext,
  vorgeschlagene: readonly Vorgeschlagene[],
): Promise<number[]> {
  const alle: number[] = [];
  for (const teil of inStapeln(vorgeschlagene, jeTeil)) {
    const ids = await q.insertHebungen(tx, teil);
    await protokolliereAlle(
      tx,
      kontext,
      teil.map((neu, nr) => ({ aktion: "anlegen", ressource: "hebung", ressourceId: ids[nr], neu })),
    );
    await berechneNaechsteHebung(
      tx,
      kontext,
      teil.map(({ pachtkontoId }) => pachtkontoId),
      kontext.heute,
    );
    alle.push(...ids);
  }
  return alle;
}
