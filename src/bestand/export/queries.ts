import { schreibbareFelder as hebungsfelder } from "../../abrechnung/hebungen/schema.ts";
import { schreibbareFelder as positionsartfelder } from "../../stammdaten/einstellungen/positionsarten/schema.ts";
import { schreibbareFelder as kontaktfelder } from "../../stammdaten/kontakte/schema.ts";
import { positionFelder } from "../../stammdaten/pachtkonten/positionen/schema.ts";
import { kontofelder, parteifelder } from "../../stammdaten/pachtkonten/schema.ts";
import { schreibbareFelder as objektfelder } from "../../stammdaten/patchobjekte/schema.ts";
import { spaltenFuer } from "../../technik/database/anweisung/spalten.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import { type Schluesselart, schluesselanfang } from "../format/schluessel.ts";

/** Records by field, named as on the wire; in the order of their ids, those after `nach`. */
type Datensatz = { id: number } & Record<string, unknown>;
export type Teil = { nach: number; limit: number };

/** The key that a record came with, else one made of its id. */
const schluessel = (sql: Db, art: Schluesselart, id: string): Fragment => {
  const spalte = sql.unsafe(id) as Fragment;
  return sql`coalesce(
    (select min(s.schluessel collate "C") from importschluessel s where s.art = ${art} and s.datensatz_id = ${spalte}),
    concat(${`${schluesselanfang[art]}-`}::text, ${spalte}, '-', (select kennung from installation)))`;
};

/** A position may be deleted under an increase that names it. */
const nenntVorhandene = (sql: Db): Fragment => sql`
  (h.position_ids is null or exists (select from pachtkonto_position p where p.id = any(h.position_ids)))`;

/** An increase that has lost all positions that are valid on its day changes nothing any more, and nobody may enter it. */
const hatPosition = (sql: Db): Fragment => sql`
  exists (
    select
    from pachtkonto_position p
    join positionsart a on a.id = p.positionsart_id
    where p.pachtkonto_id = h.pachtkonto_id and p.intervall <> 'einmalig'
      and daterange(p.gueltig_von, p.gueltig_bis, '[]') @> h.wirksam_ab
      and case when h.position_ids is null then a.erhoehbar else p.ursprung_id = any(h.position_ids) end)`;

/**
 * The first increase or step of a Staffel before the lease, as where the lease was let begin later. Nobody may enter one
 * there, and without it the account would cost something else.
 */
const vorBeginn = (sql: Db): Fragment => sql`
  (
    select was || ' zum ' || to_char(ab, 'DD.MM.YYYY') || ' vor dem Pachtbeginn am ' || to_char(k.pachtbeginn, 'DD.MM.YYYY')
    from (
      select 'Hebung' was, h.wirksam_ab ab
      from hebung h
      where h.pachtkonto_id = k.id and h.status in ('geplant', 'aktiv') and ${hatPosition(sql)}
      union all
      select 'Stufe der Wertsicherung', (stufe #>> '{}')::date
      from jsonb_path_query(k.wertsicherung, '$.stufen[*].ab') stufe
    ) h
    where ab < k.pachtbeginn
    order by ab
    limit 1
  )`;

/**
 * The first increase to come that names a position whose type no longer follows increases. It raises that position all the
 * same, but nobody may enter one.
 */
const aufNichtErhoehbare = (sql: Db): Fragment => sql`
  (
    select 'Hebung zum ' || to_char(min(h.wirksam_ab), 'DD.MM.YYYY') || ' auf eine Position, deren Art nicht mehr erhöhbar ist'
    from hebung h
    join pachtkonto_position p on p.id = any(h.position_ids)
    join positionsart a on a.id = p.positionsart_id
    where h.pachtkonto_id = k.id and h.status in ('geplant', 'aktiv') and not a.erhoehbar
  )`;

/**
 * The first period that a storno opened again in a former grid. Since the periods of an account follow day by day, it is
 * enough that each ends where the present grid or the lease does; those after all that was ever booked do anyway.
 */
const imFrueherenRaster = (sql: Db): Fragment => sql`
  (
    select 'offene Zeiträume in einem früheren Rhythmus, der erste vom ' || to_char(min(f.zeitraum_von), 'DD.MM.YYYY')
      || ' bis ' || to_char(min(f.zeitraum_bis), 'DD.MM.YYYY') || '; erst buchen'
    from (
      select case k.zahlungsrhythmus
          when 'monatlich' then 1 when 'vierteljaehrlich' then 3 when 'halbjaehrlich' then 6 else 12 end monate,
        left(k.pachtjahr_beginn, 2)::integer monat, right(k.pachtjahr_beginn, 2)::integer - 1 tage
    ) r,
    faelligkeit f,
    lateral (select date_trunc('month', (f.zeitraum_von - r.tage)::timestamp) beginn) m
    where f.pachtkonto_id = k.id and f.status = 'offen'
      and f.zeitraum_von > coalesce(gebucht_bis, '-infinity') and f.zeitraum_von <= je_gebucht_bis
      and f.zeitraum_bis <> least(k.pachtende, r.tage - 1 + (m.beginn + make_interval(months =>
        r.monate - mod(extract(year from m.beginn)::integer * 12 + extract(month from m.beginn)::integer - r.monat, r.monate)
      ))::date)
  )`;

/**
 * What was booked for an account: until when, and what keeps it out of the workbook. Its next period begins on the day
 * after; so what is booked must begin on its first day, leave out none, and end before the lease does, and what is open
 * must follow from its terms.
 */
const buchungsstand = (sql: Db): Fragment => sql`
  lateral (
    select gebucht_bis,
      case
        when k.schlussabrechnung is not null then 'schlussabgerechnet am ' || to_char(k.schlussabrechnung, 'DD.MM.YYYY')
        when gebucht_bis >= k.pachtende
          then 'gebucht bis ' || to_char(gebucht_bis, 'DD.MM.YYYY') || ', die Pacht endet am ' || to_char(k.pachtende, 'DD.MM.YYYY')
        when tage <> gebucht_bis - greatest(k.pachtbeginn, k.abrechnung_ab) + 1
          then 'Lücken in dem, was bis ' || to_char(gebucht_bis, 'DD.MM.YYYY') || ' gebucht ist'
        else coalesce(${vorBeginn(sql)}, ${aufNichtErhoehbare(sql)}, ${imFrueherenRaster(sql)})
      end grund
    from (
      select max(g.zeitraum_bis) filter (where g.storniert_am is null) gebucht_bis, max(g.zeitraum_bis) je_gebucht_bis,
        sum(g.zeitraum_bis - g.zeitraum_von + 1) filter (where g.storniert_am is null) tage
      from gebuchter_zeitraum g
      where g.pachtkonto_id = k.id
    ) g
  ) stand`;

/** The accounts in the workbook. */
const konten = (sql: Db): Fragment => sql`
  pachtkonto k
  join ${buchungsstand(sql)} on stand.grund is null`;

/** A lease that was shortened or let begin later leaves one-offs outside of it: nobody may enter one, and none is billed. */
const istAusserhalb = (sql: Db): Fragment => sql`
  (p.intervall = 'einmalig' and (p.gueltig_von < k.pachtbeginn or p.gueltig_von > k.pachtende))`;

export const listAusgelassene = (sql: Db) => sql<{ kontonummer: string; was: string; grund: string }[]>`
  select kontonummer, was, grund
  from (
    select k.id konto_id, 0 nr, 0 id, k.kontonummer, 'Pachtkonto' was, stand.grund
    from pachtkonto k
    join ${buchungsstand(sql)} on stand.grund is not null
    union all
    select k.id, 1, p.id, k.kontonummer, 'Position',
      'einmalig am ' || to_char(p.gueltig_von, 'DD.MM.YYYY') || ': außerhalb der Pacht, also nicht abgerechnet'
    from pachtkonto_position p
    join ${konten(sql)} on k.id = p.pachtkonto_id
    where ${istAusserhalb(sql)}
    union all
    select k.id, 2, h.id, k.kontonummer, 'Hebung',
      'zum ' || to_char(h.wirksam_ab, 'DD.MM.YYYY') || case when ${nenntVorhandene(sql)}
        then ': an diesem Tag gilt keine Position, auf die sie wirken könnte'
        else ': alle Positionen, die sie nennt, sind gelöscht' end
    from hebung h
    join ${konten(sql)} on k.id = h.pachtkonto_id
    where h.status in ('geplant', 'aktiv') and not ${hatPosition(sql)}
  ) a
  order by konto_id, nr, id`;

export const listAusgelasseneIds = async (sql: Db, ids: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select k.id
    from pachtkonto k
    join ${buchungsstand(sql)} on stand.grund is not null
    where k.id = any(${ids}::bigint[])`;
  return zeilen.map(({ id }) => id);
};

export const countAusgelassene = async (sql: Db): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select count(*) anzahl
    from pachtkonto k
    join ${buchungsstand(sql)} on stand.grund is not null`;
  return zeile?.anzahl ?? 0;
};

export const listPositionsarten = (sql: Db, { nach, limit }: Teil) => sql<Datensatz[]>`
  select id, ${spaltenFuer(sql, positionsartfelder)}
  from positionsart
  where id > ${nach}
  order by id
  limit ${limit}`;

export const listKontaktarten = (sql: Db, { nach, limit }: Teil) => sql<Datensatz[]>`
  select id, name, bezeichnung, aktiv
  from kontaktart
  where id > ${nach}
  order by id
  limit ${limit}`;

export const listKontakte = (sql: Db, { nach, limit }: Teil) => sql<Datensatz[]>`
  select k.id, ${schluessel(sql, "kontakt", "k.id")} "importSchluessel",
    ${spaltenFuer(
      sql,
      kontaktfelder.filter((feld) => feld !== "sepaMandat"),
      "k",
    )},
    case when k.sepa_mandat_referenz is not null then jsonb_build_object(
      'referenz', k.sepa_mandat_referenz, 'datum', k.sepa_mandat_datum) end "sepaMandat"
  from kontakt k
  where k.id > ${nach} and k.aufgegangen_in is null
  order by k.id
  limit ${limit}`;

/** An object of an account that is left out stands for itself. */
export const listPatchobjekte = (sql: Db, { nach, limit }: Teil) => sql<Datensatz[]>`
  select o.id, ${schluessel(sql, "patchobjekt", "o.id")} "importSchluessel",
    ${spaltenFuer(
      sql,
      objektfelder.filter((feld) => feld !== "pachtkontoId"),
      "o",
    )},
    (select ${schluessel(sql, "pachtkonto", "k.id")} from ${konten(sql)} where k.id = o.pachtkonto_id) "pachtkontoId"
  from patchobjekt o
  where o.id > ${nach} and o.aufgegangen_in is null
  order by o.id
  limit ${limit}`;

/** With the parties of each, its positions, increases and own fields, since they come from the same accounts. */
export const listPachtkonten = (sql: Db, { nach, limit }: Teil) => sql<Datensatz[]>`
  select k.id, ${schluessel(sql, "pachtkonto", "k.id")} "importSchluessel",
    ${spaltenFuer(
      sql,
      kontofelder.filter((feld) => feld !== "abrechnungAb" && feld !== "wertsicherung"),
      "k",
    )},
    k.wertsicherung || coalesce((
      select jsonb_build_object('reiheId', r.name) from indexreihe r where r.id = (k.wertsicherung ->> 'reiheId')::bigint
    ), '{}') wertsicherung,
    coalesce(stand.gebucht_bis + 1, k.abrechnung_ab) "abrechnungAb"
  from ${konten(sql)}
  where k.id > ${nach}
  order by k.id
  limit ${limit}`;

export const listBeteiligte = (sql: Db, { nach, limit }: Teil) => sql<Datensatz[]>`
  select b.id, ${schluessel(sql, "pachtkonto", "k.id")} "pachtkontoId",
    ${spaltenFuer(
      sql,
      parteifelder.filter((feld) => feld !== "kontaktId"),
      "b",
    )},
    ${schluessel(sql, "kontakt", "b.kontakt_id")} "kontaktId"
  from pachtkonto_beteiligter b
  join ${konten(sql)} on k.id = b.pachtkonto_id
  where b.id > ${nach}
  order by b.id
  limit ${limit}`;

export const listPositionen = (sql: Db, { nach, limit }: Teil) => sql<Datensatz[]>`
  select p.id, ${schluessel(sql, "position", "p.ursprung_id")} "importSchluessel",
    ${schluessel(sql, "pachtkonto", "k.id")} "pachtkontoId", a.name "positionsartId",
    ${spaltenFuer(
      sql,
      positionFelder.filter((feld) => feld !== "positionsartId"),
      "p",
    )}
  from pachtkonto_position p
  join positionsart a on a.id = p.positionsart_id
  join ${konten(sql)} on k.id = p.pachtkonto_id
  where p.id > ${nach} and not coalesce(${istAusserhalb(sql)}, false)
  order by p.id
  limit ${limit}`;

/**
 * Those still to come: completed ones are in the versions of their positions. An empty `positionIds` means all positions,
 * so that an increase whose own are all deleted must not come to have none.
 */
export const listHebungen = (sql: Db, { nach, limit }: Teil) => sql<Datensatz[]>`
  select h.id, ${schluessel(sql, "hebung", "h.id")} "importSchluessel", ${schluessel(sql, "pachtkonto", "k.id")} "pachtkontoId",
    ${spaltenFuer(
      sql,
      hebungsfelder.filter((feld) => !["indexBasis", "indexNeu", "positionIds"].includes(feld)),
      "h",
    )},
    h.index_basis::text "indexBasis", h.index_neu::text "indexNeu",
    (select jsonb_agg(${schluessel(sql, "position", "u.id")} order by u.nr)
      from unnest(h.position_ids) with ordinality u (id, nr)
      where exists (select from pachtkonto_position p where p.id = u.id)) "positionIds"
  from hebung h
  join ${konten(sql)} on k.id = h.pachtkonto_id
  where h.id > ${nach} and h.status in ('geplant', 'aktiv') and ${hatPosition(sql)}
  order by h.id
  limit ${limit}`;

/** The own fields of each account, whole. */
export const listFeldwerte = (sql: Db, { nach, limit }: Teil) => sql<
  { id: number; pachtkontoId: string; feldwerte: Record<string, unknown> }[]
>`
  select k.id, ${schluessel(sql, "pachtkonto", "k.id")} "pachtkontoId", k.feldwerte
  from ${konten(sql)}
  where k.id > ${nach} and k.feldwerte <> '{}'
  order by k.id
  limit ${limit}`;
