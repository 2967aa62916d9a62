import type { Db } from "../../technik/database/pool.ts";

type Unterbrechung = {
  zugang: string;
  fehlschlaege: number;
  offenBis: string | null;
  code: string | null;
  ursache: string | null;
};

export const findUnterbrechung = async (sql: Db): Promise<Unterbrechung> => {
  const [zeile] = await sql<Unterbrechung[]>`
    select zugang, fehlschlaege, offen_bis, code, ursache from extaccounting_verbindung where id = 1`;
  return zeile as Unterbrechung;
};

/** Closed again: another access, a new assignment, or an answer. */
export const updateGeschlossen = (sql: Db, zugang: string | null = null) => sql`
  update extaccounting_verbindung
  set zugang = coalesce(${zugang}, zugang), fehlschlaege = 0, offen_bis = null, code = null, ursache = null
  where id = 1`;

export const updateFehlschlag = (
  sql: Db,
  { code, ursache, offenBis }: { code: string; ursache: string; offenBis: Date | null },
) => sql`
  update extaccounting_verbindung
  set fehlschlaege = fehlschlaege + 1, code = ${code}, ursache = ${ursache},
    offen_bis = greatest(offen_bis, ${offenBis === null ? null : offenBis.toISOString()})
  where id = 1`;
