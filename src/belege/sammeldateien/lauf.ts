import { verlangeAbgeschlossenen } from "../../abrechnung/buchung/laeufe/lese.ts";
import type { Db } from "../../technik/database/pool.ts";

/** @throws Ablehnung nichtGefunden, or konflikt `lauf_nicht_abgeschlossen` */
export function verlangeLauf(sql: Db, id: string) {
  return verlangeAbgeschlossenen(sql, id, "Schreiben hat nur ein abgeschlossener Buchungslauf.");
}
