import type { Db } from "../../../technik/database/pool.ts";
import { findHeutigesLogo } from "../logos.ts";
import type { HebungsbriefDaten } from "./daten.ts";
import { findHeutigenAussteller, listAbgeschlossene, listPaechter } from "./queries.ts";

/** What the letters of these completed increases are made from, by id. */
export const ladeHebungsbriefe = async (sql: Db, ids: number[]): Promise<HebungsbriefDaten[]> => {
  const [hebungen, paechter, aussteller, logo] = await Promise.all([
    listAbgeschlossene(sql, ids),
    listPaechter(sql, ids),
    findHeutigenAussteller(sql),
    findHeutigesLogo(sql),
  ]);
  const jeHebung = Map.groupBy(paechter, ({ hebungId }) => hebungId);
  return hebungen.map((hebung) => ({ ...hebung, aussteller, logo, empfaenger: jeHebung.get(hebung.hebungId) ?? [] }));
};
