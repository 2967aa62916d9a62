import type { Db } from "../../technik/database/pool.ts";
import type { Befund } from "../format/blaetter.ts";
import type { Blatt } from "../format/blattnamen.ts";

/** A row as it was read, with all that was found of it. */
export type Befundzeile = {
  zeile: number;
  werte: Record<string, unknown>;
  befunde: Pick<Befund, "spalte" | "schwere" | "text">[];
};

/** Those from `von` to `bis`, by number. */
export const listBefundzeilen = (
  sql: Db,
  importId: number,
  blatt: Blatt,
  { von, bis }: { von: number; bis: number },
) => sql<Befundzeile[]>`
  select z.zeile, z.werte, coalesce((
      select jsonb_agg(jsonb_build_object('spalte', b.spalte, 'schwere', b.schwere, 'text', b.text) order by b.id)
      from importlauf_befund b
      where b.importlauf_id = z.importlauf_id and b.blatt = z.blatt and b.zeile = z.zeile
    ), '[]') befunde
  from importlauf_zeile z
  where z.importlauf_id = ${importId} and z.blatt = ${blatt} and z.zeile between ${von} and ${bis}
  order by z.zeile`;

/** Cells of a sheet that are joined, as "B2:B5". */
export const listVerbundene = async (sql: Db, importId: number, blatt: Blatt): Promise<string[]> => {
  const zeilen = await sql<{ wert: string }[]>`
    select wert
    from importlauf_befund
    where importlauf_id = ${importId} and blatt = ${blatt} and code = 'zellen_verbunden'`;
  return zeilen.map(({ wert }) => wert);
};

/** Findings that no row stands for: of the file, a sheet, its head. */
export const listBefundeOhneZeile = (sql: Db, importId: number) => sql<Befund[]>`
  select b.blatt, b.zeile, b.spalte, b.schwere, b.code, b.text, b.wert
  from importlauf_befund b
  where b.importlauf_id = ${importId} and not exists (
    select from importlauf_zeile z
    where z.importlauf_id = b.importlauf_id and z.blatt = b.blatt and z.zeile = b.zeile)
  order by b.blatt_nr, b.zeile nulls first, b.id`;
