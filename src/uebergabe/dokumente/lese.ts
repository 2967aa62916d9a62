import { leseBeleg } from "../../belege/archiv/lese.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { erlaubteAktionen } from "../versuch/regeln.ts";
import { findeStaende } from "../versuch/stand.ts";
import * as q from "./queries.ts";
import type { ExtaccountingDocument, ExtaccountingDocumentDetail } from "./schema.ts";

export async function leseDokument(sql: Sql, id: number): Promise<ExtaccountingDocumentDetail> {
  const [{ stand, original }, [zeile], vorschau, versuche] = await Promise.all([
    findeStaende(sql, id),
    q.listDokumente(sql, [id]),
    leseBeleg(sql, id),
    q.listVersuche(sql, id),
  ]);
  return {
    ...(zeile as ExtaccountingDocument),
    version: stand.version,
    mandantId: stand.mandantId,
    externZustand: stand.externZustand,
    code: stand.code,
    phase: stand.phase,
    nichtVor: stand.nichtVor,
    erlaubteAktionen: erlaubteAktionen(stand, original),
    vorschau,
    versuche: [...versuche],
  };
}
