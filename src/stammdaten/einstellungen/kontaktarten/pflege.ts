import { konflikt } from "../../../kern/ablehnung.ts";
import type { Schreibkontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { alsListe, type Liste } from "../../../technik/http/schema.ts";
import * as q from "./queries.ts";
import type { CreateKontaktartBody, Kontaktart, KontaktartFilter } from "./schema.ts";

export const listeKontaktarten = async (sql: Sql, filter: KontaktartFilter): Promise<Liste<Kontaktart>> => {
  const [zeilen, total] = await Promise.all([q.listKontaktarten(sql, filter), q.countKontaktarten(sql, filter)]);
  return alsListe([...zeilen], total, filter);
};

export const legeKontaktartAn = (sql: Sql, kontext: Schreibkontext, body: CreateKontaktartBody): Promise<Kontaktart> =>
  schreibe(sql, kontext, async (tx) => {
    const neu = await q.insertKontaktart(tx, { bezeichnung: body.name, aktiv: true, ...body });
    if (!neu) throw konflikt("existiert_bereits", `Eine Kontaktart mit dem Namen ${body.name} gibt es schon.`);
    await protokolliere(tx, kontext, { aktion: "anlegen", ressource: "kontaktart", ressourceId: neu.id, neu });
    return neu;
  });
