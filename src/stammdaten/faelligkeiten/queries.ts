import type { Faelligkeit, FaelligkeitArt, Kontolaufzeit, Kontoraster } from "../../kern/pacht/typen.ts";
import { feld, nachgeschlagen } from "../../technik/database/anweisung/massen.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";

type FaelligkeitStatus = "offen" | "gebucht" | "entfallen";

/** A due date as the table holds it. */
type FaelligkeitZeile = Faelligkeit & {
  pachtkontoId: number;
  status: FaelligkeitStatus;
  buchungslaufId: string | null;
};

export type Planeintrag = Omit<Faelligkeit, "id"> & { pachtkontoId: number };

type Planzeile = {
  id: number;
  von: string;
  bis: string;
  faelligAm: string;
  art: FaelligkeitArt;
  status: FaelligkeitStatus;
  raster: Kontoraster | null;
};

/** Term and due dates of an account; of the dropped ones only what it takes to revive them. */
export type Plankonto = Kontolaufzeit & { id: number; faelligkeiten: Planzeile[] };

/** The accounts with these ids, as `k`; found before anything is looked up for them (`offset 0`). */
const konten = (sql: Db, ids: number[]): Fragment =>
  sql`(select * from pachtkonto where id in (select unnest(${ids}::bigint[])) offset 0) k`;

/**
 * Due dates are looked up account by account. Compared with `any` of the ids, the statement is planned once for all
 * questions when it has been asked some times, and where the statistics have not seen the table's rows that plan holds
 * each due date of the stock against each id.
 */
export const listPlankonten = (tx: Db, ids: number[]) => tx<Plankonto[]>`
  select k.id, k.pachtbeginn, k.pachtende, k.abrechnung_ab, k.pachtjahr_beginn, k.zahlungsrhythmus,
    k.ist_vorauszahlend, f.faelligkeiten
  from ${konten(tx, ids)}
  ${nachgeschlagen(
    tx,
    tx`
      select coalesce(json_agg(json_build_object('id', id, 'von', zeitraum_von, 'bis', zeitraum_bis,
        'faelligAm', faellig_am, 'art', art, 'status', status, 'raster', case when zahlungsrhythmus is not null
          then json_build_object('pachtjahrBeginn', pachtjahr_beginn, 'zahlungsrhythmus', zahlungsrhythmus) end)
        order by zeitraum_von, id), '[]') faelligkeiten
      from (select * from faelligkeit where pachtkonto_id = k.id offset 0) z`,
  )} f
  order by k.id`;

export const updateEntfallen = (tx: Db, ids: number[]) => tx`
  update faelligkeit
  set status = 'entfallen'
  where id in (select unnest(${ids}::bigint[])) and status = 'offen'`;

export const updateOffen = (tx: Db, zeilen: Pick<Faelligkeit, "id" | "faelligAm" | "art" | "raster">[]) => tx`
  update faelligkeit f
  set status = 'offen', faellig_am = n.faellig_am, art = n.art, pachtjahr_beginn = n.pachtjahr_beginn,
    zahlungsrhythmus = n.zahlungsrhythmus
  from unnest(${zeilen.map((z) => z.id)}::bigint[], ${zeilen.map((z) => z.faelligAm)}::date[],
    ${zeilen.map((z) => z.art)}::text[], ${zeilen.map((z) => z.raster?.pachtjahrBeginn ?? null)}::text[],
    ${zeilen.map((z) => z.raster?.zahlungsrhythmus ?? null)}::text[])
    n (id, faellig_am, art, pachtjahr_beginn, zahlungsrhythmus)
  where f.id = n.id and f.status <> 'gebucht'`;

export const insertFaelligkeiten = (tx: Db, zeilen: Planeintrag[]) => tx`
  insert into faelligkeit (pachtkonto_id, zeitraum_von, zeitraum_bis, faellig_am, art, pachtjahr_beginn,
    zahlungsrhythmus)
  select *
  from unnest(${feld(zeilen, (z) => z.pachtkontoId)}::bigint[], ${feld(zeilen, (z) => z.zeitraumVon)}::date[],
    ${feld(zeilen, (z) => z.zeitraumBis)}::date[], ${feld(zeilen, (z) => z.faelligAm)}::date[],
    ${feld(zeilen, (z) => z.art)}::text[], ${feld(zeilen, (z) => z.raster?.pachtjahrBeginn ?? null)}::text[],
    ${feld(zeilen, (z) => z.raster?.zahlungsrhythmus ?? null)}::text[])`;

/** Accounts whose periods do not follow each other day by day from the first billed day up to the end of the lease. */
export const listLuecken = (tx: Db, ids: number[]) => tx<{ pachtkontoId: number; zeitraumVon: string }[]>`
  select pachtkonto_id, zeitraum_von
  from (
    select f.pachtkonto_id, f.zeitraum_von, k.pachtende,
      coalesce(lag(f.zeitraum_bis) over (partition by f.pachtkonto_id order by f.zeitraum_von) + 1,
        greatest(k.pachtbeginn, k.abrechnung_ab)) erwartet
    from ${konten(tx, ids)}
    ${nachgeschlagen(tx, tx`select * from faelligkeit where pachtkonto_id = k.id and status <> 'entfallen'`)} f
  ) t
  where zeitraum_von <> erwartet and zeitraum_von <= coalesce(pachtende, 'infinity')`;

type GebuchterZeitraum = {
  zeitraumVon: string;
  zeitraumBis: string;
  buchungslaufId: string;
  /** Day of the run. */
  laufAm: string;
  /** The documents of the period, a lessee's first; none where its sum was 0. */
  belegnummern: string[];
};

/** Booked periods of an account that are not cancelled and touch the days `von` to `bis`, newest first. */
export const listGebuchteZeitraeume = (sql: Db, pachtkontoId: number, von: string | null, bis: string | null) => sql<
  GebuchterZeitraum[]
>`
  select g.zeitraum_von, g.zeitraum_bis, g.buchungslauf_id, l.belegdatum lauf_am,
    array(
      select b.belegnummer
      from archiv_beleg b
      where b.faelligkeit_id = g.faelligkeit_id and b.buchungslauf_id = g.buchungslauf_id
      order by b.belegart not in ('rechnung', 'schlussrechnung'), b.belegnummer
    ) belegnummern
  from gebuchter_zeitraum g
  join buchungslauf l on l.id = g.buchungslauf_id
  where g.pachtkonto_id = ${pachtkontoId} and g.storniert_am is null
    and daterange(g.zeitraum_von, g.zeitraum_bis, '[]') && daterange(${von}::date, ${bis}::date, '[]')
  order by g.zeitraum_von desc`;

/** The newest booked period of an account that is not cancelled, with the grid that it was booked in. */
export const findLetzteBuchung = async (sql: Db, pachtkontoId: number) => {
  const [zeile] = await sql<({ zeitraumVon: string; zeitraumBis: string } & Kontoraster)[]>`
    select g.zeitraum_von, g.zeitraum_bis,
      coalesce(f.pachtjahr_beginn, a.konto ->> 'pachtjahrBeginn') pachtjahr_beginn,
      coalesce(f.zahlungsrhythmus, a.konto ->> 'zahlungsrhythmus') zahlungsrhythmus
    from gebuchter_zeitraum g
    join faelligkeit f on f.id = g.faelligkeit_id
    join archivkonto a on a.buchungslauf_id = g.buchungslauf_id and a.pachtkonto_id = g.pachtkonto_id
    where g.pachtkonto_id = ${pachtkontoId} and g.storniert_am is null
    order by g.zeitraum_von desc
    limit 1`;
  return zeile;
};

/** The next ids after `nach`. */
export const listPachtkontoIdsNach = async (sql: Db, nach: number, anzahl: number): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select id
    from pachtkonto
    where id > ${nach}
    order by id
    limit ${anzahl}`;
  return zeilen.map(({ id }) => id);
};

type Seitenfilter = { status: FaelligkeitStatus[]; page: number; limit: number };

export const listFaelligkeitenMitStatus = (sql: Db, pachtkontoId: number, { status, page, limit }: Seitenfilter) => sql<
  FaelligkeitZeile[]
>`
  select id, pachtkonto_id, zeitraum_von, zeitraum_bis, faellig_am, art, status, buchungslauf_id
  from faelligkeit
  where pachtkonto_id = ${pachtkontoId} and status = any(${status})
  order by zeitraum_von, id
  limit ${limit} offset ${(page - 1) * limit}`;

/** How many there are; undefined without such an account. */
export const countFaelligkeiten = async (
  sql: Db,
  pachtkontoId: number,
  status: FaelligkeitStatus[],
): Promise<number | undefined> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select (select count(*) from faelligkeit f where f.pachtkonto_id = k.id and f.status = any(${status})) anzahl
    from pachtkonto k
    where k.id = ${pachtkontoId}`;
  return zeile?.anzahl;
};

/**
 * The settlement that closed an account, with its run, the day of that, and the number of one of its documents that
 * stand; undefined while open.
 */
export const findSchlussabrechnung = async (sql: Db, pachtkontoId: number) => {
  const [zeile] = await sql<
    { schlussabrechnung: string; belegnummer: string | null; buchungslaufId: string | null; laufAm: string | null }[]
  >`
    select k.schlussabrechnung, s.buchungslauf_id, l.belegdatum lauf_am,
      (select b.belegnummer
        from archiv_beleg b
        where b.pachtkonto_id = k.id and b.belegart = 'schlussrechnung'
          and not exists (select from archiv_beleg s where s.storno_von_id = b.id)
        order by b.id desc
        limit 1) belegnummer
    from pachtkonto k
    left join schlussabrechnung s on s.pachtkonto_id = k.id and s.storniert_am is null
    left join buchungslauf l on l.id = s.buchungslauf_id
    where k.id = ${pachtkontoId} and k.schlussabrechnung is not null`;
  return zeile;
};

/** A booked document with a line that was pro-rated: another method would have given another amount. */
export const findAnteiligerBeleg = async (sql: Db, pachtkontoId: number) => {
  const [zeile] = await sql<{ belegnummer: string }[]>`
    select b.belegnummer
    from gebuchter_zeitraum g
    join archiv_beleg b on b.faelligkeit_id = g.faelligkeit_id and b.buchungslauf_id = g.buchungslauf_id
    join archiv_zeile z on z.beleg_id = b.id
    where g.pachtkonto_id = ${pachtkontoId} and g.storniert_am is null
      and z.herleitung ->> 'methode' in ('monatsgenau', 'tagesgenau', 'dreissig360')
    order by g.zeitraum_von desc, b.belegart not in ('rechnung', 'schlussrechnung'), b.belegnummer
    limit 1`;
  return zeile;
};
