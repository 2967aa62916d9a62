import { merkeGeaenderte, merkeNeue } from "../../technik/auditlog/datensaetze.ts";
import type { Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../technik/database/pool.ts";
import type { Objektwerte } from "./pruefung.ts";
import { insertPatchobjekte, updatePatchobjekte } from "./queries.ts";
import type { Patchobjekt } from "./schema.ts";

export { listPatchobjekteGesperrt, listPatchobjekteMitIds } from "./queries.ts";

export async function legePatchobjekteAn(
  tx: Tx,
  urheber: Urheber,
  werte: readonly Objektwerte[],
): Promise<Patchobjekt[]> {
  const neue = await insertPatchobjekte(tx, werte);
  await merkeNeue(tx, urheber, "patchobjekt", neue);
  return neue;
}

type Objektaenderung = { alt: Patchobjekt; werte: Objektwerte };

/** @param aenderungen of locked objects, each one once   @returns the objects in the same order */
export async function aenderePatchobjekte(
  tx: Tx,
  urheber: Urheber,
  aenderungen: readonly Objektaenderung[],
): Promise<Patchobjekt[]> {
  const geschrieben = await updatePatchobjekte(
    tx,
    aenderungen.map(({ alt, werte }) => ({ ...werte, id: alt.id })),
  );
  return merkeGeaenderte(
    tx,
    urheber,
    "patchobjekt",
    aenderungen.map(({ alt }) => alt),
    geschrieben,
  );
}
