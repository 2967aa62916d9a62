import type { Sql } from "../database/pool.ts";
import { listAbgeschlossene } from "./laufQueries.ts";
import type { AbgeschlossenerBuchungslauf } from "./schema.ts";

/** Completed runs, also cancelled ones, newest first. */
export const listeBuchungslaeufe = async (sql: Sql): Promise<AbgeschlossenerBuchungslauf[]> => [
  ...(await listAbgeschlossene(sql)),
];
