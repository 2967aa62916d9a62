import { ungueltig } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../technik/database/aendern.ts";
import type { Tx } from "../../technik/database/pool.ts";
import type { System } from "../adapter/typen.ts";
import * as q from "./queries.ts";
import type { ExtaccountingSettings, SettingsBody } from "./schema.ts";

const schreibbar = [
  "integrationsstart",
  "mandantId",
  "journalRechnung",
  "journalLieferant",
  "kontoForderungen",
  "kontoVerbindlichkeiten",
  "zuordnungen",
] as const;

/** Two lines for the same would leave open which one counts. */
const pruefeZuordnungen = (zuordnungen: ExtaccountingSettings["zuordnungen"]): void => {
  const gesehen = new Set<string>();
  for (const [nr, { richtung, positionsartId, steuersatzBp }] of zuordnungen.entries()) {
    const schluessel = `${richtung} ${positionsartId} ${steuersatzBp}`;
    if (gesehen.has(schluessel))
      throw ungueltig(
        `zuordnungen.${nr}`,
        "doppelt",
        "Für diese Positionsart und diesen Satz gibt es schon eine Zeile.",
      );
    gesehen.add(schluessel);
  }
};

const positionsartenIn = ({ zuordnungen }: Pick<ExtaccountingSettings, "zuordnungen">): Set<number> =>
  new Set(zuordnungen.flatMap(({ positionsartId }) => positionsartId ?? []));

/**
 * Changes the trustee assignment.
 *
 * @throws Ablehnung ungueltig, or veraltet when another clerk has changed it
 */
export async function aendereEinstellungen(
  tx: Tx,
  kontext: Kontext,
  system: System | null,
  body: SettingsBody,
): Promise<q.Einstellungsfassung> {
  const alt = { ...(await q.findEinstellungenGesperrt(tx)), system };
  pruefeVersion(kontext, alt.version);
  const { version: _, ...felder } = alt;
  const werte = uebernimm<ExtaccountingSettings>(felder, body, schreibbar);
  if (istUnveraendert<ExtaccountingSettings>(felder, werte, schreibbar)) return alt;
  pruefeZuordnungen(werte.zuordnungen);
  // What was named before stays: documents whose type is gone since may still wait to be handed over.
  const neue = positionsartenIn(werte).difference(positionsartenIn(felder));
  const [fehlt] = await q.listFehlendePositionsarten(tx, [...neue]);
  if (fehlt !== undefined)
    throw ungueltig("zuordnungen", "unbekannt", `Eine Positionsart mit der id ${fehlt} gibt es nicht.`);
  const fassung = await q.updateEinstellungen(tx, werte);
  const neu = { ...fassung, system };
  await protokolliere(tx, kontext, { aktion: "aendern", ressource: "extaccounting_einstellungen", alt, neu });
  return fassung;
}
