import { leseAufbewahrung } from "../../stammdaten/einstellungen/aufbewahrung/pflege.ts";
import { type Gewesener, leseAuchGeloeschten } from "../../stammdaten/kontakte/pflege.ts";
import type { Db } from "../../technik/database/pool.ts";
import { type Bestand, bildeLoeschung } from "./lage.ts";
import * as q from "./queries.ts";
import type { Loeschung } from "./schema.ts";

/** @param ids of the contact and of those that were merged into him */
export const leseBestand = async (
  sql: Db,
  { kontakt, istDa }: Gewesener,
  ids: readonly number[],
): Promise<Bestand> => ({
  kontaktId: kontakt.id,
  istDa,
  konten: await q.listKontolagen(sql, ids),
  nennungen: await q.listNennungen(sql, ids),
  belegjahre: await q.listBelegjahre(sql, ids),
  zahlungsdateien: await q.listZahlungsdateien(sql, ids),
  nebenher: await q.zaehleNebenher(sql, ids),
  eintraege: await q.listEintraege(sql, ids),
});

/** What there is about a contact, also one that was deleted, and what an erasure would do with it today. */
export const leseLage = async (
  sql: Db,
  kontaktId: number,
  heute: string,
): Promise<{ bestand: Bestand; loeschung: Loeschung }> => {
  const gewesener = await leseAuchGeloeschten(sql, kontaktId);
  const { offeneJahre } = await leseAufbewahrung(sql);
  const bestand = await leseBestand(sql, gewesener, await q.listIds(sql, kontaktId));
  return { bestand, loeschung: bildeLoeschung(bestand, offeneJahre, heute) };
};

export const leseLoeschung = async (sql: Db, kontaktId: number, heute: string): Promise<Loeschung> =>
  (await leseLage(sql, kontaktId, heute)).loeschung;

/** The entries that the group `protokollKonten` counts. */
export const leseKontoeintraege = async (sql: Db, { konten, nennungen }: Bestand): Promise<number[]> => {
  const eintraege = await q.listEintraegeVonKonten(
    sql,
    konten.map(({ id }) => id),
  );
  return [...eintraege, ...nennungen.map(({ id }) => id)];
};
