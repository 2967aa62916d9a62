import { feld } from "../../../technik/database/anweisung/massen.ts";
import type { Db } from "../../../technik/database/pool.ts";
import type { Schluesselart } from "../../format/schluessel.ts";
import type { Stand } from "../plan/abgleich.ts";

export const upsertSchluessel = (
  sql: Db,
  art: Schluesselart,
  neue: readonly { schluessel: string; id: number }[],
) => sql`
  insert into importschluessel (art, schluessel, datensatz_id)
  select ${art}, schluessel, id
  from unnest(${neue.map((n) => n.schluessel)}::text[], ${neue.map((n) => n.id)}::bigint[]) n (schluessel, id)
  on conflict (art, schluessel) do update
  set datensatz_id = excluded.datensatz_id`;

export const upsertStaende = (sql: Db, art: string, staende: readonly (Stand & { id: number })[]) => sql`
  insert into importstand (art, datensatz_id, werte, abweichend)
  select ${art}, id, werte, abweichend
  from unnest(${feld(staende, ({ id }) => id)}::bigint[],
    ${feld(staende, ({ werte }) => JSON.stringify(werte))}::jsonb[],
    ${feld(staende, ({ abweichend }) => JSON.stringify(abweichend))}::jsonb[]) n (id, werte, abweichend)
  on conflict (art, datensatz_id) do update
  set werte = excluded.werte, abweichend = excluded.abweichend`;
