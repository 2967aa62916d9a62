import type { Db } from "../../technik/database/pool.ts";

/** Everything that writes due dates of an account, or books them, holds this lock; always in the order of ids. */
export const sperrePachtkonten = (tx: Db, ids: number[]) => tx`
  select id
  from pachtkonto
  where id = any(${ids})
  order by id
  for no key update`;
