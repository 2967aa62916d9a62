import { aneinander } from "../../../../technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../../../technik/database/pool.ts";
import type { Summen } from "../../../eingabe/summen.ts";

/** What the archive says the run comes to. */
export const findArchivSummen = async (tx: Db, laufId: string): Promise<Summen> => {
  const [zeile] = await tx<Summen[]>`
    select count(*) anzahl_dokumente,
      coalesce(sum(netto_cent) filter (where belegart in ('rechnung', 'schlussrechnung')), 0) paechter_netto_cent,
      coalesce(sum(steuer_cent) filter (where belegart in ('rechnung', 'schlussrechnung')), 0) paechter_steuer_cent,
      coalesce(sum(brutto_cent) filter (where belegart in ('rechnung', 'schlussrechnung')), 0) paechter_brutto_cent,
      coalesce(sum(brutto_cent) filter (where belegart = 'gutschrift'), 0) verpaechter_brutto_cent,
      coalesce(sum(brutto_cent) filter (where belegart = 'gebuehrenrechnung'), 0) gebuehr_brutto_cent,
      coalesce(sum(auszahlung_cent), 0) auszahlung_cent
    from archiv_beleg
    where buchungslauf_id = ${laufId}`;
  return zeile as Summen;
};

/** One run, or with null all of them. */
const imLauf = (sql: Db, laufId: string | null): Fragment =>
  laufId === null ? sql`true` : sql`buchungslauf_id = ${laufId}`;

/**
 * What holds among the archived rows of a run, each rule with the rows that break it. `b` are the documents of
 * the run (no Storno: those came later), `z` their lines summed up by tax group, `s` their tax groups.
 */
const verletzungen: Record<string, (sql: Db, laufId: string | null) => Fragment> = {
  // What is passed on is what was billed.
  weiterleitung: (sql) => sql`
    select coalesce('Fälligkeit ' || b.faelligkeit_id, 'Schlussabrechnung ' || b.archivkonto_id) stelle
    from b
    join z on z.beleg_id = b.id
    group by b.archivkonto_id, b.faelligkeit_id
    having coalesce(sum(z.weiter_cent) filter (where b.belegart in ('rechnung', 'schlussrechnung')), 0)
      <> coalesce(sum(z.netto_cent) filter (where b.belegart = 'gutschrift'), 0)`,
  // A tax group is the sum of its lines, and its tax follows from it.
  steuergruppe: (sql) => sql`
    select 'Beleg ' || coalesce(z.beleg_id, s.beleg_id) stelle
    from z
    full join s on s.beleg_id = z.beleg_id and s.steuersatz_bp = z.steuersatz_bp
      and coalesce(s.steuerbefreiung_grund, '') = coalesce(z.steuerbefreiung_grund, '')
    where s.netto_cent is distinct from z.netto_cent
      or s.steuer_cent is distinct from round(z.netto_cent * z.steuersatz_bp / 10000.0)`,
  // A document is the sum of its tax groups.
  belegsumme: (sql) => sql`
    select b.belegnummer stelle
    from b
    left join (select beleg_id, sum(netto_cent) netto_cent, sum(steuer_cent) steuer_cent from s group by beleg_id) t
      on t.beleg_id = b.id
    where t.netto_cent is distinct from b.netto_cent or t.steuer_cent is distinct from b.steuer_cent`,
  auszahlung: (sql) => sql`
    select b.belegnummer stelle
    from b
    left join b g on g.id = b.gebuehr_beleg_id
    where b.belegart = 'gutschrift' and b.auszahlung_cent is distinct from b.brutto_cent - coalesce(g.brutto_cent, 0)`,
  // An account is the sum of its documents.
  kontosumme: (sql, laufId) => sql`
    select 'Konto ' || k.kontonummer stelle
    from archivkonto k
    left join (
      select archivkonto_id, count(*) anzahl,
        coalesce(sum(brutto_cent) filter (where belegart in ('rechnung', 'schlussrechnung')), 0) paechter,
        coalesce(sum(brutto_cent) filter (where belegart = 'gutschrift'), 0) verpaechter,
        coalesce(sum(brutto_cent) filter (where belegart = 'gebuehrenrechnung'), 0) gebuehr
      from b
      group by archivkonto_id
    ) t on t.archivkonto_id = k.id
    where ${imLauf(sql, laufId)} and (coalesce(t.anzahl, 0), coalesce(t.paechter, 0),
      coalesce(t.verpaechter, 0), coalesce(t.gebuehr, 0)) is distinct from (k.anzahl_dokumente,
      k.paechter_brutto_cent, k.verpaechter_brutto_cent, k.gebuehr_brutto_cent)`,
};

/** Near the rows of a run, whose documents have ids of one stretch; what else lies there has been booked beside it. */
const inDerNaehe = (sql: Db, laufId: string | null, spalte: string): Fragment =>
  laufId === null ? sql`true` : sql`${sql(spalte)} between (select min(id) from b) and (select max(id) from b)`;

/** The first ten places where a run does not add up. */
export const listVerletzungen = (tx: Db, laufId: string | null) => tx<{ regel: string; stelle: string }[]>`
  with b as materialized (
    select id, archivkonto_id, faelligkeit_id, belegart, belegnummer, netto_cent, steuer_cent, brutto_cent,
      gebuehr_beleg_id, auszahlung_cent
    from archiv_beleg
    where ${imLauf(tx, laufId)} and storno_von_id is null
  ), z as materialized (
    select z.beleg_id, z.steuersatz_bp, z.steuerbefreiung_grund, sum(z.netto_cent) netto_cent,
      sum(z.netto_cent) filter (where z.weiterleitung) weiter_cent
    from archiv_zeile z
    join b on b.id = z.beleg_id
    where ${inDerNaehe(tx, laufId, "z.beleg_id")}
    group by z.beleg_id, z.steuersatz_bp, z.steuerbefreiung_grund
  ), s as materialized (
    select s.beleg_id, s.steuersatz_bp, s.steuerbefreiung_grund, s.netto_cent, s.steuer_cent
    from archiv_steuer s
    join b on b.id = s.beleg_id
    where ${inDerNaehe(tx, laufId, "s.beleg_id")}
  )
  ${aneinander(
    tx,
    Object.entries(verletzungen).map(
      ([regel, stellen], i) =>
        tx`${i > 0 ? tx`union all` : tx``} select ${regel}::text regel, stelle from (${stellen(tx, laufId)}) t`,
    ),
  )}
  limit 10`;
