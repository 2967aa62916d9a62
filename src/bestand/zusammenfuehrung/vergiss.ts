import type { Tx } from "../../technik/database/pool.ts";
import { updateVergessen } from "./queries.ts";

/** What mergings of these contacts changed is forgotten with their data: none of them can be undone any more. */
export async function vergissZusammenfuehrungen(tx: Tx, kontaktIds: readonly number[]): Promise<void> {
  await updateVergessen(tx, kontaktIds);
}
