import { expect } from "vitest";
import type { Loeschung } from "../../../src/bestand/loeschung/schema.ts";
import { pruefeAuditlog } from "../../../src/technik/auditlog/siegel/pruefung.ts";
import { versiegele } from "../../../src/technik/auditlog/siegel/siegel.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { administrator, dienst, verwalter } from "../../hilfe/mitDienst.ts";

/** Each column of each table, the queue's as well, in which one of the words stands. */
export async function fundstellen(gesuchte: readonly string[]): Promise<string[]> {
  const spalten = await dienst.owner<{ schema: string; tabelle: string; spalte: string; istBytea: boolean }[]>`
    select table_schema as schema, table_name as tabelle, column_name as spalte, data_type = 'bytea' as ist_bytea
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'jobs') and table_type = 'BASE TABLE'
      and data_type in ('text', 'json', 'jsonb', 'bytea', 'ARRAY', 'character varying')
    order by 1, 2, 3`;
  const muster = gesuchte.map((wort) => `%${wort}%`);
  const stellen = [];
  for (const { schema, tabelle, spalte, istBytea } of spalten) {
    const text = istBytea ? `encode("${spalte}", 'escape')` : `"${spalte}"::text`;
    const treffer = await dienst.owner.unsafe(
      `select from ${schema}.${tabelle} where ${text} ilike any ($1::text[]) limit 1`,
      [muster],
    );
    if (treffer.length > 0) stellen.push(`${tabelle}.${spalte}`);
  }
  return stellen;
}

export function lage(id: number) {
  return verwalter().get<Loeschung>(`/kontakte/${id}/loeschung`);
}
export function loesche(id: number) {
  return administrator().post<Loeschung & { code?: string }>(`/kontakte/${id}/loeschung`, { grund: "Art. 17 DSGVO" });
}
export function gruppe({ gruppen }: Loeschung, name: string) {
  return gruppen.find((eine) => eine.gruppe === name);
}

/** The seal holds over all entries, and as many values are erased. */
export async function erwarteSiegel(stand: { geloescht: number }): Promise<void> {
  const worker: Sql = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 1 });
  try {
    await expect
      .poll(() => versiegele(worker).then(() => pruefeAuditlog(worker)), { timeout: 20_000 })
      .toMatchObject({ offen: 0, bruch: null, ...stand });
  } finally {
    await worker.end();
  }
}
