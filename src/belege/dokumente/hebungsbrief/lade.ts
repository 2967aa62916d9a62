import { entwirfHebungen } from "../../../abrechnung/hebungen/entwirf.ts";
import type { Hebung } from "../../../abrechnung/hebungen/schema.ts";
import { Ablehnung } from "../../../kern/ablehnung.ts";
import { inMomentaufnahme } from "../../../technik/database/momentaufnahme.ts";
import type { Db, Sql } from "../../../technik/database/pool.ts";
import { findHeutigenAussteller } from "../aussteller.ts";
import { findHeutigesLogo } from "../logos.ts";
import type { HebungsbriefDaten } from "./daten.ts";
import { listAbgeschlossene, listPaechter, listVertragsarten } from "./queries.ts";

/** What the letter would be made from if the increase were completed today, or why there is none. */
export type Briefentwurf = Pick<HebungsbriefDaten, "kontonummer" | "wirksamAb" | "aussteller"> & {
  brief: HebungsbriefDaten | Ablehnung;
};

/** The letters of these increases as they would be, from one moment; by id, unknown ones left out. */
export function ladeHebungsentwuerfe(sql: Sql, ids: number[], heute: string): Promise<Map<number, Briefentwurf>> {
  return inMomentaufnahme(sql, async (tx) => {
    const entwuerfe = await entwirfHebungen(tx, ids);
    const { vonKonto, ...umfeld } = await ladeUmfeld(tx, [...entwuerfe.keys()]);
    return new Map(
      [...entwuerfe].map(([id, { hebung, positionen }]) => {
        const { kontonummer, wirksamAb } = hebung;
        const brief =
          positionen instanceof Ablehnung
            ? positionen
            : {
                ...ohneId(hebung),
                hebungId: id,
                datum: heute,
                positionen,
                ...umfeld,
                ...vonKonto(id),
              };
        return [id, { kontonummer, wirksamAb, aussteller: umfeld.aussteller, brief }];
      }),
    );
  });
}

const ohneId = ({ id: _, ...hebung }: Hebung) => hebung;

const ladeUmfeld = async (sql: Db, ids: number[]) => {
  const [paechter, vertragsarten, aussteller, logo] = await Promise.all([
    listPaechter(sql, ids),
    listVertragsarten(sql, ids),
    findHeutigenAussteller(sql),
    findHeutigesLogo(sql),
  ]);
  const jeHebung = Map.groupBy(paechter, ({ hebungId }) => hebungId);
  const artJe = new Map(vertragsarten.map(({ hebungId, vertragsart }) => [hebungId, vertragsart]));
  const vonKonto = (id: number) => ({ vertragsart: artJe.get(id) ?? null, empfaenger: jeHebung.get(id) ?? [] });
  return { aussteller, logo, vonKonto };
};

/** What the letters of these completed increases are made from, by id. */
export async function ladeHebungsbriefe(sql: Db, ids: number[]): Promise<HebungsbriefDaten[]> {
  const [hebungen, { vonKonto, ...umfeld }] = await Promise.all([listAbgeschlossene(sql, ids), ladeUmfeld(sql, ids)]);
  return hebungen.map((hebung) => ({ ...hebung, ...umfeld, ...vonKonto(hebung.hebungId) }));
}
