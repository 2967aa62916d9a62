import type { Sql } from "../../technik/database/pool.ts";
import { worte } from "../../technik/database/suche.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import { leseEinstellungen } from "../einstellungen/lese.ts";
import * as q from "./queries.ts";
import type { DokumentFilter, ExtaccountingDocument } from "./schema.ts";

/** Without a search the counts are kept ready; a page beyond the end needs no look at the documents. */
export const listeDokumente = async (sql: Sql, filter: DokumentFilter): Promise<Liste<ExtaccountingDocument>> => {
  const { integrationsstart } = await leseEinstellungen(sql);
  const gesucht = worte(filter.search).length > 0;
  const total = gesucht
    ? await q.countGesuchte(sql, filter, integrationsstart)
    : await q.countDokumente(sql, filter.state, integrationsstart);
  const leer = (filter.page - 1) * filter.limit >= total;
  const ids = leer
    ? []
    : gesucht
      ? await q.listGesuchte(sql, filter, integrationsstart)
      : await q.listIds(sql, filter, integrationsstart);
  return alsListe([...(await q.listDokumente(sql, ids))], total, filter);
};
