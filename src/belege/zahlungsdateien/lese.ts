import { nichtGefunden } from "../../kern/ablehnung.ts";
import type { Db, Sql } from "../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import * as q from "./queries.ts";
import type { Zahlungsdatei, ZahlungsdateiFilter } from "./schema.ts";

/** @throws Ablehnung nichtGefunden */
export async function findeDatei(sql: Db, id: number): Promise<q.Dateizeile> {
  const datei = await q.findZahlungsdatei(sql, id);
  if (!datei) throw nichtGefunden("Eine Zahlungsdatei mit der id", id);
  return datei;
}

/** @throws Ablehnung nichtGefunden */
export async function leseZahlungsdatei(sql: Db, id: number): Promise<Zahlungsdatei> {
  const { groesse: _, ...datei } = await findeDatei(sql, id);
  return datei;
}

export async function listeZahlungsdateien(sql: Sql, filter: ZahlungsdateiFilter): Promise<Liste<Zahlungsdatei>> {
  const [zeilen, total] = await Promise.all([q.listZahlungsdateien(sql, filter), q.countZahlungsdateien(sql, filter)]);
  return alsListe([...zeilen], total, filter);
}
