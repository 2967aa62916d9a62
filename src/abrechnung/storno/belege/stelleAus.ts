import { verlangeFirmendaten } from "../../../stammdaten/einstellungen/firmendaten/vollstaendigkeit.ts";
import type { Tx } from "../../../technik/database/pool.ts";
import { halteAusstellerFest } from "../../buchung/schnappschuesse.ts";
import type { Vorgang } from "../vorgang.ts";
import * as q from "./queries.ts";

/**
 * Issues the counter documents of all documents of these bookings.
 *
 * @returns how many
 */
export async function stelleStornobelegeAus(
  tx: Tx,
  vorgaenge: readonly Vorgang[],
  belegdatum: string,
  grund: string,
): Promise<number> {
  await verlangeFirmendaten(tx);
  const ausstellerId = await halteAusstellerFest(tx);
  const jahr = Number(belegdatum.slice(0, 4));
  await q.insertNummernkreise(tx, jahr);
  await q.sperreNummernkreise(tx, jahr);
  const anzahl = await q.insertStornobelege(tx, vorgaenge, { ausstellerId, belegdatum, jahr, grund });
  await q.insertStornozeilen(tx, vorgaenge);
  await q.insertStornosteuer(tx, vorgaenge);
  const unausgeglichen = await q.listUnausgeglichene(tx, vorgaenge);
  if (unausgeglichen.length > 0) throw new Error(`Storno gleicht nicht aus: ${unausgeglichen.join(", ")}`);
  return anzahl;
}
