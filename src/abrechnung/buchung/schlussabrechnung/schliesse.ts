import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliereAlle } from "../../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../../technik/database/pool.ts";
import { berechneNaechsteHebung } from "../../hebungen/naechsteHebung.ts";
import * as q from "./queries.ts";

/**
 * Closes the accounts that a staged run settles: they are billed no more, whatever their documents come to.
 *
 * @returns false where one of them, or a booking that its settlement corrects, changed since it was computed
 */
export async function schliesseKonten(tx: Tx, kontext: Kontext, laufId: string): Promise<boolean> {
  const { konten, korrekturen } = await q.countStapelSchlussabrechnungen(tx, laufId);
  if (konten === 0) return true;
  await q.insertSchlussabrechnungen(tx, laufId);
  if ((await q.insertSchlusskorrekturen(tx, laufId)).count !== korrekturen) return false;
  await q.updateNachEndeEntfallen(tx, laufId);
  const geschlossen = await q.updateSchlussabgerechnet(tx, laufId);
  if (geschlossen.length !== konten) return false;
  await protokolliereAlle(
    tx,
    kontext,
    geschlossen.map(({ id, status, datum }) => ({
      aktion: "schlussabrechnen",
      ressource: "pachtkonto",
      ressourceId: id,
      alt: { status, schlussabrechnung: null },
      neu: { status: "ausgelaufen", schlussabrechnung: datum },
    })),
  );
  await berechneNaechsteHebung(
    tx,
    kontext,
    geschlossen.map(({ id }) => id),
    kontext.heute,
  );
  return true;
}
