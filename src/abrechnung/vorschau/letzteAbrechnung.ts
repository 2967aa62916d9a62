import { anzahlTage } from "../../kern/kalender/zeitraum.ts";
import { tageVon } from "../../kern/pacht/periode.ts";
import type { Db } from "../../technik/database/pool.ts";
import type { Posten } from "../eingabe/ermittle.ts";
import type { LetzteAbrechnung } from "../eingabe/hinweise.ts";
import type { Ladung } from "../eingabe/packeAus.ts";
import { listLetzteAbrechnungen } from "./queries.ts";

/** What the account of this period was last billed for one as long; a final settlement is compared with nothing. */
export type FindeLetzte = (pachtkontoId: number, posten: Posten) => LetzteAbrechnung | undefined;

const laengeVon = ({ faelligkeit }: Pick<Posten, "faelligkeit">): number => anzahlTage(tageVon(faelligkeit));

/** Looked up for all of these accounts at once, before they are computed. */
export async function ladeLetzteAbrechnungen(sql: Db, ladungen: readonly Ladung[]): Promise<FindeLetzte> {
  const gefragt = new Map<string, { pachtkontoId: number; tage: number }>();
  for (const { konto } of ladungen)
    for (const faelligkeit of konto.faelligkeiten) {
      const tage = laengeVon({ faelligkeit });
      if (faelligkeit.art === "regulaer") gefragt.set(`${konto.id}|${tage}`, { pachtkontoId: konto.id, tage });
    }
  const zeilen = gefragt.size === 0 ? [] : await listLetzteAbrechnungen(sql, [...gefragt.values()]);
  const letzte = new Map(
    zeilen.map(({ pachtkontoId, tage, ...abrechnung }) => [`${pachtkontoId}|${tage}`, abrechnung]),
  );
  return (pachtkontoId, posten) =>
    posten.faelligkeit.art === "regulaer" ? letzte.get(`${pachtkontoId}|${laengeVon(posten)}`) : undefined;
}
