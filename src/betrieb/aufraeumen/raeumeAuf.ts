import { vergissAlteImporte } from "../../bestand/import/lese.ts";
import { vergissAlteAuftraege } from "../../technik/database/auftrag/pflege.ts";
import type { Sql } from "../../technik/database/pool.ts";

export type Geraeumt = { sitzungen: number; antworten: number; sammeldateien: number; importe: number };

/**
 * Removes sessions that have ended, answers that an Idempotency-Key no longer brings back, combined PDFs after a week
 * and drafts of them after a day: a clerk who needs one has it made again. Of a killed process
 * goes its sign of life, what it did after a day too, of jobs what ended 90 days ago,
 * of imports the file and what was staged of it after 30.
 */
export const raeumeAuf = async (sql: Sql, jetzt: Date): Promise<Geraeumt> => {
  const bis = jetzt.toISOString();
  const sitzungen = await sql`
    delete from sitzung
    where laeuft_ab_am <= ${bis}`;
  const antworten = await sql`
    delete from idempotenz
    where erstellt_am <= ${bis}::timestamptz - interval '24 hours'`;
  await sql`
    delete from anmeldeversuch
    where laeuft_ab_am <= ${bis}`;
  await sql`
    delete from anfragezaehler
    where fenster <= ${bis}::timestamptz - interval '1 hour' and schluessel not like 'fehlversuch %'`;
  await sql`
    delete from lebenszeichen
    where gesehen_am <= ${bis}::timestamptz - interval '1 day'`;
  await sql`
    delete from betriebsverlauf
    where minute <= ${bis}::timestamptz - interval '1 day'`;
  await vergissAlteAuftraege(sql, jetzt);
  const sammeldateien = await sql`
    delete from sammeldatei
    where angelegt_am <= ${bis}::timestamptz - case art when 'gesamt' then interval '7 days' else interval '1 day' end`;
  const importe = await vergissAlteImporte(sql, jetzt);
  return { sitzungen: sitzungen.count, antworten: antworten.count, sammeldateien: sammeldateien.count, importe };
};
