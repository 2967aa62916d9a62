import type { Db, Tx } from "../../../../technik/database/pool.ts";
import type { Summen } from "../../../eingabe/summen.ts";
import { findArchivSummen, listVerletzungen } from "./queries.ts";

const inWorten = async (sql: Db, laufId: string | null): Promise<string[]> =>
  (await listVerletzungen(sql, laufId)).map(({ regel, stelle }) => `${regel}: ${stelle}`);

/** The first ten places where what was ever booked does not add up in itself. */
export function findeVerletzungen(sql: Db): Promise<string[]> {
  return inWorten(sql, null);
}

/**
 * What the archive now says must be what was computed, and add up in itself.
 *
 * @throws Invariante
 */
export async function pruefeInvarianten(tx: Tx, laufId: string, summen: Summen): Promise<void> {
  const archiv = await findArchivSummen(tx, laufId);
  for (const feld of Object.keys(summen) as (keyof Summen)[])
    if (archiv[feld] !== summen[feld])
      throw new Invariante(`Summe ${feld} des Archivs ${archiv[feld]}, des Laufs ${summen[feld]}`);
  const verletzungen = await inWorten(tx, laufId);
  if (verletzungen.length > 0) throw new Invariante(verletzungen.join(", "));
}

/** The run does not add up: nothing of it may be booked. */
export class Invariante extends Error {
  override name = "Invariante";
}
