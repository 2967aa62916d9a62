import { pdfNachtrag } from "../../abrechnung/buchung/jobs.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { beauftrageEinmal } from "../../technik/database/auftrag/beauftrage.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { countOhnePdf } from "../dokumente/belegbrief/lade.ts";
import type { DokumenteJob } from "./schema.ts";

/** Has the worker make the letters that are missing; asked again before it is done, it is the same job. */
export function trageDokumenteNach(sql: Sql, kontext: Kontext): Promise<DokumenteJob> {
  return schreibe(sql, kontext, async (tx) => {
    const anzahlFehlend = await countOhnePdf(tx);
    const { jobId: id, auftragId, status, angelegtAm } = await beauftrageEinmal(tx, pdfNachtrag, kontext.akteur);
    const job: DokumenteJob = { id, auftragId, art: "dokumente", status, angelegtAm, anzahlFehlend };
    await protokolliere(tx, kontext, {
      aktion: "dokumente_nachtragen",
      ressource: "job",
      ressourceId: id,
      neu: { art: job.art, anzahlFehlend },
    });
    return job;
  });
}
