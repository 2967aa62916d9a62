import { protokolliere } from "../../auditlog/protokolliere.ts";
import type { Sql } from "../../database/pool.ts";
import { schreibe } from "../../database/schreibe.ts";
import { konflikt } from "../../http/problem.ts";
import { alsListe, type Liste } from "../../http/schema.ts";
import type { Kontext } from "../../kontext.ts";
import * as q from "./queries.ts";
import type { CreateKontaktartBody, Kontaktart, KontaktartFilter } from "./schema.ts";

export const listeKontaktarten = async (sql: Sql, filter: KontaktartFilter): Promise<Liste<Kontaktart>> => {
  const [zeilen, total] = await Promise.all([q.listKontaktarten(sql, filter), q.zaehleKontaktarten(sql, filter)]);
  return alsListe([...zeilen], total, filter);
};

export const legeKontaktartAn = (sql: Sql, kontext: Kontext, body: CreateKontaktartBody): Promise<Kontaktart> =>
  schreibe(sql, kontext, async (tx) => {
    const neu = await q.insertKontaktart(tx, { bezeichnung: body.name, aktiv: true, ...body });
    if (!neu) throw konflikt("existiert_bereits", `Eine Kontaktart mit dem Namen ${body.name} gibt es schon.`);
    await protokolliere(tx, kontext, { aktion: "anlegen", ressource: "kontaktart", ressourceId: neu.id, neu });
    return neu;
  });
