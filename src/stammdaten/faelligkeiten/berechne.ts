import { nichtGefunden } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { beauftrageEinmal } from "../../technik/database/auftrag/beauftrage.ts";
import type { Db, Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import { faelligkeitenJob } from "./jobs.ts";
import { aktualisiereFaelligkeiten } from "./plan.ts";
import { countFaelligkeiten, listFaelligkeitenMitStatus } from "./queries.ts";
import type { Faelligkeit, FaelligkeitenJob, FaelligkeitFilter } from "./schema.ts";

/** @throws Ablehnung nichtGefunden */
export async function listeFaelligkeiten(
  sql: Db,
  pachtkontoId: number,
  { status = ["offen", "gebucht"], ...seite }: FaelligkeitFilter,
): Promise<Liste<Faelligkeit>> {
  const total = await countFaelligkeiten(sql, pachtkontoId, status);
  if (total === undefined) throw nichtGefunden("Ein Pachtkonto mit der id", pachtkontoId);
  return alsListe([...(await listFaelligkeitenMitStatus(sql, pachtkontoId, { status, ...seite }))], total, seite);
}

/**
 * Plans the due dates of one account anew and lists them.
 *
 * @throws Ablehnung nichtGefunden
 */
export function berechneFaelligkeiten(
  sql: Sql,
  kontext: Kontext,
  pachtkontoId: number,
  filter: FaelligkeitFilter,
): Promise<Liste<Faelligkeit>> {
  return schreibe(sql, kontext, async (tx) => {
    const neu = await aktualisiereFaelligkeiten(tx, [pachtkontoId], kontext.heute);
    const liste = await listeFaelligkeiten(tx, pachtkontoId, filter);
    await protokolliere(tx, kontext, {
      aktion: "faelligkeiten_berechnen",
      ressource: "pachtkonto",
      ressourceId: pachtkontoId,
      neu,
    });
    return liste;
  });
}

/** Has the worker plan the due dates of all accounts; asked again before it is done, it is the same job. */
export function berechneAlleFaelligkeiten(sql: Sql, kontext: Kontext): Promise<FaelligkeitenJob> {
  return schreibe(sql, kontext, async (tx) => {
    const { jobId: id, auftragId, status, angelegtAm } = await beauftrageEinmal(tx, faelligkeitenJob, kontext.akteur);
    const job: FaelligkeitenJob = { id, auftragId, art: faelligkeitenJob, status, angelegtAm };
    await protokolliere(tx, kontext, {
      aktion: "faelligkeiten_berechnen",
      ressource: "job",
      ressourceId: id,
      neu: { art: job.art },
    });
    return job;
  });
}
