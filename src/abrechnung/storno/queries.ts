import type { Db } from "../../technik/database/pool.ts";
import type { Storno } from "./schema.ts";

/** Those of which nothing stands any more. Counted: who looks for one row that stands may read those of all runs. */
export const updateLaeufeStorniert = (tx: Db, ids: string[]) => tx`
  update buchungslauf l
  set status = 'storniert'
  where l.id = any(${ids}) and l.status = 'abgeschlossen'
    and (
      select count(*) filter (where g.storniert_am is null) from gebuchter_zeitraum g where g.buchungslauf_id = l.id
    ) = 0
    and (
      select count(*) filter (where s.storniert_am is null) from schlussabrechnung s where s.buchungslauf_id = l.id
    ) = 0`;

export const listLaeufe = (tx: Db, ids: string[]) => tx<Storno["laeufe"]>`
  select id buchungslauf_id, status
  from buchungslauf
  where id = any(${ids})
  order by begonnen_am, id`;
