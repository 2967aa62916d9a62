import type { Warteschlange } from "./boss.ts";
import type { Db } from "./pool.ts";

export type OffenerJob = { id: string; status: "wartend" | "laufend"; angelegtAm: string };

/** The job of an exclusive queue that is not over yet. */
export const findOffenenJob = async (sql: Db, warteschlange: Warteschlange): Promise<OffenerJob | undefined> => {
  const [zeile] = await sql<OffenerJob[]>`
    select id, case state when 'active' then 'laufend' else 'wartend' end status, created_on angelegt_am
    from jobs.job
    where name = ${warteschlange} and state in ('created', 'retry', 'active')`;
  return zeile;
};
