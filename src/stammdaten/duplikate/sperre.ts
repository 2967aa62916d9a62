import type { Db } from "../../technik/database/pool.ts";
import { sperre } from "../../technik/database/sperre.ts";
import type { ArtName, Tabellen } from "./arten.ts";

/** Number of the advisory locks on keys, beside all locks with one number. */
const sperrklasse = { kontakt: 1001, patchobjekt: 1002 } as const;

const gesamt = (name: ArtName): string => `duplikate ${name}`;

/** Keeps the last step of a full comparison out until the end of the transaction; savers do not wait for each other. */
export async function halteAb(tx: Db, { name }: Tabellen): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(hashtextextended(${gesamt(name)}, 0))`;
}

/**
 * Lets savers in beside each other, but neither two that share a key nor any beside the last step of a full comparison. The
 * keys come sorted, so that nobody waits in a circle. Held to the end of the transaction.
 */
export async function sperreSchluessel(tx: Db, art: Tabellen, schluessel: readonly number[]): Promise<void> {
  await halteAb(tx, art);
  await tx`
    select pg_advisory_xact_lock(${sperrklasse[art.name]}, k)
    from unnest(${schluessel}::integer[]) k`;
}

/** Waits for all savers that are under way and keeps new ones out until the end of the transaction. */
export function sperreAlle(tx: Db, { name }: Tabellen): Promise<void> {
  return sperre(tx, gesamt(name));
}
