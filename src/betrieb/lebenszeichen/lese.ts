import type { Db } from "../../technik/database/pool.ts";
import { deleteAlteLebenszeichen, findLetztesDesWorkers, listLebenszeichen, type Zeichen } from "./queries.ts";

export const lagen = ["laeuft", "still", "keiner"] as const;

/**
 * Whether any worker is at work; `still`: there is one, but it has given no sign of life for a while; `keiner`: all have
 * ended, and when the last one did is known for a day.
 */
export type Workerlage = { worker: (typeof lagen)[number]; workerGesehenAm: string | null };

/** Four signs that have not come. */
const stillNachSekunden = 20;

export async function leseWorkerlage(sql: Db): Promise<Workerlage> {
  const { gesehenAm, zugegen, lebt } = await findLetztesDesWorkers(sql, stillNachSekunden);
  const worker = lebt ? "laeuft" : zugegen ? "still" : "keiner";
  return { worker, workerGesehenAm: gesehenAm };
}

/** Servers first; one that is `still` was killed, stopped, or hangs. */
export async function leseProzesse(sql: Db): Promise<Zeichen[]> {
  return [...(await listLebenszeichen(sql, stillNachSekunden))];
}

/** Forgets processes that gave their last sign a day ago. */
export async function vergissAlteLebenszeichen(sql: Db, jetzt: Date): Promise<void> {
  await deleteAlteLebenszeichen(sql, jetzt.toISOString());
}
