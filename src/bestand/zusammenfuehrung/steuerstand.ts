import { konflikt } from "../../kern/ablehnung.ts";
import type { Kontakt } from "../../stammdaten/kontakte/schema.ts";
import type { Db } from "../../technik/database/pool.ts";
import { listSteuerstaende, type Steuerstand } from "./queries.ts";

/**
 * One person has one tax status. What counts is the one that a contact is booked by as a lessor, else what its record
 * says; a record without documents that says nothing contradicts nobody.
 *
 * @throws Ablehnung konflikt `steuerstatus_verschieden` when one of them is booked and the other has another status
 */
export const pruefeSteuerstand = async (sql: Db, bleibt: Kontakt, geht: Kontakt): Promise<void> => {
  const staende = await listSteuerstaende(sql, [bleibt.id, geht.id]);
  if (!staende.some(({ istGebucht }) => istGebucht)) return;
  const standVon = (kontakt: Kontakt): Steuerstand["gutschrift"] =>
    staende.find(({ kontaktId }) => kontaktId === kontakt.id)?.gutschrift ??
    (kontakt.umsatzsteuerStatus === null ? null : { status: kontakt.umsatzsteuerStatus });
  const [eins, zwei] = [standVon(bleibt), standVon(geht)];
  if (eins === null || zwei === null || eins.status === zwei.status) return;
  throw konflikt(
    "steuerstatus_verschieden",
    `In gebuchten Zeiträumen haben beide einen anderen Umsatzsteuerstatus: ${bleibt.anzeigename} ${eins.status ?? "keinen"}, ` +
      `${geht.anzeigename} ${zwei.status ?? "keinen"}.`,
  );
};
