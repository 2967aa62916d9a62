import type { Db } from "../../../technik/database/pool.ts";

/** `beginn`: the first day of the leases, or today where they began before. */
export type Fristgruppe = { grundlage: string; beginn: string; anzahl: number };

/** How many accounts share what their deadlines follow from. */
export const listGruppen = (sql: Db, heute: string) => sql<Fristgruppe[]>`
  select grundlage, greatest(beginn, ${heute}) beginn, count(*) anzahl
  from pachtkonto_frist
  where grundlage is not null
  group by 1, 2`;

/**
 * The accounts of these groups, `stelle` (from 1) telling which of them each is of; groups of the same `rang` stand among
 * each other, by account.
 */
export const listKonten = (
  sql: Db,
  gruppen: readonly (Fristgruppe & { rang: number })[],
  heute: string,
  { ab, anzahl }: { ab: number; anzahl: number },
) => sql<{ stelle: number; pachtkontoId: number; kontonummer: string }[]>`
  select s.stelle, s.id pachtkonto_id, k.kontonummer
  from (
    select g.stelle, g.rang, f.id
    from unnest(${gruppen.map(({ rang }) => rang)}::int[], ${gruppen.map(({ grundlage }) => grundlage)}::text[],
      ${gruppen.map(({ beginn }) => beginn)}::date[]) with ordinality g (rang, grundlage, beginn, stelle)
    join pachtkonto_frist f on f.grundlage = g.grundlage and greatest(f.beginn, ${heute}) = g.beginn
    order by g.rang, f.id
    limit ${anzahl} offset ${ab}
  ) s
  join pachtkonto k on k.id = s.id
  order by s.rang, s.id`;
