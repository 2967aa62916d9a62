import type { Db } from "../../../technik/database/pool.ts";
import * as q from "./queries.ts";

/** All keys by which a file names these contacts. */
export async function leseKontaktschluessel(sql: Db, kontaktIds: readonly number[]): Promise<string[]> {
  return [...(await q.listImportschluessel(sql, kontaktIds)), ...(await q.listExportschluessel(sql, kontaktIds))];
}

/** What imports have of contacts. A file that names one without a key of his is not among it: nobody knows whom it means. */
export async function leseHerkunft(sql: Db, kontaktIds: readonly number[]) {
  const schluessel = await q.listImportschluessel(sql, kontaktIds);
  const alle = [...schluessel, ...(await q.listExportschluessel(sql, kontaktIds))];
  return {
    schluessel,
    staende: [...(await q.listKontaktstaende(sql, kontaktIds))],
    zeilen: [...(await q.listKontaktzeilen(sql, alle))],
  };
}
