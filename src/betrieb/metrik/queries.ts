import type { Db } from "../../technik/database/pool.ts";

/** Documents by their state in the hand-over, which each of them has: together they are the archive. */
export const listUebergaben = (sql: Db) => sql<{ zustand: string; anzahl: number }[]>`
  select split_part(schluessel, ' ', 1) zustand, sum(anzahl) anzahl
  from zaehler
  where bereich = 'extaccounting'
  group by zustand`;

export const countGezeichnete = async (sql: Db): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select coalesce(sum(pdf_erstellt), 0) anzahl from buchungslauf`;
  return zeile?.anzahl ?? 0;
};
