import { merkeBemerkungen } from "../../technik/auditlog/bemerkung.ts";
import { protokolliereAlle, type Urheber } from "../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../technik/database/pool.ts";
import type { Objektwerte } from "./pruefung.ts";
import { insertPatchobjekte, updatePatchobjekte } from "./queries.ts";
import type { Patchobjekt } from "./schema.ts";

export { listPatchobjekteGesperrt, listPatchobjekteMitIds } from "./queries.ts";

export const legePatchobjekteAn = async (
  tx: Tx,
  urheber: Urheber,
  werte: readonly Objektwerte[],
): Promise<Patchobjekt[]> => {
  const neue = await insertPatchobjekte(tx, werte);
  await merkeBemerkungen(
    tx,
    urheber,
    "patchobjekt",
    neue.map(({ id, bemerkung }) => ({ ressourceId: id, alt: null, neu: bemerkung })),
  );
  await protokolliereAlle(
    tx,
    urheber,
    neue.map((neu) => ({ aktion: "anlegen", ressource: "patchobjekt", ressourceId: neu.id, neu })),
  );
  return neue;
};

export type Objektaenderung = { alt: Patchobjekt; werte: Objektwerte };

/** @param aenderungen of locked objects, each one once   @returns the objects in the same order */
export const aenderePatchobjekte = async (
  tx: Tx,
  urheber: Urheber,
  aenderungen: readonly Objektaenderung[],
): Promise<Patchobjekt[]> => {
  const geschrieben = await updatePatchobjekte(
    tx,
    aenderungen.map(({ alt, werte }) => ({ ...werte, id: alt.id })),
  );
  const jetzige = new Map(geschrieben.map((objekt) => [objekt.id, objekt]));
  const paare = aenderungen.map(({ alt }) => ({ alt, neu: jetzige.get(alt.id) as Patchobjekt }));
  await merkeBemerkungen(
    tx,
    urheber,
    "patchobjekt",
    paare.map(({ alt, neu }) => ({ ressourceId: alt.id, alt: alt.bemerkung, neu: neu.bemerkung })),
  );
  await protokolliereAlle(
    tx,
    urheber,
    paare.map(({ alt, neu }) => ({ aktion: "aendern", ressource: "patchobjekt", ressourceId: alt.id, alt, neu })),
  );
  return paare.map(({ neu }) => neu);
};
