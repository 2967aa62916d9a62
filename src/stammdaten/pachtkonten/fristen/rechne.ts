import { konflikt } from "../../../kern/ablehnung.ts";
import { sonderfristen } from "../../../kern/fristen/sonderfristen.ts";
import { vertragsartVon } from "../../../kern/fristen/vertrag.ts";
import { parseTag } from "../../../kern/kalender/tag.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { leseKontostand } from "../pflege.ts";
import { alsVertrag, mitDatum } from "./berechne.ts";
import type { Sonderfrist, SonderfristFilter } from "./schema.ts";

/**
 * What an event on a day sets going, by the account's lease year, end and rule of notice.
 *
 * @throws Ablehnung nichtGefunden, konflikt `keine_landpacht`, `ohne_ende`
 */
export async function rechneSonderfristen(
  sql: Sql,
  id: number,
  { ereignis, tag }: SonderfristFilter,
): Promise<Sonderfrist[]> {
  const vertrag = alsVertrag(await leseKontostand(sql, id));
  if (vertragsartVon(vertrag) !== "landpacht")
    throw konflikt("keine_landpacht", "Diese Fristen kennt das Gesetz nur für die Landpacht.");
  const fristen = sonderfristen(vertrag, ereignis, parseTag(tag));
  if (fristen === null) throw konflikt("ohne_ende", "Die Pacht hat kein Ende, über das hinaus sie fortzusetzen wäre.");
  return fristen.map(mitDatum);
}
