import { konflikt } from "../../../kern/ablehnung.ts";
import type { Schreibkontext } from "../../../kern/kontext.ts";
import { protokolliereAlle, type Urheber } from "../../../technik/auditlog/protokolliere.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { alsListe, type Liste } from "../../../technik/http/schema.ts";
import * as q from "./queries.ts";
import type { CreateKontaktartBody, Kontaktart, KontaktartFilter } from "./schema.ts";

export { type Kontaktartwerte, listKontaktartenMitNamen } from "./queries.ts";

export async function listeKontaktarten(sql: Sql, filter: KontaktartFilter): Promise<Liste<Kontaktart>> {
  const [zeilen, total] = await Promise.all([q.listKontaktarten(sql, filter), q.countKontaktarten(sql, filter)]);
  return alsListe([...zeilen], total, filter);
}

export function alsKontaktart(body: CreateKontaktartBody): q.Kontaktartwerte {
  return {
    bezeichnung: body.name,
    aktiv: true,
    ...body,
  };
}

/** @throws Ablehnung konflikt `existiert_bereits` */
export async function legeKontaktartenAn(
  tx: Tx,
  urheber: Urheber,
  werte: readonly q.Kontaktartwerte[],
): Promise<Kontaktart[]> {
  const neue = await q.insertKontaktarten(tx, werte);
  const vergeben = werte.find(({ name }) => !neue.some((neu) => neu.name === name));
  if (vergeben) throw konflikt("existiert_bereits", `Eine Kontaktart mit dem Namen ${vergeben.name} gibt es schon.`);
  await protokolliereAlle(
    tx,
    urheber,
    neue.map((neu) => ({ aktion: "anlegen", ressource: "kontaktart", ressourceId: neu.id, neu })),
  );
  return neue;
}

export function legeKontaktartAn(sql: Sql, kontext: Schreibkontext, body: CreateKontaktartBody): Promise<Kontaktart> {
  return schreibe(sql, kontext, async (tx) => {
    const [neu] = await legeKontaktartenAn(tx, kontext, [alsKontaktart(body)]);
    return neu as Kontaktart;
  });
}
