import type { UmsatzsteuerStatus } from "../../kern/pacht/typen.ts";
import type { Parteizeile } from "../../stammdaten/pachtkonten/beteiligte.ts";
import { zeitpunkt } from "../../technik/database/anweisung/suche.ts";
import type { Db, Fragment, Tx } from "../../technik/database/pool.ts";
import type { Art, Zusammenfuehrung, ZusammenfuehrungFilter } from "./schema.ts";

/** An account as the merging found and left it. */
export type Kontostand = {
  pachtkontoId: number;
  kontonummer: string;
  /** The newest booking of the account at that moment; 0 without one. */
  gebuchtBis: number;
  vorher: Parteizeile[];
  nachher: Parteizeile[];
  /** Places of `vorher` in the list of parties; older mergings did not keep them. */
  plaetze?: number[];
};

type NeueZusammenfuehrung = {
  art: Art;
  bleibtId: number;
  gehtId: number;
  felder: Zusammenfuehrung["felder"];
  pachtkonten: Kontostand[];
  mitgenommen: number[];
};

export const insertZusammenfuehrung = async (
  tx: Tx,
  { art, bleibtId, gehtId, felder, pachtkonten, mitgenommen }: NeueZusammenfuehrung,
  akteur: { id: number; name: string },
): Promise<number> => {
  const [zeile] = await tx<{ id: number }[]>`
    insert into zusammenfuehrung (art, bleibt_id, geht_id, felder, pachtkonten, mitgenommen, bank, benutzer_id,
      benutzer_name)
    values (${art}, ${bleibtId}, ${gehtId}, ${JSON.stringify(felder)}::text::jsonb,
      ${JSON.stringify(pachtkonten)}::text::jsonb, ${mitgenommen}::bigint[],
      case when ${art} = 'kontakt' then (select bank_von(k) from kontakt k where k.id = ${bleibtId}) end,
      ${akteur.id}, ${akteur.name})
    returning id`;
  return Number(zeile?.id);
};

/** A merging as it found and left everything. */
export type Stand = NeueZusammenfuehrung & {
  zurueckgenommenAm: string | null;
  /** The person's data were erased since, and what the merging changed with them. */
  istVergessen: boolean;
};

/** What a merging is of, which never changes. */
export const findGebliebenes = async (sql: Db, id: number): Promise<Pick<Stand, "art" | "bleibtId"> | undefined> => {
  const [zeile] = await sql<Pick<Stand, "art" | "bleibtId">[]>`
    select art, bleibt_id from zusammenfuehrung where id = ${id}`;
  return zeile;
};

/** Locked until the end of the transaction. */
export const findStandGesperrt = async (tx: Tx, id: number): Promise<Stand | undefined> => {
  const [zeile] = await tx<Stand[]>`
    select art, bleibt_id, geht_id, felder, pachtkonten, mitgenommen, zurueckgenommen_am,
      art = 'kontakt' and bank is null as ist_vergessen
    from zusammenfuehrung
    where id = ${id}
    for update`;
  return zeile;
};

export const updateZurueckgenommen = (tx: Tx, id: number, akteur: { name: string }) => tx`
  update zusammenfuehrung set zurueckgenommen_am = now(), zurueckgenommen_von = ${akteur.name} where id = ${id}`;

export type Gebuchtes = { pachtkontoId: number; kontonummer: string; belegnummern: string[] };

/** What was booked since on these accounts and stands; at most ten numbers of each. */
export const listGebuchtesSeit = (tx: Tx, konten: readonly Kontostand[]) => tx<Gebuchtes[]>`
  select a.pachtkonto_id, a.kontonummer, coalesce((
      array_agg(b.belegnummer order by b.id) filter (where b.id is not null))[1:10], '{}') belegnummern
  from unnest(${konten.map(({ pachtkontoId }) => pachtkontoId)}::bigint[],
    ${konten.map(({ gebuchtBis }) => gebuchtBis)}::bigint[]) s (id, bis)
  join archivkonto a on a.pachtkonto_id = s.id and a.id > s.bis
  left join archiv_beleg b on b.archivkonto_id = a.id and b.storno_von_id is null
    and not exists (select from archiv_beleg g where g.storno_von_id = b.id)
  where b.id is not null or exists (
    select
    from gebuchter_zeitraum g
    where g.pachtkonto_id = a.pachtkonto_id and g.buchungslauf_id = a.buchungslauf_id and g.storniert_am is null)
  group by a.pachtkonto_id, a.kontonummer
  order by a.pachtkonto_id`;

const seite = (sql: Db, id: Fragment): Fragment => sql`
  json_build_object('id', ${id}, 'name', case z.art
    when 'kontakt' then (select k.anzeigename from kontakt k where k.id = ${id})
    else (select o.bezeichnung from patchobjekt o where o.id = ${id}) end)`;

const spalten = (sql: Db): Fragment => sql`
  z.id, z.art, ${seite(sql, sql`z.bleibt_id`)} bleibt, ${seite(sql, sql`z.geht_id`)} geht, z.felder,
  coalesce((
    select jsonb_agg(p - 'gebuchtBis' - 'plaetze' order by nr) from jsonb_array_elements(z.pachtkonten) with ordinality a (p, nr)
  ), '[]') pachtkonten,
  case z.art when 'kontakt' then (select count(*) from archiv_beleg b where b.kontakt_id = z.geht_id) else 0 end
    anzahl_belege,
  ${zeitpunkt(sql, "z.zusammengefuehrtAm")} zusammengefuehrt_am, z.benutzer_name zusammengefuehrt_von,
  ${zeitpunkt(sql, "z.zurueckgenommenAm")} zurueckgenommen_am, z.zurueckgenommen_von`;

export const findZusammenfuehrung = async (sql: Db, id: number): Promise<Zusammenfuehrung | undefined> => {
  const [zeile] = await sql<Zusammenfuehrung[]>`select ${spalten(sql)} from zusammenfuehrung z where z.id = ${id}`;
  return zeile;
};

const bedingung = (sql: Db, { art }: ZusammenfuehrungFilter): Fragment =>
  art === undefined ? sql`true` : sql`z.art = ${art}`;

export const listZusammenfuehrungen = (sql: Db, filter: ZusammenfuehrungFilter) => sql<Zusammenfuehrung[]>`
  select ${spalten(sql)}
  from zusammenfuehrung z
  where ${bedingung(sql, filter)}
  order by z.id desc
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const countZusammenfuehrungen = async (sql: Db, filter: ZusammenfuehrungFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) total from zusammenfuehrung z where ${bedingung(sql, filter)}`;
  return zeile?.total ?? 0;
};

export const countBelege = async (sql: Db, kontaktId: number): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select count(*) anzahl from archiv_beleg where kontakt_id = ${kontaktId}`;
  return zeile?.anzahl ?? 0;
};

/** These accounts with their newest booking, by id. */
export const listKontostaende = (sql: Db, pachtkontoIds: readonly number[]) => sql<
  Pick<Kontostand, "pachtkontoId" | "kontonummer" | "gebuchtBis">[]
>`
  select k.id pachtkonto_id, k.kontonummer,
    coalesce((select max(a.id) from archivkonto a where a.pachtkonto_id = k.id), 0) gebucht_bis
  from pachtkonto k
  where k.id = any(${pachtkontoIds}::bigint[])
  order by k.id`;

/** Days that both are booked for as lessors, each under another status. */
type Steuerwiderspruch = {
  von: string;
  bis: string;
  bleibt: UmsatzsteuerStatus | null;
  geht: UmsatzsteuerStatus | null;
};

/**
 * The earliest days for which the standing Gutschriften of both, and of those that were merged into them, contradict
 * each other. Whole booked periods count: a settlement looks up one status for each of them. One that only corrects has
 * the status of what it corrects, which stands, too.
 */
export const findSteuerwiderspruch = async (
  sql: Db,
  bleibtId: number,
  gehtId: number,
): Promise<Steuerwiderspruch | undefined> => {
  const [zeile] = await sql<Steuerwiderspruch[]>`
    with stand as (
      select k.id, b.empfaenger ->> 'umsatzsteuerStatus' as status,
        range_agg(daterange(b.zeitraum_von, b.zeitraum_bis, '[]')) as tage
      from unnest(${[bleibtId, gehtId]}::bigint[]) k (id)
      join archiv_beleg b on b.kontakt_id = any(kontakt_mit_aufgegangenen(k.id))
        and b.belegart = 'gutschrift' and b.faelligkeit_id is not null
        and not exists (select from archiv_beleg s where s.storno_von_id = b.id)
      group by k.id, status
    )
    select lower(t) as von, upper(t) - 1 as bis, b.status as bleibt, g.status as geht
    from stand b
    join stand g on g.id = ${gehtId} and g.status is distinct from b.status
    cross join unnest(b.tage * g.tage) t
    where b.id = ${bleibtId}
    order by von, bis
    limit 1`;
  return zeile;
};

export const updateVergessen = (tx: Tx, kontaktIds: readonly number[]) => tx`
  update zusammenfuehrung
  set felder = '[]', pachtkonten = '[]', bank = null
  where art = 'kontakt'
    and (bleibt_id = any(${kontaktIds}::bigint[]) or geht_id = any(${kontaktIds}::bigint[]))`;
