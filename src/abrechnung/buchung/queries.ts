import type { Db } from "../../technik/database/pool.ts";

/** Accounts changed or booked since `seit`; at most a thousand. */
export const listGeaendertSeit = (sql: Db, seit: string, auswahl: number[] | null) => {
  const nur = auswahl ? sql`and k.id = any(${auswahl})` : sql``;
  return sql<{ pachtkontoId: number; kontonummer: string }[]>`
    select k.id pachtkonto_id, k.kontonummer
    from pachtkonto k
    cross join firmendaten e
    where (
      k.eingabe_geaendert_am >= ${seit} or e.eingabe_geaendert_am >= ${seit}
      or k.id in (
        select g.pachtkonto_id
        from buchungslauf l
        join gebuchter_zeitraum g on g.buchungslauf_id = l.id
        where l.beendet_am >= ${seit} or g.storniert_am >= ${seit}
      )
    ) ${nur}
    order by k.kontonummer
    limit 1000`;
};
