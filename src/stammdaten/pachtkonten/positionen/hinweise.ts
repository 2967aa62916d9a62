import { konflikt } from "../../../kern/ablehnung.ts";
import { hebungsverluste, verlustInWorten } from "../../../kern/pacht/hebung/hebungsverlust.ts";
import { findUeberholte, ueberholtInWorten } from "../../../kern/pacht/hebung/reihenfolge.ts";
import type { Tx } from "../../../technik/database/pool.ts";
import { listAbgeschlosseneHebungen, listAktiveHebungen, listVersionen } from "./queries.ts";
import type { PachtkontoPosition } from "./schema.ts";

export { listAbgeschlosseneHebungen } from "./queries.ts";

/**
 * Writes a position of a locked account, and tells with it what that takes from active increases.
 *
 * @throws Ablehnung konflikt `hinter_abgeschlossener` where an active increase would come to stand behind a completed one
 */
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
  const abgeschlossene = await listAbgeschlosseneHebungen(tx, [pachtkontoId]);
  const ueberholt = findUeberholte(vorher, nachher, hebungen, abgeschlossene, position.ursprungId);
  if (ueberholt) throw konflikt("hinter_abgeschlossener", ueberholtInWorten(ueberholt));
  const verluste = hebungsverluste(vorher, nachher, hebungen, position.ursprungId);
  return {
    ...position,
    hinweise: verluste.map((verlust) => ({ code: verlust.code, text: verlustInWorten(verlust) })),
  };
}
