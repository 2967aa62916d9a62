import { aktualisiereFaelligkeiten } from "../../../stammdaten/faelligkeiten/plan.ts";
import type { Eintrag } from "../../../technik/auditlog/protokolliere.ts";
import type { Tx } from "../../../technik/database/pool.ts";
import { inStapeln } from "../../../technik/stapel.ts";
import { schlussIds, type Vorgang, wiederOffene } from "../vorgang.ts";
import * as q from "./queries.ts";

/** Accounts whose due dates are planned at once, and are in memory meanwhile. */
const jePlanung = 20_000;

/**
 * Opens the cancelled periods again, and their accounts where a settlement is among them.
 *
 * @returns the audit entries of the accounts that are no longer settled
 */
export async function oeffneWieder(
  tx: Tx,
  vorgaenge: readonly Vorgang[],
  kontoIds: number[],
  heute: string,
): Promise<Eintrag[]> {
  const abgerechnet = wiederOffene(vorgaenge);
  const vorher = await q.listKontozustaende(tx, abgerechnet);
  if (abgerechnet.length > 0) {
    await q.updateSchlussabrechnungen(tx, schlussIds(vorgaenge));
    await q.updateWiederOffen(tx, abgerechnet, heute);
  }
  const nachher = new Map((await q.listKontozustaende(tx, abgerechnet)).map((konto) => [konto.id, konto]));
  await q.updateZeitraeume(tx, vorgaenge);
  await q.updateFaelligkeitenOffen(tx, vorgaenge);
  await q.updateEingabeGeaendert(tx, kontoIds);
  // The terms may have changed since these periods were booked.
  for (const ids of inStapeln(kontoIds, jePlanung)) await aktualisiereFaelligkeiten(tx, ids, heute);
  return vorher.map((alt) => ({
    aktion: "stornieren",
    ressource: "pachtkonto",
    ressourceId: alt.id,
    alt,
    neu: nachher.get(alt.id),
  }));
}
