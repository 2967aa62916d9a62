import { alsZeilen } from "../../../technik/database/anweisung/massen.ts";
import type { Db } from "../../../technik/database/pool.ts";
import type { Feldwerte } from "./schema.ts";

/** Own fields with the version of their account. */
export type FeldwerteFassung = { version: number; feldwerte: Feldwerte };

export const findFeldwerte = async (sql: Db, pachtkontoId: number): Promise<FeldwerteFassung | undefined> => {
  const [zeile] = await sql<FeldwerteFassung[]>`
    select version, feldwerte from pachtkonto where id = ${pachtkontoId}`;
  return zeile;
};

/** Locks the account until the end of the transaction. */
export const findFeldwerteGesperrt = async (sql: Db, pachtkontoId: number): Promise<FeldwerteFassung | undefined> => {
  const [zeile] = await sql<FeldwerteFassung[]>`
    select version, feldwerte from pachtkonto where id = ${pachtkontoId} for no key update`;
  return zeile;
};

export const updateFeldwerte = (sql: Db, werte: readonly { id: number; feldwerte: Feldwerte }[]) => sql<
  (FeldwerteFassung & { id: number })[]
>`
  update pachtkonto
  set feldwerte = n.feldwerte
  from ${alsZeilen(sql, "pachtkonto", ["id", "feldwerte"], werte)} n
  where pachtkonto.id = n.id
  returning pachtkonto.id, pachtkonto.version, pachtkonto.feldwerte`;
