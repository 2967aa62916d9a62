import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Kontaktart, KontaktartFilter } from "./schema.ts";

const spalten = (sql: Db): Fragment => sql`id, version, name, bezeichnung, aktiv, erstellt_am, geaendert_am`;

const bedingung = (sql: Db, { aktiv }: KontaktartFilter): Fragment =>
  aktiv === undefined ? sql`true` : sql`aktiv = ${aktiv === "true"}`;

export const listKontaktarten = (sql: Db, filter: KontaktartFilter) => sql<Kontaktart[]>`
  select ${spalten(sql)}
  from kontaktart
  where ${bedingung(sql, filter)}
  order by lower(bezeichnung), id
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const countKontaktarten = async (sql: Db, filter: KontaktartFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) as total from kontaktart where ${bedingung(sql, filter)}`;
  return zeile?.total ?? 0;
};

/** undefined where the name is taken, also by a transaction that commits while this one waits. */
export const insertKontaktart = async (
  sql: Db,
  { name, bezeichnung, aktiv }: Pick<Kontaktart, "name" | "bezeichnung" | "aktiv">,
): Promise<Kontaktart | undefined> => {
  const [zeile] = await sql<Kontaktart[]>`
    insert into kontaktart (name, bezeichnung, aktiv)
    values (${name}, ${bezeichnung}, ${aktiv})
    on conflict (name) do nothing
    returning ${spalten(sql)}`;
  return zeile;
};
