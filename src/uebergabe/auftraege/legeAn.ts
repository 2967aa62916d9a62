import { konflikt, nichtGefunden } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import type { Auftragsart, ExtaccountingJob, ExtaccountingJobRequest } from "../schema.ts";
import type { System } from "../verbindung/verbindung.ts";
import { wecke } from "./jobs.ts";
import * as q from "./queries.ts";

export const listeAuftraege = async (sql: Sql): Promise<ExtaccountingJob[]> => [...(await q.listAuftraege(sql))];

const lese = async (sql: Parameters<typeof q.listAuftraege>[0], id: number): Promise<ExtaccountingJob> => {
  const [auftrag] = await q.listAuftraege(sql, id);
  if (!auftrag) throw nichtGefunden("Einen Auftrag mit der id", id);
  return auftrag;
};

/**
 * Queues a transfer job. Of each kind there is one at a time; one that stands still because the other system is not
 * there is continued on demand, or given up for the new one.
 *
 * @throws Ablehnung nichtGefunden for a document that there is not, konflikt `auftrag_aktiv`, `nichts_fortzusetzen`, `nicht_eingerichtet`
 */
export const legeAuftragAn = (
  sql: Sql,
  kontext: Kontext,
  system: System | null,
  { art, fortsetzen, ...auswahl }: ExtaccountingJobRequest,
): Promise<ExtaccountingJob> =>
  schreibe(sql, kontext, async (tx) => {
    if (system === null)
      throw konflikt("nicht_eingerichtet", "Es ist kein Buchhaltungssystem eingerichtet (EXTACCOUNTING_SYSTEM).");
    const offen = await q.findOffenenGesperrt(tx, art);
    if (fortsetzen) return setzeFort(tx, kontext, art, offen);
    if (offen && offen.status !== "angehalten")
      throw konflikt("auftrag_aktiv", `Ein Auftrag dieser Art läuft schon (${offen.id}).`, { auftragId: offen.id });
    if (offen) await q.updateBeendet(tx, offen.id, "abgebrochen", kontext.jetzt, "Durch einen neuen Auftrag ersetzt.");
    const id = await q.insertAuftrag(tx, art, auswahl, kontext.akteur);
    if (auswahl.dokumentIds) {
      const [fehlt] = await q.insertGenannte(tx, id, auswahl.dokumentIds);
      if (fehlt !== undefined) throw nichtGefunden("Einen Archivbeleg mit der id", fehlt);
      await q.updateErmittelt(tx, id);
    }
    await wecke(tx, id);
    const auftrag = await lese(tx, id);
    await protokolliere(tx, kontext, {
      aktion: "extern_auftrag",
      ressource: "extaccounting_auftrag",
      ressourceId: id,
      neu: { art, filter: auswahl.filter ?? null, anzahl: auftrag.gesamt },
    });
    return auftrag;
  });

const setzeFort = async (
  tx: Parameters<typeof wecke>[0],
  kontext: Kontext,
  art: Auftragsart,
  offen: Pick<q.Auftrag, "id" | "status"> | undefined,
): Promise<ExtaccountingJob> => {
  if (offen?.status !== "angehalten") throw konflikt("nichts_fortzusetzen", "Kein Auftrag dieser Art ist angehalten.");
  await wecke(tx, offen.id);
  await protokolliere(tx, kontext, {
    aktion: "extern_auftrag_fortsetzen",
    ressource: "extaccounting_auftrag",
    ressourceId: offen.id,
    neu: { art },
  });
  return lese(tx, offen.id);
};
