import { nichtGefunden } from "../../../kern/ablehnung.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import type { AbgeschlossenerBuchungslauf } from "../schema.ts";
import { findLauf, listAbgeschlossene } from "./queries.ts";
import type { Buchungslauf } from "./schema.ts";

/** Completed runs, also cancelled ones, newest first. */
export const listeBuchungslaeufe = async (sql: Sql): Promise<AbgeschlossenerBuchungslauf[]> => [
  ...(await listAbgeschlossene(sql)),
];

/** @throws Ablehnung nichtGefunden */
export const leseBuchungslauf = async (sql: Sql, id: string): Promise<Buchungslauf> => {
  const lauf = await findLauf(sql, id);
  if (!lauf) throw nichtGefunden("Einen Buchungslauf mit der id", id);
  return lauf;
};
