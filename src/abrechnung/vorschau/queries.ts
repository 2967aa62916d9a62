import type { Db } from "../../technik/database/pool.ts";

/** The database's clock, in which `eingabe_geaendert_am` is written too; of a copy the time up to which it knows all. */
export const findZeitpunkt = async (sql: Db): Promise<string> => {
  const [zeile] = await sql<{ zeitpunkt: string }[]>`
    select coalesce(case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() end, now()) zeitpunkt`;
  return zeile?.zeitpunkt ?? "";
};

type Gefragt = { pachtkontoId: number; tage: number };
type LetzteZeile = Gefragt & {
  zeitraumVon: string;
  zeitraumBis: string;
  paechterCent: number;
  verpaechterCent: number;
};

/**
 * The newest booked, not cancelled period of each account that is as many days long, give or take three (months, quarters
 * and years differ by no more), with the gross sums of its documents.
 */
export const listLetzteAbrechnungen = (sql: Db, gefragt: readonly Gefragt[]) => sql<LetzteZeile[]>`
  select a.pachtkonto_id, a.tage, g.zeitraum_von, g.zeitraum_bis, b.paechter_cent, b.verpaechter_cent
  from unnest(${gefragt.map(({ pachtkontoId }) => pachtkontoId)}::bigint[], ${gefragt.map(({ tage }) => tage)}::integer[])
    a (pachtkonto_id, tage)
  cross join lateral (
    select g.faelligkeit_id, g.buchungslauf_id, g.zeitraum_von, g.zeitraum_bis
    from gebuchter_zeitraum g
    where g.pachtkonto_id = a.pachtkonto_id and g.storniert_am is null
      and abs(g.zeitraum_bis - g.zeitraum_von + 1 - a.tage) <= 3
    order by g.zeitraum_von desc
    limit 1
  ) g
  cross join lateral (
    select coalesce(sum(b.brutto_cent) filter (where b.belegart = 'rechnung'), 0) paechter_cent,
      coalesce(sum(b.brutto_cent) filter (where b.belegart = 'gutschrift'), 0) verpaechter_cent
    from archiv_beleg b
    where b.faelligkeit_id = g.faelligkeit_id and b.buchungslauf_id = g.buchungslauf_id and b.art = 'regulaer'
  ) b`;
