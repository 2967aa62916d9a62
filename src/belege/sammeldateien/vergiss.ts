import type { Db, Tx } from "../../technik/database/pool.ts";
import { deleteAlteSammeldateien, deleteSammeldateienMit } from "./queries.ts";

/** Throws away every combined file that may hold a letter to one of these contacts; whoever needs one has it made again. */
export const vergissSammeldateien = async (tx: Tx, kontaktIds: readonly number[]): Promise<void> => {
  await deleteSammeldateienMit(tx, kontaktIds);
};

/** Forgets combined files after a week, and those of drafts after a day. @returns how many */
export const vergissAlteSammeldateien = async (sql: Db, jetzt: Date): Promise<number> =>
  (await deleteAlteSammeldateien(sql, jetzt.toISOString())).count;
