import { konflikt, nichtGefunden } from "../../../kern/ablehnung.ts";
import type { Db, Sql } from "../../../technik/database/pool.ts";
import type { AbgeschlossenerBuchungslauf } from "../schema.ts";
import { findLauf, findLaufkopf, type Laufkopf, listAbgeschlossene } from "./queries.ts";
import type { Buchungslauf } from "./schema.ts";

export { sperreLaeufe } from "./queries.ts";

/** Completed runs, also cancelled ones, newest first. */
export async function listeBuchungslaeufe(sql: Sql): Promise<AbgeschlossenerBuchungslauf[]> {
  return [...(await listAbgeschlossene(sql))];
}

/** @throws Ablehnung nichtGefunden */
export async function leseBuchungslauf(sql: Sql, id: string): Promise<Buchungslauf> {
  const lauf = await findLauf(sql, id);
  if (!lauf) throw keiner(id);
  return lauf;
}

/**
 * A run that has documents: completed, or cancelled since.
 *
 * @param sonst what a clerk reads about any other run
 * @throws Ablehnung nichtGefunden, or konflikt `lauf_nicht_abgeschlossen`
 */
export async function verlangeAbgeschlossenen(sql: Db, id: string, sonst: string): Promise<Laufkopf> {
  const lauf = await findLaufkopf(sql, id);
  if (!lauf) throw keiner(id);
  if (lauf.status === "laufend" || lauf.status === "fehlgeschlagen") throw konflikt("lauf_nicht_abgeschlossen", sonst);
  return lauf;
}

const keiner = (id: string) => nichtGefunden("Einen Buchungslauf mit der id", id);
