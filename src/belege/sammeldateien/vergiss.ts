import type { Db, Tx } from "../../technik/database/pool.ts";
import { countSammeldateienMit, deleteAlteSammeldateien, deleteSammeldateienMit } from "./queries.ts";

/** How many {@link vergissSammeldateien} would throw away. */
export function zaehleSammeldateien(sql: Db, kontaktIds: readonly number[]): Promise<number> {
  return countSammeldateienMit(sql, kontaktIds);
}

/** Throws away every combined file that may hold a letter to one of these contacts; whoever needs one has it made again. */
export async function vergissSammeldateien(tx: Tx, kontaktIds: readonly number[]): Promise<void> {
  await deleteSammeldateienMit(tx, kontaktIds);
}

/** Forgets combined files after a week, and those of drafts after a day. @returns how many */
export async function vergissAlteSammeldateien(sql: Db, jetzt: Date): Promise<number> {
  return (await deleteAlteSammeldateien(sql, jetzt.toISOString())).count;
}
