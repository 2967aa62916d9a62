import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Aufbewahrung } from "./schema.ts";

export type AufbewahrungFassung = Aufbewahrung & { version: number };

const spalten = (sql: Db): Fragment => sql`version, offene_jahre, geaendert_am`;

export const findAufbewahrung = async (sql: Db): Promise<AufbewahrungFassung> => {
  const [zeile] = await sql<AufbewahrungFassung[]>`select ${spalten(sql)} from aufbewahrung where id = 1`;
  return zeile as AufbewahrungFassung;
};

export const findAufbewahrungGesperrt = async (sql: Db): Promise<AufbewahrungFassung> => {
  const [zeile] = await sql<AufbewahrungFassung[]>`select ${spalten(sql)} from aufbewahrung where id = 1 for update`;
  return zeile as AufbewahrungFassung;
};

export const updateAufbewahrung = async (sql: Db, offeneJahre: readonly number[]): Promise<AufbewahrungFassung> => {
  const [zeile] = await sql<AufbewahrungFassung[]>`
    update aufbewahrung
    set offene_jahre = ${offeneJahre}::integer[]
    where id = 1
    returning ${spalten(sql)}`;
  return zeile as AufbewahrungFassung;
};
