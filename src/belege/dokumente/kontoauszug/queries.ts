import type { AusstellerSchnappschuss } from "../../../kern/pacht/schnappschuss.ts";
import type { Db } from "../../../technik/database/pool.ts";
import type { AuszugBeleg, AuszugSummen } from "../../briefe/daten.ts";

type Auszugskopf = {
  kontonummer: string;
  datum: string;
  belegdatum: string;
  aussteller: AusstellerSchnappschuss | null;
  logoSha256: string | null;
};

/**
 * The company is that of the run's first document. A run without one keeps no copy of it: then it is that of the last
 * document before, else the first that was ever kept. Both stay what they are, whatever is archived later.
 */
export const findAuszugskopf = async (sql: Db, archivkontoId: number): Promise<Auszugskopf | undefined> => {
  // In the order of the archive's index, whose id is an expression.
  const [zeile] = await sql<Auszugskopf[]>`
    select k.kontonummer, l.datum, l.belegdatum, a.daten aussteller, a.logo_sha256
    from archivkonto k
    join buchungslauf l on l.id = k.buchungslauf_id
    left join archiv_aussteller a on a.id = coalesce(
      (
        select b.aussteller_id from archiv_beleg b where b.buchungslauf_id = l.id order by b.belegnummer limit 1
      ), (
        select b.aussteller_id
        from archiv_beleg b
        where b.belegdatum <= l.belegdatum and b.erstellt_am < l.begonnen_am
        order by b.belegdatum desc, b.id + 0 desc
        limit 1
      ), (
        select min(id) from archiv_aussteller
      ))
    where k.id = ${archivkontoId}`;
  return zeile;
};

/**
 * What the account's documents with smaller numbers come to. They are unchangeable, and what cancels one later has a
 * greater number, so that the sum stays what it is. Where the run has none of this account, those from before the run.
 */
export const findVortrag = async (sql: Db, archivkontoId: number): Promise<AuszugSummen> => {
  const [zeile] = await sql<AuszugSummen[]>`
    select coalesce(sum(b.brutto_cent) filter (where o.belegart in ('rechnung', 'schlussrechnung')), 0) rechnungen_cent,
      coalesce(sum(b.brutto_cent) filter (where o.belegart = 'gutschrift'), 0) verpaechter_cent,
      coalesce(sum(b.brutto_cent) filter (where o.belegart = 'gebuehrenrechnung'), 0) gebuehren_cent,
      coalesce(sum(b.auszahlung_cent), 0) auszahlung_cent
    from archivkonto k
    join buchungslauf l on l.id = k.buchungslauf_id
    cross join lateral (
      select min(e.id) erster from archiv_beleg e where e.archivkonto_id = k.id
    ) e
    join archiv_beleg b on b.pachtkonto_id = k.pachtkonto_id
    join archiv_beleg o on o.id = coalesce(b.storno_von_id, b.id)
    where k.id = ${archivkontoId} and coalesce(b.id < e.erster, b.erstellt_am < l.begonnen_am)`;
  return zeile as AuszugSummen;
};

export const listAuszugBelege = (sql: Db, archivkontoId: number) => sql<AuszugBeleg[]>`
  select belegart, belegnummer, empfaenger ->> 'anzeigename' kontakt, leistung_von, leistung_bis, zahlbar_bis,
    netto_cent, steuer_cent, brutto_cent, auszahlung_cent
  from archiv_beleg
  where archivkonto_id = ${archivkontoId} and storno_von_id is null
  order by zeitraum_von, id`;
