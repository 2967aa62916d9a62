import type { Tx } from "../../technik/database/pool.ts";
import { deleteSammeldateienMit } from "./queries.ts";

/** Throws away every combined file that may hold a letter to one of these contacts; whoever needs one has it made again. */
export const vergissSammeldateien = async (tx: Tx, kontaktIds: readonly number[]): Promise<void> => {
  await deleteSammeldateienMit(tx, kontaktIds);
};
