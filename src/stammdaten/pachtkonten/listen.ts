import type { Tx } from "../../technik/database/pool.ts";

/**
 * For a transaction that creates thousands of accounts: their rows for lists and deadlines are written once, when their
 * parties and objects are there, instead of with each of these anew. It must end with `schreibeVertagteListen`.
 */
export async function vertageListen(tx: Tx): Promise<void> {
  await tx`select set_config('pacht.neue_konten_spaeter', 'ja', true)`;
}

export async function beendeVertagung(tx: Tx): Promise<void> {
  await tx`select set_config('pacht.neue_konten_spaeter', '', true)`;
}

/** @param ids of accounts that were created meanwhile */
export async function schreibeVertagteListen(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx`
    select schreibe_pachtkonto_liste(n.ids), schreibe_pachtkonto_frist(n.ids)
    from (select ${ids}::bigint[] ids) n`;
}
