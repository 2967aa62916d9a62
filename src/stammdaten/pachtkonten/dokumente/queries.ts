import { aneinander, worte } from "../../../technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Dokument, DokumentFilter } from "./schema.ts";

const spalten = (sql: Db): Fragment => sql`
  id, version, pachtkonto_id, dateiname, medientyp, groesse, sha256, hochgeladen_von, erstellt_am, geaendert_am`;

const bedingung = (sql: Db, pachtkontoId: number, { search }: DokumentFilter): Fragment => sql`
  pachtkonto_id = ${pachtkontoId} ${aneinander(
    sql,
    worte(search).map((wort) => sql`and such_text(dateiname) like such_muster(${wort})`),
  )}`;

export const listDokumente = (sql: Db, pachtkontoId: number, filter: DokumentFilter) => sql<Dokument[]>`
  select ${spalten(sql)}
  from pachtkonto_dokument
  where ${bedingung(sql, pachtkontoId, filter)}
  order by id desc
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const countDokumente = async (sql: Db, pachtkontoId: number, filter: DokumentFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) as total from pachtkonto_dokument where ${bedingung(sql, pachtkontoId, filter)}`;
  return zeile?.total ?? 0;
};

export const findDokument = async (sql: Db, pachtkontoId: number, id: number): Promise<Dokument | undefined> => {
  const [zeile] = await sql<Dokument[]>`
    select ${spalten(sql)} from pachtkonto_dokument where id = ${id} and pachtkonto_id = ${pachtkontoId}`;
  return zeile;
};

export const findDokumentGesperrt = async (
  sql: Db,
  pachtkontoId: number,
  id: number,
): Promise<Dokument | undefined> => {
  const [zeile] = await sql<Dokument[]>`
    select ${spalten(sql)} from pachtkonto_dokument where id = ${id} and pachtkonto_id = ${pachtkontoId} for update`;
  return zeile;
};

type Werte = Omit<Dokument, "id" | "version" | "erstelltAm" | "geaendertAm">;

export const insertDokument = async (sql: Db, werte: Werte): Promise<Dokument> => {
  const [zeile] = await sql<Dokument[]>`
    insert into pachtkonto_dokument (pachtkonto_id, dateiname, medientyp, groesse, sha256, hochgeladen_von)
    values (${werte.pachtkontoId}, ${werte.dateiname}, ${werte.medientyp}, ${werte.groesse}, ${werte.sha256},
      ${werte.hochgeladenVon})
    returning ${spalten(sql)}`;
  return zeile as Dokument;
};

export const insertStueck = (sql: Db, dokumentId: number, nr: number, inhalt: Uint8Array) => sql`
  insert into pachtkonto_dokument_stueck (dokument_id, nr, inhalt) values (${dokumentId}, ${nr}, ${inhalt})`;

export const findStueck = async (sql: Db, dokumentId: number, nr: number): Promise<Uint8Array | undefined> => {
  const [zeile] = await sql<{ inhalt: Uint8Array }[]>`
    select inhalt from pachtkonto_dokument_stueck where dokument_id = ${dokumentId} and nr = ${nr}`;
  return zeile?.inhalt;
};

/** With their pieces. */
export const deleteDokumenteVon = async (sql: Db, pachtkontoIds: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    delete from pachtkonto_dokument where pachtkonto_id = any (${pachtkontoIds}::bigint[]) returning id`;
  return zeilen.map(({ id }) => id).sort((a, b) => a - b);
};

/** Its pieces go with it. */
export const deleteDokument = (sql: Db, id: number) => sql`delete from pachtkonto_dokument where id = ${id}`;
