import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { istUnveraendert } from "../../technik/database/aendern.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { trenneObjektduplikate, vereineObjektduplikate } from "../duplikate/pflege.ts";
import { lesePatchobjekt, schreibePatchobjekt, sperrePatchobjekt } from "./pflege.ts";
import * as q from "./queries.ts";
import { type Patchobjekt, schreibbareFelder } from "./schema.ts";

/** Both locked until the end of the transaction, always in the order of their ids. */
export async function sperrePatchobjekte(
  tx: Tx,
  bleibtId: number,
  gehtId: number,
): Promise<[Patchobjekt, Patchobjekt]> {
  const erstes = await sperrePatchobjekt(tx, Math.min(bleibtId, gehtId));
  const zweites = await sperrePatchobjekt(tx, Math.max(bleibtId, gehtId));
  return bleibtId < gehtId ? [erstes, zweites] : [zweites, erstes];
}

/** The object that was left, locked alike; nothing where it was merged into another one since. */
export async function sperreGebliebenes(tx: Tx, id: number): Promise<Patchobjekt | undefined> {
  const [objekt] = await q.listPatchobjekteGesperrt(tx, [id]);
  return objekt;
}

const schreibeGeaendertes = (
  tx: Tx,
  kontext: Kontext,
  alt: Patchobjekt,
  werte: Patchobjekt,
): Promise<Patchobjekt> | Patchobjekt =>
  istUnveraendert(alt, werte, schreibbareFelder) ? alt : schreibePatchobjekt(tx, kontext, alt, werte);

/**
 * `geht` is `bleibt` from now on, whose fields become `werte`, and belongs to no account itself any more. Both are locked.
 *
 * @returns the objects that had been merged into `geht` and so lead to `bleibt` now
 */
export async function vereinePatchobjekte(
  tx: Tx,
  kontext: Kontext,
  { bleibt, geht, werte }: { bleibt: Patchobjekt; geht: Patchobjekt; werte: Patchobjekt },
): Promise<number[]> {
  const neu = await schreibeGeaendertes(tx, kontext, bleibt, werte);
  const mitgenommen = await q.updateAufgegangen(tx, geht.id, bleibt.id);
  await protokolliere(tx, kontext, {
    aktion: "zusammenfuehren",
    ressource: "patchobjekt",
    ressourceId: geht.id,
    alt: { aufgegangenIn: null, pachtkontoId: geht.pachtkontoId },
    neu: { aufgegangenIn: bleibt.id, pachtkontoId: null },
  });
  await vereineObjektduplikate(tx, { bleibt: { alt: bleibt, neu }, geht });
  return mitgenommen;
}

type Trennung = {
  bleibt: Patchobjekt;
  gehtId: number;
  /** Of the account that it belonged to. */
  pachtkontoId: number | null;
  werte: Patchobjekt;
  mitgenommen: number[];
};

/** The reverse. `bleibt` is locked, and nobody can have locked `gehtId`. */
export async function trennePatchobjekte(
  tx: Tx,
  kontext: Kontext,
  { bleibt, gehtId, pachtkontoId, werte, mitgenommen }: Trennung,
): Promise<void> {
  const neu = await schreibeGeaendertes(tx, kontext, bleibt, werte);
  await q.updateGetrennt(tx, gehtId, pachtkontoId, mitgenommen);
  await protokolliere(tx, kontext, {
    aktion: "trennen",
    ressource: "patchobjekt",
    ressourceId: gehtId,
    alt: { aufgegangenIn: bleibt.id, pachtkontoId: null },
    neu: { aufgegangenIn: null, pachtkontoId },
  });
  await trenneObjektduplikate(tx, { bleibt: { alt: bleibt, neu }, geht: await lesePatchobjekt(tx, gehtId) });
}
