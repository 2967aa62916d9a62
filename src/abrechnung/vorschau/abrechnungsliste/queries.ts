import type { FaelligkeitArt } from "../../../kern/pacht/typen.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { istBisEndeGebucht } from "../../eingabe/ausstehend.ts";

export type OffeneFaelligkeit = {
  /** Both null: a final settlement whose last period is booked already. */
  faelligkeitId: number | null;
  zeitraumVon: string | null;
  zeitraumBis: string;
  art: FaelligkeitArt;
  faelligAm: string;
};

/** The oldest open due date of each account that has one; where only the final settlement is left, that. */
export const listNaechsteFaelligkeiten = (sql: Db, ids: number[]) => sql<
  (OffeneFaelligkeit & { pachtkontoId: number })[]
>`
  select k.id pachtkonto_id, f.id faelligkeit_id, coalesce(f.art, 'schlussabrechnung') art,
    coalesce(f.faellig_am, k.pachtende + 1) faellig_am, f.zeitraum_von, coalesce(f.zeitraum_bis, k.pachtende) zeitraum_bis
  from pachtkonto k
  left join lateral (
    select id, art, faellig_am, zeitraum_von, zeitraum_bis
    from faelligkeit
    where pachtkonto_id = k.id and status = 'offen'
    order by zeitraum_von
    limit 1
  ) f on true
  where k.id = any(${ids}) and (
    f.id is not null or (k.status <> 'inaktiv' and k.schlussabrechnung is null and ${istBisEndeGebucht(sql)}))`;
