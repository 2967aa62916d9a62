import { leseAufbewahrung } from "../../stammdaten/einstellungen/aufbewahrung/pflege.ts";
import { leseKontakt } from "../../stammdaten/kontakte/pflege.ts";
import type { Db } from "../../technik/database/pool.ts";
import { type Bestand, bildeLoeschung } from "./lage.ts";
import * as q from "./queries.ts";
import type { Loeschung } from "./schema.ts";

/** @param ids of the contact and of those that were merged into him */
export const leseBestand = async (sql: Db, kontaktId: number, ids: readonly number[]): Promise<Bestand> => ({
  kontaktId,
  konten: await q.listKontolagen(sql, ids),
  belegjahre: await q.listBelegjahre(sql, ids),
  zahlungsdateien: await q.listZahlungsdateien(sql, ids),
  nebenher: await q.zaehleNebenher(sql, ids),
  eintraege: (await q.listEintraege(sql, ids)).length,
});

/** What an erasure would do today. */
export const leseLoeschung = async (sql: Db, kontaktId: number, heute: string): Promise<Loeschung> => {
  await leseKontakt(sql, kontaktId);
  const { offeneJahre } = await leseAufbewahrung(sql);
  return bildeLoeschung(await leseBestand(sql, kontaktId, await q.listIds(sql, kontaktId)), offeneJahre, heute);
};
