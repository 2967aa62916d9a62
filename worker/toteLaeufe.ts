import { raeumeToteLaeufe } from "../src/abrechnung/laufsperre.ts";
import type { Sql } from "../src/database/pool.ts";

const alleMs = 15_000;

/**
 * Closes booking runs whose process died, soon after it did. Several workers may do it: a lock decides.
 *
 * @returns stops it
 */
export const raeumeRegelmaessig = (sql: Sql, melde: (fehler: unknown) => void): (() => void) => {
  const raeume = () => raeumeToteLaeufe(sql).catch(melde);
  raeume();
  const takt = setInterval(raeume, alleMs);
  return () => clearInterval(takt);
};
