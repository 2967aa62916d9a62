import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Blatt } from "../../format/blattnamen.ts";
import { schluesselanfang } from "../../format/schluessel.ts";

/** The key by which the row `z` of a file names a contact; null on sheets that name none. */
export const kontaktschluessel = (sql: Db): Fragment => sql`
  case z.blatt when 'Kontakte' then z.werte ->> 'importSchluessel' when 'Beteiligte' then z.werte ->> 'kontaktId' end`;

/** Those that these contacts came by. */
export const listImportschluessel = async (sql: Db, kontaktIds: readonly number[]): Promise<string[]> => {
  const zeilen = await sql<{ schluessel: string }[]>`
    select schluessel
    from importschluessel
    where art = 'kontakt' and datensatz_id = any(${kontaktIds}::bigint[])
    order by schluessel`;
  return zeilen.map(({ schluessel }) => schluessel);
};

/** Those that an export makes of their ids, where they came by none. */
export const listExportschluessel = async (sql: Db, kontaktIds: readonly number[]): Promise<string[]> => {
  const zeilen = await sql<{ schluessel: string }[]>`
    select concat_ws('-', ${schluesselanfang.kontakt}::text, id, kennung) as schluessel
    from unnest(${kontaktIds}::bigint[]) id, installation`;
  return zeilen.map(({ schluessel }) => schluessel);
};

/** What the last import left of them, and what its file had said where that came out otherwise. */
export const listKontaktstaende = (sql: Db, kontaktIds: readonly number[]) => sql<
  { werte: object; abweichend: object }[]
>`
  select werte, abweichend
  from importstand
  where art = 'kontakt' and datensatz_id = any(${kontaktIds}::bigint[])
  order by datensatz_id`;

/** Rows of files that are still here. */
export const listKontaktzeilen = (sql: Db, schluessel: readonly string[]) => sql<
  { hochgeladenAm: string; blatt: Blatt; werte: object }[]
>`
  select i.angelegt_am as hochgeladen_am, z.blatt, z.werte
  from importlauf_zeile z
  join importlauf i on i.id = z.importlauf_id
  where ${kontaktschluessel(sql)} = any(${schluessel}::text[])
  order by i.id, z.blatt, z.zeile`;
