import { zaehleSammeldateien } from "../../belege/sammeldateien/vergiss.ts";
import { leseAufbewahrung } from "../../stammdaten/einstellungen/aufbewahrung/pflege.ts";
import { listAufgegangene } from "../../stammdaten/kontakte/leere.ts";
import { type Gewesener, leseAuchGeloeschten } from "../../stammdaten/kontakte/pflege.ts";
import type { Db } from "../../technik/database/pool.ts";
import { type Bestand, bildeLoeschung } from "./lage.ts";
import * as q from "./queries.ts";
import type { Freitext, Loeschung } from "./schema.ts";
import { alsGanze, inSchreibweisen, leseWoerter, type Woerter } from "./woerter.ts";

/** What names him on the leases that he is or was party of. */
const leseFreitexte = async (sql: Db, pachtkontoIds: readonly number[], seine: Woerter): Promise<Freitext[]> => {
  const woerter = inSchreibweisen(seine);
  const nennt = alsGanze(woerter);
  const zeilen = await q.listFreitexteMit(sql, pachtkontoIds, woerter);
  return zeilen.filter(({ text }) => nennt.test(text)).map(({ text: _, ...freitext }) => freitext);
};

/**
 * @param ids of the contact and of those that were merged into him
 * @param woerter what they all are and were called
 */
export async function leseBestand(
  sql: Db,
  { kontakt, istDa }: Gewesener,
  ids: readonly number[],
  woerter: Woerter,
): Promise<Bestand> {
  const [konten, nennungen] = [await q.listKontolagen(sql, ids), await q.listNennungen(sql, ids)];
  const pachtkontoIds = [...konten.map(({ id }) => id), ...nennungen.map(({ pachtkontoId }) => pachtkontoId)];
  return {
    kontaktId: kontakt.id,
    istDa,
    konten,
    nennungen,
    belegjahre: await q.listBelegjahre(sql, ids),
    zahlungsdateien: await q.listZahlungsdateien(sql, ids),
    nebenher: { ...(await q.zaehleNebenher(sql, ids)), sammeldateien: await zaehleSammeldateien(sql, ids) },
    eintraege: await q.listEintraege(sql, ids),
    freitexte: await leseFreitexte(sql, pachtkontoIds, woerter),
  };
}

/** What there is about a contact, also one that was deleted, and what an erasure would do with it today. */
export async function leseLage(
  sql: Db,
  kontaktId: number,
  heute: string,
): Promise<{ bestand: Bestand; loeschung: Loeschung }> {
  const gewesener = await leseAuchGeloeschten(sql, kontaktId);
  const { offeneJahre } = await leseAufbewahrung(sql);
  const kontakte = [gewesener.kontakt, ...(await listAufgegangene(sql, kontaktId))];
  const ids = kontakte.map(({ id }) => id);
  const bestand = await leseBestand(sql, gewesener, ids, await leseWoerter(sql, kontakte));
  return { bestand, loeschung: bildeLoeschung(bestand, offeneJahre, heute) };
}

export async function leseLoeschung(sql: Db, kontaktId: number, heute: string): Promise<Loeschung> {
  return (await leseLage(sql, kontaktId, heute)).loeschung;
}

/** The entries that the group `protokollKonten` counts. */
export async function leseKontoeintraege(sql: Db, { konten, nennungen }: Bestand): Promise<number[]> {
  const eintraege = await q.listEintraegeVonKonten(
    sql,
    konten.map(({ id }) => id),
  );
  return [...eintraege, ...nennungen.map(({ id }) => id)];
}
