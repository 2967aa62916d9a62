import { hebungsverluste, verlustInWorten } from "../../../kern/pacht/hebung/hebungsverlust.ts";
import type { Tx } from "../../../technik/database/pool.ts";
import { listAktiveHebungen, listVersionen } from "./queries.ts";
import type { PachtkontoPosition } from "./schema.ts";

/** Writes a position of a locked account, and tells with it what that takes from active increases. */
export async function mitHinweisen(
  tx: Tx,
  pachtkontoId: number,
  schreibePosition: () => Promise<PachtkontoPosition>,
): Promise<PachtkontoPosition> {
  const hebungen = await listAktiveHebungen(tx, pachtkontoId);
  if (hebungen.length === 0) return { ...(await schreibePosition()), hinweise: [] };
  const vorher = await listVersionen(tx, pachtkontoId);
  const position = await schreibePosition();
  const nachher = await listVersionen(tx, pachtkontoId);
  const verluste = hebungsverluste(vorher, nachher, hebungen, position.ursprungId);
  return {
    ...position,
    hinweise: verluste.map((verlust) => ({ code: verlust.code, text: verlustInWorten(verlust) })),
  };
}
