import type { Db, Fragment } from "../../technik/database/pool.ts";
import type { Sammelart, SammeldateiAuftrag } from "./jobs.ts";
import type { SammeldateiTeil } from "./schema.ts";

export const countBelege = async (sql: Db, laufId: string): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select count(*) anzahl from archiv_beleg where buchungslauf_id = ${laufId}`;
  return zeile?.anzahl ?? 0;
};

/** In the order of the numbers. */
export const listBelegIds = async (sql: Db, laufId: string): Promise<number[]> => {
  const [zeile] = await sql<{ ids: number[] }[]>`
    select coalesce(array_agg(id order by belegnummer), '{}') ids
    from archiv_beleg
    where buchungslauf_id = ${laufId}`;
  return zeile?.ids ?? [];
};

export type Sammelzeile = {
  id: number;
  auftragId: number | null;
  stand: string;
  fortschritt: number;
  gesamt: number;
  fehler: string | null;
  angelegtAm: string;
  fertigAm: string | null;
  /** Finished a quarter of an hour ago at most. */
  frisch: boolean;
  /** null: the job is gone. */
  jobZustand: string | null;
};

export const findSammeldatei = async (
  sql: Db,
  { art, schluessel }: SammeldateiAuftrag,
): Promise<Sammelzeile | undefined> => {
  const [zeile] = await sql<Sammelzeile[]>`
    select s.id, s.stand, s.fortschritt, cardinality(s.ids) gesamt, s.fehler, s.angelegt_am, s.fertig_am,
      coalesce(s.fertig_am > now() - interval '15 minutes', false) frisch,
      (select j.state::text from jobs.job j where j.name = 'sammeldatei' and j.id = s.job_id) job_zustand,
      (select a.id from auftrag a where a.job_id = s.job_id) auftrag_id
    from sammeldatei s
    where s.art = ${art} and s.schluessel = ${schluessel}`;
  return zeile;
};

export type Teilzeile = SammeldateiTeil & { abgeholt: boolean };

export const listTeile = (sql: Db, dateiId: number) => sql<Teilzeile[]>`
  select nr teil, anzahl, nicht_erstellt, erster, letzter, groesse, sha256, abgeholt_am is not null abgeholt
  from sammeldatei_teil
  where datei_id = ${dateiId}
  order by nr`;

export type NeueSammeldatei = {
  art: Sammelart;
  schluessel: string;
  stand: string;
  buchungslaufId: string | null;
  datum: string | null;
  heute: string | null;
  ids: number[];
  jobId: string;
};

export const insertSammeldatei = (sql: Db, neu: NeueSammeldatei) => sql`
  insert into sammeldatei (art, schluessel, stand, buchungslauf_id, datum, heute, ids, job_id)
  values (${neu.art}, ${neu.schluessel}, ${neu.stand}, ${neu.buchungslaufId}, ${neu.datum}, ${neu.heute}, ${neu.ids},
    ${neu.jobId})`;

/** Its parts and pieces go with it. */
export const deleteSammeldatei = (sql: Db, id: number) => sql`delete from sammeldatei where id = ${id}`;

export const updateAbgeholt = (sql: Db, dateiId: number, teil: number) => sql`
  update sammeldatei_teil
  set abgeholt_am = now()
  where datei_id = ${dateiId} and nr = ${teil} and abgeholt_am is null`;

export const findStueck = async (
  sql: Db,
  dateiId: number,
  teil: number,
  nr: number,
): Promise<Uint8Array | undefined> => {
  const [zeile] = await sql<{ inhalt: Uint8Array }[]>`
    select inhalt from sammeldatei_stueck where datei_id = ${dateiId} and teil = ${teil} and nr = ${nr}`;
  return zeile?.inhalt;
};

/** Files of runs with a document to one of the contacts, and all drafts: those are of accounts, whoever is party of them. */
const mitKontakten = (sql: Db, kontaktIds: readonly number[]): Fragment => sql`
  (art <> 'gesamt' or buchungslauf_id in (
    select buchungslauf_id from archiv_beleg where kontakt_id = any(${kontaktIds}::bigint[])))`;

export const countSammeldateienMit = async (sql: Db, kontaktIds: readonly number[]): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select count(*) anzahl from sammeldatei where ${mitKontakten(sql, kontaktIds)}`;
  return zeile?.anzahl ?? 0;
};

export const deleteSammeldateienMit = (sql: Db, kontaktIds: readonly number[]) => sql`
  delete from sammeldatei where ${mitKontakten(sql, kontaktIds)}`;

export const deleteAlteSammeldateien = (sql: Db, jetzt: string) => sql`
  delete from sammeldatei
  where angelegt_am <= ${jetzt}::timestamptz - case art when 'gesamt' then interval '7 days' else interval '1 day' end`;
