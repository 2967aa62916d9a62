import { worte } from "../../technik/database/anweisung/suche.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import { leseEinstellungen } from "../einstellungen/lese.ts";
import type { Integrationsstart } from "../versuch/zustand.ts";
import * as q from "./queries.ts";
import type { DokumentFilter, ExtaccountingDocument } from "./schema.ts";

/** Without a search the counts are kept ready; a page beyond the end needs no look at the documents. */
const findeGezaehlte = async (sql: Sql, filter: DokumentFilter, start: Integrationsstart) => {
  const total = await q.countDokumente(sql, filter.state, start);
  const istLeer = (filter.page - 1) * filter.limit >= total;
  return { total, ids: istLeer ? [] : await q.listIds(sql, filter, start) };
};

/** Documents and where they stand outside, the newest first. */
export async function listeDokumente(sql: Sql, filter: DokumentFilter): Promise<Liste<ExtaccountingDocument>> {
  const { integrationsstart } = await leseEinstellungen(sql);
  const { ids, total } =
    worte(filter.search).length > 0
      ? await q.findGesuchte(sql, filter, integrationsstart)
      : await findeGezaehlte(sql, filter, integrationsstart);
  return alsListe([...(await q.listDokumente(sql, ids))], total, filter);
}
