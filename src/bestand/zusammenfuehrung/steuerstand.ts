import { konflikt } from "../../kern/ablehnung.ts";
import { deutschesDatum } from "../../kern/kalender/tag.ts";
import type { UmsatzsteuerStatus } from "../../kern/pacht/typen.ts";
import type { Kontakt } from "../../stammdaten/kontakte/schema.ts";
import type { Db } from "../../technik/database/pool.ts";
import { findSteuerwiderspruch } from "./queries.ts";

const inWorten: Record<UmsatzsteuerStatus, string> = {
  regelbesteuert: "regelbesteuert",
  kleinunternehmer: "als Kleinunternehmer",
  pauschaliert: "pauschaliert",
  nicht_steuerbar: "nicht steuerbar",
};

const gebuchtAls = (status: UmsatzsteuerStatus | null): string => (status ? inWorten[status] : "ohne einen");

/**
 * One person has one tax status at a time, and may change it: only days that both are booked for under another one tell
 * two persons. What their records say decides nothing that is booked; that of the contact that stays goes on.
 *
 * @throws Ablehnung konflikt `steuerstatus_verschieden`
 */
export async function pruefeSteuerstand(sql: Db, bleibt: Kontakt, geht: Kontakt): Promise<void> {
  const widerspruch = await findSteuerwiderspruch(sql, bleibt.id, geht.id);
  if (!widerspruch) return;
  throw konflikt(
    "steuerstatus_verschieden",
    `Vom ${deutschesDatum(widerspruch.von)} bis ${deutschesDatum(widerspruch.bis)} sind beide mit einem anderen ` +
      `Umsatzsteuerstatus gebucht: ${bleibt.anzeigename} ${gebuchtAls(widerspruch.bleibt)}, ` +
      `${geht.anzeigename} ${gebuchtAls(widerspruch.geht)}.`,
  );
}
