import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type {
  VerknuepfteKontenFilter,
  VerknuepfteObjekteFilter,
  VerknuepftesKonto,
  VerknuepftesObjekt,
} from "./schema.ts";

type Parteifilter = Pick<VerknuepfteKontenFilter, "rolle" | "stichtag">;

/** The contact's own entries among the parties. */
const partei = (sql: Db, kontaktId: number, { rolle, stichtag }: Parteifilter): Fragment => sql`
  b.kontakt_id = ${kontaktId}
  ${rolle ? sql`and b.rolle in ${sql(rolle)}` : sql``}
  ${stichtag ? sql`and daterange(b.gueltig_von, b.gueltig_bis, '[]') @> ${stichtag}::date` : sql``}`;

const mitStatus = (sql: Db, spalte: string, status: readonly string[] | undefined): Fragment =>
  status && !status.includes("alle") ? sql`and ${sql(spalte)} in ${sql([...status])}` : sql``;

const konten = (sql: Db, kontaktId: number, filter: VerknuepfteKontenFilter): Fragment => sql`
  from pachtkonto_beteiligter b
  join pachtkonto k on k.id = b.pachtkonto_id
  where ${partei(sql, kontaktId, filter)} ${mitStatus(sql, "k.status", filter.status)}`;

export const listVerknuepfteKonten = (sql: Db, kontaktId: number, filter: VerknuepfteKontenFilter) => sql<
  VerknuepftesKonto[]
>`
  select k.id, k.kontonummer, k.bezeichnung, k.status, k.pachtbeginn, k.pachtende, b.rolle, b.hauptkontakt,
    b.anteil_zaehler, b.anteil_nenner, b.gueltig_von, b.gueltig_bis
  ${konten(sql, kontaktId, filter)}
  order by k.kontonummer, b.rolle, b.gueltig_von nulls first, b.id
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const countVerknuepfteKonten = async (
  sql: Db,
  kontaktId: number,
  filter: VerknuepfteKontenFilter,
): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`select count(*) as total ${konten(sql, kontaktId, filter)}`;
  return zeile?.total ?? 0;
};

/** Each account of the contact once, with the roles in which the contact is party of it. */
const objekte = (sql: Db, kontaktId: number, filter: VerknuepfteObjekteFilter): Fragment => sql`
  from (
    select b.pachtkonto_id, array_agg(distinct b.rolle order by b.rolle) as rollen
    from pachtkonto_beteiligter b
    where ${partei(sql, kontaktId, filter)}
    group by b.pachtkonto_id) p
  join pachtkonto k on k.id = p.pachtkonto_id
  join patchobjekt o on o.pachtkonto_id = p.pachtkonto_id
  where true ${mitStatus(sql, "o.status", filter.status)}`;

export const listVerknuepfteObjekte = (sql: Db, kontaktId: number, filter: VerknuepfteObjekteFilter) => sql<
  VerknuepftesObjekt[]
>`
  select o.id, o.bezeichnung, o.objektart, o.status, o.strasse, o.hausnummer, o.plz, o.ort, o.gemarkung, o.flur,
    o.flurstueck_zaehler, o.flurstueck_nenner, o.flaeche_qm, k.id as pachtkonto_id, k.kontonummer,
    k.bezeichnung as kontobezeichnung, p.rollen
  ${objekte(sql, kontaktId, filter)}
  order by such_norm(o.bezeichnung), o.id
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const countVerknuepfteObjekte = async (
  sql: Db,
  kontaktId: number,
  filter: VerknuepfteObjekteFilter,
): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`select count(*) as total ${objekte(sql, kontaktId, filter)}`;
  return zeile?.total ?? 0;
};
