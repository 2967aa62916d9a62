import type { Tx } from "../../technik/database/pool.ts";
import { leseKontaktschluessel } from "./herkunft/lese.ts";
import { deleteImporteMit, deleteKontaktstaende } from "./queries.ts";

/**
 * Forgets by which keys these contacts came and what the last import left of them, and throws away every file that
 * still lies here and names them, whole: it can be uploaded again.
 *
 * @param woerter what they are and were called: a file may name them as they were before a clerk's change
 */
export async function vergissImporte(tx: Tx, kontaktIds: readonly number[], woerter: readonly string[]): Promise<void> {
  await deleteImporteMit(tx, woerter, await leseKontaktschluessel(tx, kontaktIds));
  await deleteKontaktstaende(tx, kontaktIds);
}
