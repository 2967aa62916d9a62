import type { Db } from "../../database/pool.ts";

type Rueckstand = { offen: number; aeltesterSekunden: number | null };

/** So many open entries are counted; further ones change nothing about what is to be done. */
const hoechstens = 10_000;

/** How far the seal is behind: entries after the newest one, found by the index that it goes along. */
export async function leseRueckstand(sql: Db): Promise<Rueckstand> {
  const [zeile] = await sql<Rueckstand[]>`
    select count(*) offen, round(extract(epoch from clock_timestamp() - min(zeitpunkt)))::int aeltester_sekunden
    from (
      select a.zeitpunkt
      from (select coalesce((select bis_xid from siegel order by nr desc limit 1), '0'::xid8) xid,
        coalesce((select bis_id from siegel order by nr desc limit 1), 0) id) s
      cross join lateral (
        select zeitpunkt from auditlog a where (a.xid, a.id) > (s.xid, s.id) order by a.xid, a.id limit ${hoechstens}
      ) a
    ) o`;
  return zeile ?? { offen: 0, aeltesterSekunden: null };
}
