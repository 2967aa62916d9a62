import { alsZeilen } from "../../../technik/database/anweisung/massen.ts";
import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Kontaktart, KontaktartFilter } from "./schema.ts";

const spalten = (sql: Db): Fragment => sql`id, version, name, bezeichnung, aktiv, erstellt_am, geaendert_am`;

const bedingung = (sql: Db, { aktiv }: KontaktartFilter): Fragment =>
  aktiv === undefined ? sql`true` : sql`aktiv = ${aktiv === "true"}`;

export const listKontaktarten = (sql: Db, filter: KontaktartFilter) => sql<Kontaktart[]>`
  select ${spalten(sql)}
  from kontaktart
  where ${bedingung(sql, filter)}
  order by such_norm(bezeichnung), id
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const countKontaktarten = async (sql: Db, filter: KontaktartFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) as total from kontaktart where ${bedingung(sql, filter)}`;
  return zeile?.total ?? 0;
};

export const listKontaktartenMitNamen = (sql: Db, namen: readonly string[]) => sql<Kontaktart[]>`
  select ${spalten(sql)} from kontaktart where name = any(${namen}::text[])`;

const geschrieben = ["name", "bezeichnung", "aktiv"] as const;
export type Kontaktartwerte = Pick<Kontaktart, (typeof geschrieben)[number]>;

/**
 * The new ones; their ids are in the order given. One is left out where its name is taken, also by a transaction that
 * commits while this one waits.
 */
export const insertKontaktarten = async (sql: Db, werte: readonly Kontaktartwerte[]): Promise<Kontaktart[]> => {
  const neue = await sql<Kontaktart[]>`
    insert into kontaktart (${sql(geschrieben)})
    select ${sql(geschrieben)}
    from ${alsZeilen(sql, "kontaktart", geschrieben, werte)} n
    order by n.ordinality
    on conflict (name) do nothing
    returning ${spalten(sql)}`;
  return neue.toSorted((a, b) => a.id - b.id);
};
