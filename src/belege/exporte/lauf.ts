import { konflikt, nichtGefunden } from "../../kern/ablehnung.ts";
import type { Db } from "../../technik/database/pool.ts";
import { findLauf, type Lauf } from "./tabellen/queries.ts";

/** @throws Ablehnung nichtGefunden, or konflikt `lauf_nicht_abgeschlossen` */
export const verlangeLauf = async (sql: Db, id: string): Promise<Lauf> => {
  const lauf = await findLauf(sql, id);
  if (!lauf) throw nichtGefunden("Einen Buchungslauf mit der id", id);
  if (lauf.status === "laufend" || lauf.status === "fehlgeschlagen")
    throw konflikt("lauf_nicht_abgeschlossen", "Nur ein abgeschlossener Buchungslauf lässt sich exportieren.");
  return lauf;
};
