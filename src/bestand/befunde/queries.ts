import type { Db } from "../../technik/database/pool.ts";
import type { Befund } from "../format/blaetter.ts";
import type { Blatt } from "../format/blattnamen.ts";

/** A row as it was read, with all that was found of it. */
export type Befundzeile = { zeile: number; werte: Record<string, unknown>; befunde: Befund[] };

/** By number, those after `nach`. */
export const listBefundzeilen = (
  sql: Db,
  importId: number,
  blatt: Blatt,
  { nach, limit }: { nach: number; limit: number },
) => sql<Befundzeile[]>`
  select z.zeile, z.werte, coalesce((
      select jsonb_agg(jsonb_build_object('spalte', b.spalte, 'schwere', b.schwere, 'text', b.text, 'wert', b.wert)
        order by b.id)
      from importlauf_befund b
      where b.importlauf_id = z.importlauf_id and b.blatt = z.blatt and b.zeile = z.zeile
    ), '[]') befunde
  from importlauf_zeile z
  where z.importlauf_id = ${importId} and z.blatt = ${blatt} and z.zeile > ${nach}
  order by z.zeile
  limit ${limit}`;

/** Which fields the rows of a sheet have, read or not; all rows have the same. */
export const listFelder = async (sql: Db, importId: number, blatt: Blatt): Promise<string[]> => {
  const zeilen = await sql<{ feld: string }[]>`
    select distinct feld
    from (select werte from importlauf_zeile where importlauf_id = ${importId} and blatt = ${blatt} limit 1000) z,
      jsonb_object_keys(z.werte) feld`;
  return zeilen.map(({ feld }) => feld);
};

export const listBefundspalten = async (sql: Db, importId: number, blatt: Blatt): Promise<string[]> => {
  const zeilen = await sql<{ spalte: string }[]>`
    select distinct spalte
    from importlauf_befund
    where importlauf_id = ${importId} and blatt = ${blatt} and spalte is not null`;
  return zeilen.map(({ spalte }) => spalte);
};

/** Sheets that rows were read of. */
export const listBlaetter = async (sql: Db, importId: number): Promise<Blatt[]> => {
  const zeilen = await sql<{ blatt: Blatt }[]>`
    select distinct blatt from importlauf_zeile where importlauf_id = ${importId}`;
  return zeilen.map(({ blatt }) => blatt);
};

/** Findings that no row stands for: of the file, a sheet, its head. */
export const listBefundeOhneZeile = (sql: Db, importId: number) => sql<Befund[]>`
  select b.blatt, b.zeile, b.spalte, b.schwere, b.code, b.text, b.wert
  from importlauf_befund b
  where b.importlauf_id = ${importId} and not exists (
    select from importlauf_zeile z
    where z.importlauf_id = b.importlauf_id and z.blatt = b.blatt and z.zeile = b.zeile)
  order by b.blatt_nr, b.zeile nulls first, b.id`;
