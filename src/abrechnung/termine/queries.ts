import type { FaelligkeitArt, KontoStatus } from "../../kern/pacht/typen.ts";
import { aneinander } from "../../technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import { schlussabrechnungStehtAus } from "../eingabe/ausstehend.ts";
import { ueberfaellige } from "../hebungen/naechsteHebung.ts";
import type { Terminart } from "./schema.ts";

/** The days `heute` to `bis`. */
type Spanne = { heute: string; bis: string };

export type Terminzeile = {
  art: Terminart;
  datum: string;
  pachtkontoId: number;
  kontonummer: string;
  kontoStatus: KontoStatus;
  faelligkeitId: number | null;
  faelligkeitArt: FaelligkeitArt | null;
  zeitraumVon: string | null;
  zeitraumBis: string | null;
  hebungId: number | null;
  hebungBezeichnung: string | null;
};

/** Each kind is read from an index in the order of its days; `id` is that of the due date or increase, else 0. */
const quellen: Record<Terminart, (sql: Db, spanne: Spanne) => Fragment> = {
  faelligkeit: (sql, { heute, bis }) => sql`
    select 'faelligkeit' art, f.faellig_am datum, f.pachtkonto_id, f.id
    from faelligkeit f
    join pachtkonto k on k.id = f.pachtkonto_id
    where f.status = 'offen' and f.faellig_am between ${heute} and ${bis} and k.status <> 'inaktiv'`,
  hebung_ueberfaellig: (sql, { heute }) => sql`
    select 'hebung_ueberfaellig' art, h.wirksam_ab datum, h.pachtkonto_id, h.id
    from ${ueberfaellige(sql, heute)}`,
  pachtende: (sql, { heute, bis }) => sql`
    select 'pachtende' art, k.pachtende datum, k.id pachtkonto_id, 0::bigint id
    from pachtkonto k
    where k.pachtende between ${heute} and ${bis} and k.status in ('aktiv', 'gekuendigt')`,
  pachtpruefung: (sql, { heute, bis }) => sql`
    select 'pachtpruefung' art, k.naechste_hebung datum, k.id pachtkonto_id, 0::bigint id
    from pachtkonto k
    where k.naechste_hebung between ${heute} and ${bis} and k.status in ('aktiv', 'gekuendigt')
      and (k.pachtende is null or k.naechste_hebung <= k.pachtende)`,
  schlussabrechnung: (sql, { heute, bis }) => sql`
    select 'schlussabrechnung' art, k.pachtende + 1 datum, k.id pachtkonto_id, 0::bigint id
    from pachtkonto k
    where k.pachtende >= ${heute}::date - 1 and k.pachtende < ${bis} and k.status <> 'inaktiv'
      and ${schlussabrechnungStehtAus(sql)} and (
        select 1 from faelligkeit f where f.pachtkonto_id = k.id and f.status = 'offen' and f.art = 'schlussabrechnung'
        limit 1) is null`,
};

const vereinigt = (sql: Db, arten: readonly Terminart[], jede: (quelle: Fragment) => Fragment, spanne: Spanne) =>
  aneinander(
    sql,
    arten.map((art, i) => sql`${i > 0 ? sql`union all` : sql``} (${jede(quellen[art](sql, spanne))})`),
  );

/** The page is cut before anything is joined to it; no kind gives more rows than the page could need. */
export const listTermine = (
  sql: Db,
  arten: readonly Terminart[],
  spanne: Spanne,
  { page, limit }: { page: number; limit: number },
) => sql<Terminzeile[]>`
  with seite as (
    select art, datum, pachtkonto_id, id
    from (${vereinigt(
      sql,
      arten,
      (quelle) => sql`${quelle} order by datum, pachtkonto_id, id limit ${page * limit}::bigint`,
      spanne,
    )}) t
    order by datum, art collate "C", pachtkonto_id, id
    limit ${limit} offset ${(page - 1) * limit}
  )
  select s.art, s.datum, s.pachtkonto_id, k.kontonummer, k.status konto_status, f.id faelligkeit_id,
    f.art faelligkeit_art, f.zeitraum_von, f.zeitraum_bis, h.id hebung_id, h.bezeichnung hebung_bezeichnung
  from seite s
  join pachtkonto k on k.id = s.pachtkonto_id
  left join faelligkeit f on s.art = 'faelligkeit' and f.id = s.id
  left join lateral (
    select h.id, h.bezeichnung
    from hebung h
    where case s.art
      when 'hebung_ueberfaellig' then h.id = s.id
      when 'pachtpruefung' then h.status = 'geplant' and h.wirksam_ab = s.datum
      else false end
      and h.pachtkonto_id = s.pachtkonto_id
    order by h.id
    limit 1
  ) h on true
  order by s.datum, s.art collate "C", s.pachtkonto_id, s.id`;

export const countTermine = async (sql: Db, arten: readonly Terminart[], spanne: Spanne): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select coalesce(sum(anzahl), 0)::bigint total
    from (${vereinigt(sql, arten, (quelle) => sql`select count(*) anzahl from (${quelle}) q`, spanne)}) t`;
  return zeile?.total ?? 0;
};
