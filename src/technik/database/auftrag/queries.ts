import type { JobWithMetadata } from "pg-boss";
import type { Auftraggeber } from "../../../kern/kontext.ts";
import { spurHier } from "../../spur.ts";
import type { Warteschlange } from "../boss.ts";
import type { Db } from "../pool.ts";

type NeuerAuftrag = {
  art: Warteschlange;
  daten: object;
  jobId: string | null;
  wer: Auftraggeber;
  /** The failed job that this one repeats. */
  wiederholungVon?: number;
};

/** @returns its id, or that of the row which the job has already */
export const insertAuftrag = async (tx: Db, neuer: NeuerAuftrag): Promise<number> => {
  const { art, daten, jobId, wer, wiederholungVon = null } = neuer;
  const [neu] = await tx<{ id: number }[]>`
    insert into auftrag (art, daten, job_id, benutzer_id, benutzer_name, wiederholung_von, spur)
    values (${art}, ${tx.json(daten as never)}, ${jobId}, ${wer.id}, ${wer.name}, ${wiederholungVon}, ${spurHier()})
    on conflict (job_id) do nothing
    returning id`;
  if (neu) return neu.id;
  const [schon] = await tx<{ id: number }[]>`select id from auftrag where job_id = ${jobId}`;
  return Number(schon?.id);
};

export type OffenerJob = { jobId: string; status: "wartend" | "laufend"; angelegtAm: string };

/** The job of an exclusive queue that is not over yet. */
export const findOffenenJob = async (sql: Db, warteschlange: Warteschlange): Promise<OffenerJob | undefined> => {
  const [zeile] = await sql<OffenerJob[]>`
    select id job_id, case state when 'active' then 'laufend' else 'wartend' end status, created_on angelegt_am
    from jobs.job
    where name = ${warteschlange} and state in ('created', 'retry', 'active')`;
  return zeile;
};

/** What a schedule has queued gets its row here. */
export const upsertBegonnen = (sql: Db, job: JobWithMetadata<unknown>, wer: Auftraggeber) => sql<
  { spur: string | null }[]
>`
  insert into auftrag (art, daten, job_id, benutzer_id, benutzer_name, angelegt_am, begonnen_am, status)
  select ${job.name}, ${sql.json((job.data ?? {}) as never)}, j.id, ${wer.id}::bigint, ${wer.name}, j.created_on, now(), 'laeuft'
  from jobs.job j
  where j.name = ${job.name} and j.id = ${job.id}
  on conflict (job_id) do update
  set status = 'laeuft', begonnen_am = coalesce(auftrag.begonnen_am, now()), beendet_am = null, ursache = null
  returning spur`;

/** Where a job of the hand-over was queued, by its own number. */
export const findSpur = async (sql: Db, extaccountingAuftragId: number): Promise<string | null> => {
  const [zeile] = await sql<{ spur: string | null }[]>`
    select spur
    from auftrag
    where art = 'extaccounting' and (daten ->> 'auftragId')::bigint = ${extaccountingAuftragId}`;
  return zeile?.spur ?? null;
};

export const updateFertig = (sql: Db, jobId: string, ergebnis: Record<string, number>) => sql`
  update auftrag
  set status = 'fertig', beendet_am = now(), ursache = null,
    ergebnis = ${sql.json(ergebnis)}
  where job_id = ${jobId}`;

/** @param endgueltig the queue does not try it again */
export const updateGescheitert = (sql: Db, jobId: string, endgueltig: boolean, ursache: string) => sql`
  update auftrag
  set status = ${endgueltig ? "fehlgeschlagen" : "wartend"}, beendet_am = ${endgueltig ? sql`now()` : null},
    ursache = ${ursache}
  where job_id = ${jobId}`;

/** Killed, without its database, or at odds with it: which of them, nobody could write down. */
const ohneUrsache = "Der Worker ist nicht fertig geworden; warum, ist nicht festgehalten.";

/** The end of jobs whose worker could not write it down. */
export const updateNachWarteschlange = (sql: Db) => sql`
  update auftrag a
  set status = l.status, begonnen_am = case l.status when 'wartend' then a.begonnen_am else coalesce(a.begonnen_am, now()) end,
    beendet_am = case when l.status in ('wartend', 'laeuft') then null else now() end,
    ursache = case l.status when 'fehlgeschlagen' then coalesce(a.ursache, ${ohneUrsache})
      when 'abgebrochen' then 'Der Auftrag ist nicht mehr in der Warteschlange.' else a.ursache end
  from (
    select o.id, case j.state::text when 'created' then 'wartend' when 'retry' then 'wartend' when 'active' then 'laeuft'
      when 'completed' then 'fertig' when 'failed' then 'fehlgeschlagen' else 'abgebrochen' end status
    from auftrag o
    left join jobs.job j on j.name = o.art and j.id = o.job_id
    where o.status in ('wartend', 'laeuft') and o.job_id is not null
  ) l
  where l.id = a.id and a.status in ('wartend', 'laeuft') and a.status <> l.status`;

export const deleteAlte = (sql: Db, bis: string) => sql`
  delete from auftrag
  where beendet_am <= ${bis}::timestamptz - interval '90 days'`;
