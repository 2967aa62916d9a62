import { alsZeilen, setzung } from "../../technik/database/anweisung/massen.ts";
import { ordnungVon } from "../../technik/database/anweisung/sortierung.ts";
import { datensatzSpalten, spaltenFuer } from "../../technik/database/anweisung/spalten.ts";
import { leseSeite, type Seitentext, zeitpunkt } from "../../technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import {
  type Hebung,
  type HebungAbschluss,
  type HebungAbschlussFilter,
  type HebungFilter,
  type HebungSammelaktionBody,
  schreibbareFelder,
} from "./schema.ts";
import { hebungsortierung } from "./sortierung.ts";

/** What a row holds just as it is answered. */
const unveraendert = [
  "pachtkontoId",
  ...schreibbareFelder.filter((feld) => feld !== "indexBasis" && feld !== "indexNeu"),
  "abgeschlossenVon",
  "herkunft",
  "abschluss",
];

/** Named as on the wire, so that the database can make the JSON of a list. */
const spalten = (sql: Db): Fragment => sql`
  ${datensatzSpalten(sql, "h")}, ${spaltenFuer(sql, unveraendert, "h")}, k.kontonummer,
  h.index_basis::text "indexBasis", h.index_neu::text "indexNeu",
  ${zeitpunkt(sql, "h.abgeschlossen_am")} "abgeschlossenAm"`;

/** Can do nothing any more: its account is settled, ends before, or has none of its positions on its day. */
const istWirkungslos = (sql: Db): Fragment => sql`
  h.status in ('geplant', 'aktiv') and (k.schlussabrechnung is not null or h.wirksam_ab > k.pachtende
    or not exists (
      select from pachtkonto_position p
      join positionsart a on a.id = p.positionsart_id
      where p.pachtkonto_id = h.pachtkonto_id and p.intervall <> 'einmalig'
        and daterange(p.gueltig_von, p.gueltig_bis, '[]') @> h.wirksam_ab
        and case when h.position_ids is null then a.erhoehbar else p.ursprung_id = any(h.position_ids) end))`;

const mitWirkung = (sql: Db, wirkungslos: HebungFilter["wirkungslos"]): Fragment => {
  if (wirkungslos === undefined) return sql``;
  const bedingung = sql`exists (select from pachtkonto k where k.id = h.pachtkonto_id and ${istWirkungslos(sql)})`;
  return wirkungslos === "ja" ? sql`and ${bedingung}` : sql`and not ${bedingung}`;
};

export const listHebungen = (sql: Db, filter: HebungFilter): Promise<Seitentext> => {
  const { status, pachtkontoId, wirkungslos } = filter;
  const ordnung = ordnungVon(hebungsortierung, filter.sort);
  return leseSeite(sql, {
    ...filter,
    gesucht: false,
    treffer: sql`
      select h.id, h.${sql(ordnung.spalte)} wert
      from hebung h
      where true ${status ? sql`and h.status = ${status}` : sql``}
        ${pachtkontoId ? sql`and h.pachtkonto_id = ${pachtkontoId}` : sql``}
        ${mitWirkung(sql, wirkungslos)}`,
    ordnung,
    zeile: sql`
      select ${spalten(sql)}
      from hebung h
      join pachtkonto k on k.id = h.pachtkonto_id
      where h.id = seite.id`,
  });
};

export const listHebungenMit = (sql: Db, ids: number[]) => sql<Hebung[]>`
  select ${spalten(sql)}
  from hebung h
  join pachtkonto k on k.id = h.pachtkonto_id
  where h.id = any(${ids})
  order by h.pachtkonto_id, h.wirksam_ab, h.id`;

type Sammelfilter = NonNullable<HebungSammelaktionBody["filter"]>;

/** The increases that an action can be meant for, the earliest first. */
export const listFuerSammelaktion = async (
  sql: Db,
  status: readonly Hebung["status"][],
  { pachtkontoId, wirksamBis, wirkungslos }: Sammelfilter,
): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select h.id
    from hebung h
    where h.status = any(${status})
      ${pachtkontoId ? sql`and h.pachtkonto_id = ${pachtkontoId}` : sql``}
      ${wirksamBis ? sql`and h.wirksam_ab <= ${wirksamBis}` : sql``}
      ${mitWirkung(sql, wirkungslos && "ja")}
    order by h.wirksam_ab, h.id`;
  return zeilen.map(({ id }) => id);
};

/** The increases named, each once, the earliest first; those that do not exist come last. */
export const listBenannte = async (sql: Db, ids: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select distinct on (h.wirksam_ab, benannt.id) benannt.id
    from unnest(${ids}::bigint[]) benannt(id)
    left join hebung h on h.id = benannt.id
    order by h.wirksam_ab, benannt.id`;
  return zeilen.map(({ id }) => id);
};

export const findHebung = async (sql: Db, id: number): Promise<Hebung | undefined> => {
  const [zeile] = await listHebungenMit(sql, [id]);
  return zeile;
};

/** Which increases to draft: these, or all up to a day; none named is all. */
type Entwurfsauswahl = { hebungIds: number[] | undefined; wirksamBis: string | undefined };

/** Planned and active increases by account number, and a mark that changes with anything that their letters follow from. */
export const findEntwurfsauswahl = async (
  sql: Db,
  { hebungIds, wirksamBis }: Entwurfsauswahl,
): Promise<{ ids: number[]; stand: string }> => {
  const [zeile] = await sql<{ ids: number[]; stand: string }[]>`
    select coalesce(array_agg(h.id order by k.kontonummer collate "C", h.wirksam_ab, h.id), '{}') ids,
      concat_ws('|', count(*), sum(h.version), max(h.geaendert_am), max(k.eingabe_geaendert_am), sum(p.versionen),
        (select version from firmendaten), (select version from logo)) stand
    from hebung h
    join pachtkonto k on k.id = h.pachtkonto_id
    cross join lateral (
      select sum(p.version) versionen
      from pachtkonto_beteiligter b
      join kontakt p on p.id = b.kontakt_id
      where b.pachtkonto_id = k.id
    ) p
    where h.status in ('geplant', 'aktiv') ${hebungIds ? sql`and h.id = any(${hebungIds})` : sql``}
      ${wirksamBis ? sql`and h.wirksam_ab <= ${wirksamBis}` : sql``}`;
  return zeile ?? { ids: [], stand: "" };
};

/** Locks the account: its increases change, and are booked, one request after the other. */
export const findPachtkontoGesperrt = async (sql: Db, id: number): Promise<{ pachtbeginn: string } | undefined> => {
  const [zeile] = await sql<{ pachtbeginn: string }[]>`
    select pachtbeginn from pachtkonto where id = ${id} for no key update`;
  return zeile;
};

export const findPachtkontoId = async (sql: Db, id: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ pachtkontoId: number }[]>`select pachtkonto_id from hebung where id = ${id}`;
  return zeile?.pachtkontoId;
};

export type Hebungwerte = Pick<Hebung, (typeof schreibbareFelder)[number]>;

/** @returns the ids in the order given */
export const insertHebungen = async (
  sql: Db,
  zeilen: readonly (Hebungwerte & Pick<Hebung, "pachtkontoId" | "herkunft">)[],
): Promise<number[]> => {
  const felder = ["pachtkontoId", ...schreibbareFelder, "herkunft"] as const;
  const neue = await sql<{ id: number }[]>`
    insert into hebung (${sql(felder)})
    select ${sql(felder)}
    from ${alsZeilen(sql, "hebung", felder, zeilen)} n
    order by n.ordinality
    returning id`;
  return neue.map(({ id }) => id).toSorted((x, y) => x - y);
};

export const updateHebungen = (sql: Db, zeilen: readonly (Hebungwerte & Pick<Hebung, "id" | "herkunft">)[]) => {
  const felder = [...schreibbareFelder, "herkunft"] as const;
  return sql`
    update hebung h
    set ${setzung(sql, felder)}
    from ${alsZeilen(sql, "hebung", ["id", ...felder], zeilen)} n
    where h.id = n.id`;
};

export const deleteHebung = (sql: Db, id: number) => sql`delete from hebung where id = ${id}`;

/** A position as an increase looks at it. */
export type Erhoehbare = { ursprungId: number; erhoehbar: boolean; einmalig: boolean };

/** The positions of an account, and whether an increase may name them. */
export const listErhoehbare = (sql: Db, pachtkontoId: number) => sql<Erhoehbare[]>`
  select p.ursprung_id, a.erhoehbar, p.intervall = 'einmalig' as einmalig
  from pachtkonto_position p
  join positionsart a on a.id = p.positionsart_id
  where p.pachtkonto_id = ${pachtkontoId} and p.id = p.ursprung_id`;

/** Every increase of an account that is not cancelled. */
export const listHebungenDesKontos = (sql: Db, pachtkontoId: number) => sql<Hebung[]>`
  select ${spalten(sql)}
  from hebung h
  join pachtkonto k on k.id = h.pachtkonto_id
  where h.pachtkonto_id = ${pachtkontoId} and h.status <> 'storniert'
  order by h.wirksam_ab, h.id`;

const abschlussBedingung = (sql: Db, { pachtkontoId, year }: HebungAbschlussFilter): Fragment => sql`
  h.status = 'abgeschlossen' ${pachtkontoId ? sql`and h.pachtkonto_id = ${pachtkontoId}` : sql``}
  ${
    year === undefined
      ? sql``
      : sql`and h.wirksam_ab between make_date(${year}::integer, 1, 1) and make_date(${year}::integer, 12, 31)`
  }`;

export const listAbschluesse = (sql: Db, filter: HebungAbschlussFilter) => sql<HebungAbschluss[]>`
  select h.id as hebung_id, h.pachtkonto_id, k.kontonummer, h.bezeichnung, h.art, h.wirksam_ab, h.abgeschlossen_am,
    h.abgeschlossen_von, h.abschluss as positionen
  from hebung h
  join pachtkonto k on k.id = h.pachtkonto_id
  where ${abschlussBedingung(sql, filter)}
  order by h.wirksam_ab desc, h.id desc
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const countAbschluesse = async (sql: Db, filter: HebungAbschlussFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) as total from hebung h where ${abschlussBedingung(sql, filter)}`;
  return zeile?.total ?? 0;
};

/** Planned increases that nobody activated before their day, of accounts where somebody still could, as `h`. */
export const ueberfaellige = (sql: Db, heute: string): Fragment => sql`
  hebung h
  join pachtkonto k on k.id = h.pachtkonto_id
  where h.status = 'geplant' and h.wirksam_ab < ${heute} and k.status <> 'inaktiv' and k.schlussabrechnung is null`;

export const countUeberfaellige = async (sql: Db, heute: string): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`select count(*) as anzahl from ${ueberfaellige(sql, heute)}`;
  return zeile?.anzahl ?? 0;
};

// Dates of the accounts ----------------------------------------------------------------------------------------------

type Hebungstermine = {
  id: number;
  version: number;
  istAbgerechnet: boolean;
  hebemonat: string | null;
  letzteHebung: string | null;
  naechsteHebung: string | null;
  /** Day of the earliest planned increase. */
  geplant: string | null;
};

export const listHebungstermine = (tx: Db, ids: number[]) => tx<Hebungstermine[]>`
  select k.id, k.version, k.schlussabrechnung is not null ist_abgerechnet, k.hebemonat, k.letzte_hebung,
    k.naechste_hebung,
    (select min(h.wirksam_ab) from hebung h where h.pachtkonto_id = k.id and h.status = 'geplant') as geplant
  from pachtkonto k
  where k.id = any(${ids})
  order by k.id`;

/** Leaves out an account that another request changed meanwhile: that write has computed the day itself. */
export const updateNaechsteHebung = (
  tx: Db,
  zeilen: { id: number; version: number; naechsteHebung: string | null }[],
) => tx`
  update pachtkonto k
  set naechste_hebung = n.naechste_hebung
  from unnest(${zeilen.map((z) => z.id)}::bigint[], ${zeilen.map((z) => z.version)}::integer[],
    ${zeilen.map((z) => z.naechsteHebung)}::date[]) n (id, version, naechste_hebung)
  where k.id = n.id and k.version = n.version`;

export const listPachtkontoIds = async (tx: Db, nach: number, anzahl: number): Promise<number[]> => {
  const zeilen = await tx<{ id: number }[]>`
    select id from pachtkonto where id > ${nach} order by id limit ${anzahl}`;
  return zeilen.map(({ id }) => id);
};
