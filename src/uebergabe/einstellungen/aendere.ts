import { ungueltig } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { pruefeVersion, uebernimm } from "../../technik/database/aendern.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { weckeAngehaltene } from "../auftraege/jobs.ts";
import type { ExtaccountingSettings, SettingsBody } from "../schema.ts";
import type { System } from "../verbindung/verbindung.ts";
import * as q from "../versuch/queries.ts";

export type Fassung = ExtaccountingSettings & { version: number };

const schreibbar = [
  "integrationsstart",
  "mandantId",
  "journalRechnung",
  "journalLieferant",
  "kontoForderungen",
  "kontoVerbindlichkeiten",
  "zuordnungen",
] as const;

export const leseEinstellungen = async (sql: Sql, system: System | null): Promise<Fassung> => ({
  ...(await q.findEinstellungen(sql)),
  system,
});

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

/**
 * Changes the trustee assignment. What waited for a person goes on: the circuit closes and jobs that were stopped start
 * again.
 *
 * @throws Ablehnung ungueltig, or veraltet when somebody else has changed it
 */
export const aendereEinstellungen = (
  sql: Sql,
  kontext: Kontext,
  system: System | null,
  body: SettingsBody,
): Promise<Fassung> =>
  schreibe(sql, kontext, async (tx) => {
    const alt = { ...(await q.findEinstellungen(tx, true)), system };
    pruefeVersion(kontext, alt.version);
    const { version: _, ...felder } = alt;
    const werte = uebernimm<ExtaccountingSettings>(felder, body, schreibbar);
    pruefeZuordnungen(werte.zuordnungen);
    const arten = werte.zuordnungen.flatMap(({ positionsartId }) => (positionsartId === null ? [] : [positionsartId]));
    const [fehlt] = await q.listFehlendePositionsarten(tx, [...new Set(arten)]);
    if (fehlt !== undefined)
      throw ungueltig("zuordnungen", "unbekannt", `Eine Positionsart mit der id ${fehlt} gibt es nicht.`);
    const neu = { ...(await q.updateEinstellungen(tx, werte)), system };
    await q.updateGeschlossen(tx);
    await weckeAngehaltene(tx);
    await protokolliere(tx, kontext, { aktion: "aendern", ressource: "extaccounting_einstellungen", alt, neu });
    return neu;
  });
