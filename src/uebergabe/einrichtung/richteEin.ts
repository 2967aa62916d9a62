import type { Kontext } from "../../kern/kontext.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import type { System } from "../adapter/typen.ts";
import { weckeAngehaltene } from "../auftraege/jobs.ts";
import { aendereEinstellungen } from "../einstellungen/aendere.ts";
import type { Einstellungsfassung } from "../einstellungen/lese.ts";
import type { SettingsBody } from "../einstellungen/schema.ts";
import { schliesseUnterbrecher } from "../verbindung/unterbrecher.ts";

/**
 * A person sets the hand-over up. What waited for that goes on: the circuit closes and jobs that were stopped start again.
 *
 * @throws Ablehnung ungueltig, or veraltet when another clerk has changed the settings
 */
export function richteEin(
  sql: Sql,
  kontext: Kontext,
  system: System | null,
  body: SettingsBody,
): Promise<Einstellungsfassung> {
  return schreibe(sql, kontext, async (tx) => {
    const fassung = await aendereEinstellungen(tx, kontext, system, body);
    await schliesseUnterbrecher(tx);
    await weckeAngehaltene(tx);
    return fassung;
  });
}
