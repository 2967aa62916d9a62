import type { Hebung } from "../../../abrechnung/hebungen/schema.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { findHeutigenAussteller } from "../aussteller.ts";
import { findHeutigesLogo } from "../logos.ts";
import type { HebungsbriefDaten, HebungsbriefPosition } from "./daten.ts";
import { listAbgeschlossene, listPaechter } from "./queries.ts";

/** What the letter would be made from if the increase were completed with these amounts. */
export const ladeEntwurf = async (
  sql: Db,
  { id, ...hebung }: Hebung,
  positionen: HebungsbriefPosition[],
  heute: string,
): Promise<HebungsbriefDaten> => {
  const [empfaenger, aussteller, logo] = await Promise.all([
    listPaechter(sql, [id]),
    findHeutigenAussteller(sql),
    findHeutigesLogo(sql),
  ]);
  return { ...hebung, hebungId: id, datum: heute, positionen, aussteller, logo, empfaenger };
};

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
