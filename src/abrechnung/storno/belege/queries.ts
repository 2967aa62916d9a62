import { nachgeschlagen } from "../../../technik/database/anweisung/massen.ts";
import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Storno, Stornobeleg, StornoSummen } from "../schema.ts";
import type { Vorgang } from "../vorgang.ts";

/**
 * The documents that these bookings made, as `o`. That they are no Storno is hidden from the index of
 * `storno_von_id`: it would give all documents of the archive that are none.
 */
const originale = (sql: Db, vorgaenge: readonly Vorgang[]): Fragment => sql`
  unnest(${vorgaenge.map((v) => v.archivkontoId)}::bigint[], ${vorgaenge.map((v) => v.faelligkeitId ?? 0)}::bigint[])
    v (archivkonto_id, faelligkeit_id)
  ${nachgeschlagen(
    sql,
    sql`
      select *
      from archiv_beleg
      where archivkonto_id = v.archivkonto_id and coalesce(faelligkeit_id, 0) = v.faelligkeit_id
        and coalesce(storno_von_id, 0) = 0`,
  )} o`;

/** The same, and what cancels each of them, as `s`. */
const stornopaare = (sql: Db, vorgaenge: readonly Vorgang[]): Fragment => sql`
  ${originale(sql, vorgaenge)} ${nachgeschlagen(sql, sql`select * from archiv_beleg where storno_von_id = o.id`)} s`;

export const insertNummernkreise = (tx: Db, jahr: number) => tx`
  insert into nummernkreis (belegart, jahr)
  values ('stornogutschrift', ${jahr}), ('stornorechnung', ${jahr})
  on conflict do nothing`;

export const sperreNummernkreise = (tx: Db, jahr: number) => tx`
  select
  from nummernkreis
  where jahr = ${jahr} and belegart in ('stornogutschrift', 'stornorechnung')
  order by belegart
  for update`;

type Stornokopf = { ausstellerId: number; belegdatum: string; jahr: number; grund: string };

/**
 * The counter documents: recipient, days and account of the original, its cents with changed signs, and numbers from
 * the locked series. A Storno of a Gutschrift names the Storno of the fee document that it was netted against.
 *
 * @returns how many
 */
export const insertStornobelege = async (
  tx: Db,
  vorgaenge: readonly Vorgang[],
  { ausstellerId, belegdatum, jahr, grund }: Stornokopf,
): Promise<number> => {
  const { count } = await tx`
    with original as (
      select o.id, o.buchungslauf_id, o.archivkonto_id, o.pachtkonto_id, o.kontonummer, o.faelligkeit_id, o.art,
        o.zeitraum_von, o.zeitraum_bis, o.leistung_von, o.leistung_bis, o.faellig_am, o.zahlbar_bis, o.kontakt_id,
        o.empfaenger, o.netto_cent, o.steuer_cent, o.brutto_cent, o.gebuehr_beleg_id, o.auszahlung_cent, o.suchtext,
        case o.belegart when 'gutschrift' then 'stornogutschrift' else 'stornorechnung' end belegart
      from ${originale(tx, vorgaenge)}
      order by o.id
    ), nummeriert as (
      select nextval('archiv_beleg_id_seq') storno_id, o.id, n.naechste - 1 + o.nr nummer
      from (select id, belegart, row_number() over (partition by belegart order by id) nr from original) o
      join nummernkreis n on n.belegart = o.belegart and n.jahr = ${jahr}
      order by o.id
    ), gezaehlt as (
      update nummernkreis n
      set naechste = n.naechste + o.anzahl
      from (select belegart, count(*) anzahl from original group by belegart) o
      where n.belegart = o.belegart and n.jahr = ${jahr}
    ), benannt as (
      select storno_id, o.*, belegnummer(o.belegart, ${jahr}::integer, nummer) belegnummer
      from nummeriert
      join original o using (id)
    )
    insert into archiv_beleg (id, buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer,
      faelligkeit_id, art, belegart, belegnummer, belegdatum, zeitraum_von, zeitraum_bis, leistung_von,
      leistung_bis, faellig_am, zahlbar_bis, kontakt_id, empfaenger, netto_cent, steuer_cent, brutto_cent,
      gebuehr_beleg_id, auszahlung_cent, storno_von_id, storno_grund, suchtext)
    select o.storno_id, o.buchungslauf_id, o.archivkonto_id, ${ausstellerId}::bigint, o.pachtkonto_id, o.kontonummer,
      o.faelligkeit_id, o.art, o.belegart, o.belegnummer, ${belegdatum}::date, o.zeitraum_von, o.zeitraum_bis,
      o.leistung_von, o.leistung_bis, o.faellig_am, o.zahlbar_bis, o.kontakt_id, o.empfaenger, -o.netto_cent,
      -o.steuer_cent, -o.brutto_cent, g.storno_id, -o.auszahlung_cent, o.id, ${grund},
      lower(o.belegnummer) || substr(o.suchtext, strpos(o.suchtext, ' '))
    from benannt o
    left join nummeriert g on g.id = o.gebuehr_beleg_id
    order by o.storno_id`;
  return count;
};

export const insertStornozeilen = (tx: Db, vorgaenge: readonly Vorgang[]) => tx`
  insert into archiv_zeile (beleg_id, nr, ursprung_id, position_id, positionsart_id, bezeichnung, zeitraum_von,
    zeitraum_bis, netto_cent, steuersatz_bp, steuerbefreiung_grund, weiterleitung, herleitung)
  select s.id, z.nr, z.ursprung_id, z.position_id, z.positionsart_id, z.bezeichnung, z.zeitraum_von, z.zeitraum_bis,
    -z.netto_cent, z.steuersatz_bp, z.steuerbefreiung_grund, z.weiterleitung, z.herleitung
  from ${stornopaare(tx, vorgaenge)}
  ${nachgeschlagen(tx, tx`select * from archiv_zeile where beleg_id = o.id`)} z
  order by s.id, z.nr`;

export const insertStornosteuer = (tx: Db, vorgaenge: readonly Vorgang[]) => tx`
  insert into archiv_steuer (beleg_id, nr, steuersatz_bp, steuerbefreiung_grund, netto_cent, steuer_cent)
  select s.id, t.nr, t.steuersatz_bp, t.steuerbefreiung_grund, -t.netto_cent, -t.steuer_cent
  from ${stornopaare(tx, vorgaenge)}
  ${nachgeschlagen(tx, tx`select * from archiv_steuer where beleg_id = o.id`)} t
  order by s.id, t.nr`;

export const findStornosummen = async (tx: Db, vorgaenge: readonly Vorgang[]): Promise<StornoSummen> => {
  const [zeile] = await tx<StornoSummen[]>`
    select coalesce(sum(s.netto_cent) filter (where o.belegart in ('rechnung', 'schlussrechnung')), 0)
        paechter_netto_cent,
      coalesce(sum(s.steuer_cent) filter (where o.belegart in ('rechnung', 'schlussrechnung')), 0)
        paechter_steuer_cent,
      coalesce(sum(s.brutto_cent) filter (where o.belegart in ('rechnung', 'schlussrechnung')), 0)
        paechter_brutto_cent,
      coalesce(sum(s.brutto_cent) filter (where o.belegart = 'gutschrift'), 0) verpaechter_brutto_cent,
      coalesce(sum(s.brutto_cent) filter (where o.belegart = 'gebuehrenrechnung'), 0) gebuehr_brutto_cent,
      coalesce(sum(s.auszahlung_cent), 0) auszahlung_cent
    from ${stornopaare(tx, vorgaenge)}`;
  return zeile as StornoSummen;
};

export const listStornobelege = (tx: Db, vorgaenge: readonly Vorgang[], hoechstens: number) => tx<Stornobeleg[]>`
  select s.id, s.belegnummer, s.belegart, s.storno_von_id, o.belegnummer storno_von_belegnummer,
    o.belegart storno_von_belegart, o.buchungslauf_id storno_von_buchungslauf_id, s.pachtkonto_id, s.kontonummer,
    s.zeitraum_von, s.zeitraum_bis, s.kontakt_id, s.empfaenger ->> 'anzeigename' kontakt, s.netto_cent, s.steuer_cent,
    s.brutto_cent, s.auszahlung_cent
  from ${stornopaare(tx, vorgaenge)}
  order by s.id
  limit ${hoechstens}`;

/** How many documents of each run are cancelled. */
export const zaehleJeLauf = async (tx: Db, vorgaenge: readonly Vorgang[]): Promise<Map<string, number>> => {
  const zeilen = await tx<{ buchungslaufId: string; anzahl: number }[]>`
    select o.buchungslauf_id, count(*) anzahl
    from ${originale(tx, vorgaenge)}
    group by o.buchungslauf_id`;
  return new Map(zeilen.map(({ buchungslaufId, anzahl }) => [buchungslaufId, anzahl]));
};

/** Originals that an accounting system holds, or may hold: the hand-over keeps its states beside the archive. */
export const listUebergebene = (tx: Db, vorgaenge: readonly Vorgang[], hoechstens: number) => tx<Storno["extern"]>`
  select o.id archiv_id, o.belegnummer
  from ${originale(tx, vorgaenge)}
  ${nachgeschlagen(tx, tx`select zustand, extern_nummer from extaccounting_dokument where beleg_id = o.id`)} d
  where d.zustand = 'uncertain' or (d.extern_nummer is not null and d.zustand <> 'cancelled')
  order by o.id
  limit ${hoechstens}`;

/** Originals that a payment file holds that may be at the bank: who writes such files keeps the rows. */
export const listInZahlungsdateien = (tx: Db, vorgaenge: readonly Vorgang[], hoechstens: number) => tx<
  Storno["zahlungsdateien"]
>`
  select o.id archiv_id, o.belegnummer, z.zahlungsdatei_id, d.nachrichten_id, z.betrag_cent
  from ${originale(tx, vorgaenge)}
  ${nachgeschlagen(tx, tx`select * from zahlungsdatei_beleg where beleg_id = o.id and not verworfen`)} z
  join zahlungsdatei d on d.id = z.zahlungsdatei_id
  order by o.id
  limit ${hoechstens}`;

/** Storno documents that do not take away exactly what their original gave, line by line and in its tax groups. */
export const listUnausgeglichene = async (tx: Db, vorgaenge: readonly Vorgang[]): Promise<string[]> => {
  const zeilen = await tx<{ belegnummer: string }[]>`
    with paar as materialized (
      select s.belegnummer, s.id storno_id, o.id original_id,
        (s.netto_cent, s.steuer_cent, s.brutto_cent, s.auszahlung_cent)
          is distinct from (-o.netto_cent, -o.steuer_cent, -o.brutto_cent, -o.auszahlung_cent) ist_falsch
      from ${stornopaare(tx, vorgaenge)}
    ), seite as materialized (
      select belegnummer, storno_id beleg_id from paar
      union all
      select belegnummer, original_id from paar
    )
    select belegnummer from paar where ist_falsch
    union
    select s.belegnummer
    from seite s
    ${nachgeschlagen(tx, tx`select * from archiv_zeile where beleg_id = s.beleg_id`)} z
    group by s.belegnummer, z.nr
    having count(*) <> 2 or sum(z.netto_cent) <> 0 or min(z.steuersatz_bp) <> max(z.steuersatz_bp)
    union
    select s.belegnummer
    from seite s
    ${nachgeschlagen(tx, tx`select * from archiv_steuer where beleg_id = s.beleg_id`)} t
    group by s.belegnummer, t.nr
    having count(*) <> 2 or sum(t.netto_cent) <> 0 or sum(t.steuer_cent) <> 0
      or min(t.steuersatz_bp) <> max(t.steuersatz_bp)
    order by belegnummer
    limit 10`;
  return zeilen.map(({ belegnummer }) => belegnummer);
};
