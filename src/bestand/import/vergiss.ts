import type { Tx } from "../../technik/database/pool.ts";
import { deleteImporteMit, deleteKontaktstaende } from "./queries.ts";

/**
 * Forgets by which keys these contacts came and what the last import left of them, and throws away every file that
 * still lies here and names them, whole: it can be uploaded again.
 */
export const vergissImporte = async (
  tx: Tx,
  kontaktIds: readonly number[],
  woerter: readonly string[],
): Promise<void> => {
  await deleteKontaktstaende(tx, kontaktIds);
  await deleteImporteMit(tx, woerter);
};
