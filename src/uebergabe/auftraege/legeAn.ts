import { konflikt, nichtGefunden } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { merkeAuftrag } from "../../technik/database/auftrag/beauftrage.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { sperre } from "../../technik/database/sperre.ts";
import type { System } from "../adapter/typen.ts";
import { schliesseUnterbrecher } from "../verbindung/unterbrecher.ts";
import { nichtEingerichtet } from "../verbindung/verbindung.ts";
import { extaccountingJob, wecke } from "./jobs.ts";
import { leseAuftrag } from "./liste.ts";
import * as q from "./queries.ts";
import type { Auftragsart, ExtaccountingJob, ExtaccountingJobRequest } from "./schema.ts";

/**
 * Queues a transfer job. Of each kind there is one at a time; one that stands still because the other system is not
 * there is continued on demand, or given up for the new one.
 *
 * @throws Ablehnung nichtGefunden for a document that there is not, konflikt `auftrag_aktiv`, `nichts_fortzusetzen`,
 *   `nicht_eingerichtet`
 */
export function legeAuftragAn(
  sql: Sql,
  kontext: Kontext,
  system: System | null,
  { art, fortsetzen, ...auswahl }: ExtaccountingJobRequest,
): Promise<ExtaccountingJob> {
  return schreibe(sql, kontext, async (tx) => {
    if (system === null) throw nichtEingerichtet();
    // Of two clerks at once the second waits here, and finds the first's.
    await sperre(tx, `extaccounting ${art} anlegen`);
    const offener = await q.findOffenenGesperrt(tx, art);
    if (fortsetzen) return setzeFort(tx, kontext, art, offener);
    if (offener) await ersetze(tx, kontext, offener);
    return beginne(tx, kontext, art, auswahl);
  });
}

type Offener = Pick<q.Auftrag, "id" | "status">;

const ersetze = async (tx: Tx, kontext: Kontext, { id, status }: Offener): Promise<void> => {
  if (status !== "angehalten")
    throw konflikt("auftrag_aktiv", `Ein Auftrag dieser Art läuft schon (${id}).`, { auftragId: id });
  await q.updateBeendet(tx, id, "abgebrochen", kontext.jetzt, "Durch einen neuen Auftrag ersetzt.");
};

const beginne = async (tx: Tx, kontext: Kontext, art: Auftragsart, auswahl: q.Auswahl): Promise<ExtaccountingJob> => {
  const id = await q.insertAuftrag(tx, art, auswahl, kontext.akteur);
  await merkeAuftrag(tx, extaccountingJob, { auftragId: id }, kontext.akteur);
  if (auswahl.dokumentIds) {
    const fehlt = await q.findUnbekannten(tx, auswahl.dokumentIds);
    if (fehlt !== undefined) throw nichtGefunden("Einen Archivbeleg mit der id", fehlt);
    await q.insertGenannte(tx, id, auswahl.dokumentIds);
    await q.updateErmittelt(tx, id);
  }
  await wecke(tx, id);
  const auftrag = await leseAuftrag(tx, id);
  await protokolliere(tx, kontext, {
    aktion: "extern_auftrag",
    ressource: "extaccounting_auftrag",
    ressourceId: id,
    neu: { art, filter: auswahl.filter ?? null, anzahl: auftrag.gesamt },
  });
  return auftrag;
};

const setzeFort = async (
  tx: Tx,
  kontext: Kontext,
  art: Auftragsart,
  offener: Offener | undefined,
): Promise<ExtaccountingJob> => {
  if (offener?.status !== "angehalten")
    throw konflikt("nichts_fortzusetzen", "Kein Auftrag dieser Art ist angehalten.");
  await schliesseUnterbrecher(tx);
  await wecke(tx, offener.id);
  await protokolliere(tx, kontext, {
    aktion: "extern_auftrag_fortsetzen",
    ressource: "extaccounting_auftrag",
    ressourceId: offener.id,
    neu: { art },
  });
  return leseAuftrag(tx, offener.id);
};
