import { reiheEin } from "../abrechnung/jobs.ts";
import { protokolliere } from "../auditlog/protokolliere.ts";
import type { Sql } from "../database/pool.ts";
import { schreibe } from "../database/schreibe.ts";
import { zaehleFehlendePdfs } from "../dokumente/erstellePdf.ts";
import { pdfNachtrag } from "../dokumente/jobs.ts";
import type { Kontext } from "../kontext.ts";
import type { DokumenteJob } from "./schema.ts";

/** Has the worker make the letters that are missing; asked again before it is done, it is the same job. */
export const trageDokumenteNach = (sql: Sql, kontext: Kontext): Promise<DokumenteJob> =>
  schreibe(sql, kontext, async (tx) => {
    const anzahlFehlend = await zaehleFehlendePdfs(tx);
    const { id, status, angelegtAm } = await reiheEin(tx, pdfNachtrag);
    const job: DokumenteJob = { id, art: "dokumente", status, angelegtAm, anzahlFehlend };
    await protokolliere(tx, kontext, {
      aktion: "dokumente_nachtragen",
      ressource: "job",
      ressourceId: id,
      neu: { art: job.art, anzahlFehlend },
    });
    return job;
  });
