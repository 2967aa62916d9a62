import { protokolliereAlle, type Urheber } from "../../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../../technik/database/pool.ts";
import type { Positionwerte } from "./pruefung.ts";
import * as q from "./queries.ts";
import type { PachtkontoPosition } from "./schema.ts";

export { listFassungen, zieheIds } from "./queries.ts";

/**
 * A version that is not there yet. The first one of a position is its own `ursprung`; a later one stands behind
 * `vorgaengerId`, whose entry in the audit log it continues.
 */
type NeueFassung = { id: number; ursprungId: number; vorgaengerId: number | null; werte: Positionwerte };

const nachId = (positionen: readonly PachtkontoPosition[]): Map<number, PachtkontoPosition> =>
  new Map(positionen.map((position) => [position.id, position]));

/**
 * @param neue of locked accounts
 * @param vorgaenger versions as they were before this write, for those that are ended by it
 * @returns the versions in the order given
 */
export async function legeFassungenAn(
  tx: Tx,
  urheber: Urheber,
  neue: readonly NeueFassung[],
  vorgaenger: ReadonlyMap<number, PachtkontoPosition> = new Map(),
): Promise<PachtkontoPosition[]> {
  await q.insertPositionen(
    tx,
    neue.map(({ id, ursprungId, werte }) => ({ ...werte, id, ursprungId })),
  );
  const ids = neue.map(({ id }) => id);
  const jetzige = nachId(await q.listPositionenMitIds(tx, ids));
  await protokolliereAlle(
    tx,
    urheber,
    neue.map(({ id, vorgaengerId }) => {
      const neu = jetzige.get(id);
      return vorgaengerId === null
        ? { aktion: "anlegen", ressource: "position", ressourceId: id, neu }
        : {
            aktion: "neue_fassung",
            ressource: "position",
            ressourceId: id,
            alt: vorgaenger.get(vorgaengerId) ?? jetzige.get(vorgaengerId),
            neu,
          };
    }),
  );
  return ids.map((id) => jetzige.get(id) as PachtkontoPosition);
}

type Fassungsaenderung = { alt: PachtkontoPosition; werte: Positionwerte };

/** @param aenderungen of versions of locked accounts, each one once   @returns the versions in the same order */
export async function aendereFassungen(
  tx: Tx,
  urheber: Urheber,
  aenderungen: readonly Fassungsaenderung[],
): Promise<PachtkontoPosition[]> {
  await q.updatePositionen(
    tx,
    aenderungen.map(({ alt, werte }) => ({ ...werte, id: alt.id })),
  );
  const jetzige = nachId(
    await q.listPositionenMitIds(
      tx,
      aenderungen.map(({ alt }) => alt.id),
    ),
  );
  const paare = aenderungen.map(({ alt }) => ({ alt, neu: jetzige.get(alt.id) as PachtkontoPosition }));
  await protokolliereAlle(
    tx,
    urheber,
    paare.map(({ alt, neu }) => ({ aktion: "aendern", ressource: "position", ressourceId: alt.id, alt, neu })),
  );
  return paare.map(({ neu }) => neu);
}
