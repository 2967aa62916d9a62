import type { Db } from "../database/pool.ts";
import { konflikt } from "../http/problem.ts";
import { findSchlussabrechnung } from "./schlussabrechnungQueries.ts";

/**
 * Refuses to move the end of a lease that is settled: nobody would settle it again.
 *
 * @throws Problem 409 `zeitraum_gebucht`, naming the document to cancel first
 */
export const pruefeNichtSchlussabgerechnet = async (tx: Db, pachtkontoId: number): Promise<void> => {
  const schluss = await findSchlussabrechnung(tx, pachtkontoId);
  if (!schluss) return;
  const { zeitraumVon, zeitraumBis, buchungslaufId, belegnummern } = schluss;
  const [belegnummer] = belegnummern;
  const zuerst = belegnummer ? `den Beleg ${belegnummer}` : `den Buchungslauf ${buchungslaufId}`;
  throw konflikt(
    "zeitraum_gebucht",
    `Die Pacht ist zum ${zeitraumBis} schlussabgerechnet. Bitte zuerst ${zuerst} stornieren.`,
    { belegnummer: belegnummer ?? null, belegnummern, buchungslaufId, zeitraumVon, zeitraumBis },
  );
};
