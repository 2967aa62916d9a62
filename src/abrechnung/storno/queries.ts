import type { FaelligkeitArt } from "../../kern/pacht/typen.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import type { Storno, Stornobeleg, StornoSummen } from "./schema.ts";

/** What one run booked for one account and period: the smallest thing that is cancelled. */
export type Vorgang = {
  buchungslaufId: string;
  archivkontoId: number;
  pachtkontoId: number;
  kontonummer: string;
  art: FaelligkeitArt;
  /** null: a final settlement whose last period had been booked before. */
  faelligkeitId: number | null;
  zeitraumVon: string;
  zeitraumBis: string;
  istStorniert: boolean;
};

export const findLaufstatus = async (sql: Db, id: string): Promise<string | undefined> => {
  const [zeile] = await sql<{ status: string }[]>`select status from buchungslauf where id = ${id}`;
  return zeile?.status;
};

export const listKontenDesLaufs = async (sql: Db, laufId: string): Promise<number[]> => {
  const zeilen = await sql<{ pachtkontoId: number }[]>`
    select pachtkonto_id from archivkonto where buchungslauf_id = ${laufId}`;
  return zeilen.map(({ pachtkontoId }) => pachtkontoId);
};

export const listGenannteBelege = (sql: Db, ids: number[]) => sql<
  { id: number; belegnummer: string; pachtkontoId: number; stornoVonId: number | null }[]
>`
  select id, belegnummer, pachtkonto_id, storno_von_id
  from archiv_beleg
  where id = any(${ids})
  order by id`;

/** Everything that these entries of the archive booked, also what is cancelled, by account and period. */
const listVorgaenge = (sql: Db, nur: Fragment) => sql<Vorgang[]>`
  with k as (
    select k.id, k.buchungslauf_id, k.pachtkonto_id, k.kontonummer
    from archivkonto k
    where ${nur}
  )
  select k.buchungslauf_id, k.id archivkonto_id, k.pachtkonto_id, k.kontonummer,
    case when s.archivkonto_id is null then 'regulaer' else 'schlussabrechnung' end art, g.faelligkeit_id,
    g.zeitraum_von, g.zeitraum_bis, g.storniert_am is not null ist_storniert
  from k
  join gebuchter_zeitraum g on g.buchungslauf_id = k.buchungslauf_id and g.pachtkonto_id = k.pachtkonto_id
  left join schlussabrechnung s on s.archivkonto_id = k.id and s.faelligkeit_id = g.faelligkeit_id
  union all
  select k.buchungslauf_id, k.id, k.pachtkonto_id, k.kontonummer, 'schlussabrechnung', null, s.zeitraum_von,
    s.zeitraum_bis, s.storniert_am is not null
  from k
  join schlussabrechnung s on s.archivkonto_id = k.id and s.faelligkeit_id is null
  order by kontonummer, zeitraum_von, archivkonto_id, faelligkeit_id nulls last`;

export const listVorgaengeDesLaufs = (sql: Db, laufId: string, nurKonten: number[] | null = null) =>
  listVorgaenge(
    sql,
    sql`k.buchungslauf_id = ${laufId} ${nurKonten ? sql`and k.pachtkonto_id = any(${nurKonten})` : sql``}`,
  );

export const listVorgaengeDerBelege = async (sql: Db, ids: number[]): Promise<Vorgang[]> => {
  const alle = await listVorgaenge(
    sql,
    sql`k.id in (select b.archivkonto_id from archiv_beleg b where b.id = any(${ids}))`,
  );
  const genannt = await sql<{ archivkontoId: number; faelligkeitId: number | null }[]>`
    select distinct archivkonto_id, faelligkeit_id from archiv_beleg where id = any(${ids})`;
  const schluessel = new Set(genannt.map((b) => `${b.archivkontoId} ${b.faelligkeitId}`));
  return alle.filter((v) => schluessel.has(`${v.archivkontoId} ${v.faelligkeitId}`));
};

/** The cancelled ones among these documents. */
export const listSchonStornierte = async (sql: Db, ids: number[]): Promise<string[]> => {
  const zeilen = await sql<{ belegnummer: string }[]>`
    select b.belegnummer
    from archiv_beleg b
    join archiv_beleg s on s.storno_von_id = b.id
    where b.id = any(${ids})
    order by b.belegnummer
    limit 100`;
  return zeilen.map(({ belegnummer }) => belegnummer);
};

const regulaere = (vorgaenge: readonly Vorgang[]) =>
  vorgaenge.filter((v): v is Vorgang & { faelligkeitId: number } => v.faelligkeitId !== null);

const zeitraeume = (sql: Db, vorgaenge: readonly Vorgang[]): Fragment => {
  const mitZeitraum = regulaere(vorgaenge);
  return sql`unnest(${mitZeitraum.map((v) => v.faelligkeitId)}::bigint[],
    ${mitZeitraum.map((v) => v.buchungslaufId)}::uuid[]) v (faelligkeit_id, buchungslauf_id)`;
};

/** Final settlements that correct one of these periods and are not cancelled with them; at most a hundred documents. */
export const listStehendeSchlussabrechnungen = (sql: Db, vorgaenge: readonly Vorgang[], mitStorniert: number[]) => sql<
  { pachtkontoId: number; kontonummer: string; buchungslaufId: string; belegnummer: string | null }[]
>`
  select distinct s.pachtkonto_id, a.kontonummer, s.buchungslauf_id, b.belegnummer
  from ${zeitraeume(sql, vorgaenge)}
  join schlussabrechnung_korrektur k on k.faelligkeit_id = v.faelligkeit_id and k.buchungslauf_id = v.buchungslauf_id
  join schlussabrechnung s on s.archivkonto_id = k.archivkonto_id and s.storniert_am is null
    and s.archivkonto_id <> all(${mitStorniert}::bigint[])
  join archivkonto a on a.id = s.archivkonto_id
  left join archiv_beleg b on b.archivkonto_id = s.archivkonto_id and b.art = 'schlussabrechnung'
    and b.storno_von_id is null
  order by a.kontonummer, b.belegnummer
  limit 100`;

export const updateSchlussabrechnungen = (tx: Db, archivkontoIds: number[]) => tx`
  update schlussabrechnung
  set storniert_am = now()
  where archivkonto_id = any(${archivkontoIds}) and storniert_am is null`;

export type Kontostand = { id: number; status: string; schlussabrechnung: string | null };

export const listKontostaende = (tx: Db, ids: number[]) => tx<Kontostand[]>`
  select id, status, schlussabrechnung
  from pachtkonto
  where id = any(${ids})
  order by id`;

/** No longer settled: under notice if there was one, else running. */
export const updateWiederOffen = (tx: Db, ids: number[]) => tx`
  update pachtkonto
  set schlussabrechnung = null, status = case when kuendigung_zum is null then 'aktiv' else 'gekuendigt' end
  where id = any(${ids})`;

export const updateZeitraeume = (tx: Db, vorgaenge: readonly Vorgang[]) => tx`
  update gebuchter_zeitraum g
  set storniert_am = now()
  from ${zeitraeume(tx, vorgaenge)}
  where g.faelligkeit_id = v.faelligkeit_id and g.buchungslauf_id = v.buchungslauf_id and g.storniert_am is null`;

/** Open again, each in the grid that it was booked in. */
export const updateFaelligkeitenOffen = (tx: Db, vorgaenge: readonly Vorgang[]) => tx`
  update faelligkeit f
  set status = 'offen', buchungslauf_id = null,
    pachtjahr_beginn = coalesce(f.pachtjahr_beginn, a.konto ->> 'pachtjahrBeginn'),
    zahlungsrhythmus = coalesce(f.zahlungsrhythmus, a.konto ->> 'zahlungsrhythmus')
  from ${zeitraeume(tx, vorgaenge)}
  join archivkonto a on a.buchungslauf_id = v.buchungslauf_id
  where f.id = v.faelligkeit_id and f.status = 'gebucht' and f.buchungslauf_id = v.buchungslauf_id
    and a.pachtkonto_id = f.pachtkonto_id`;

/** Whoever computed with what was booked for these accounts has to compute again. */
export const updateEingabeGeaendert = (tx: Db, pachtkontoIds: number[]) => tx`
  update pachtkonto
  set eingabe_geaendert_am = clock_timestamp()
  where id = any(${pachtkontoIds})`;

/** Marks the runs of which nothing stands any more. Two storni of one run do this one after the other. */
export const markiereLaeufe = async (tx: Db, laufIds: string[]) => {
  await tx`select from buchungslauf where id = any(${laufIds}) order by id for no key update`;
  await tx`
    update buchungslauf l
    set status = 'storniert'
    where l.id = any(${laufIds}) and l.status = 'abgeschlossen'
      and not exists (
        select from gebuchter_zeitraum g where g.buchungslauf_id = l.id and g.storniert_am is null
      )
      and not exists (
        select from schlussabrechnung s where s.buchungslauf_id = l.id and s.storniert_am is null
      )`;
  return tx<{ buchungslaufId: string; status: "abgeschlossen" | "storniert" }[]>`
    select id buchungslauf_id, status from buchungslauf where id = any(${laufIds}) order by begonnen_am, id`;
};

export const sperreStornonummern = async (tx: Db, jahr: number): Promise<void> => {
  await tx`
    insert into nummernkreis (belegart, jahr)
    values ('stornogutschrift', ${jahr}), ('stornorechnung', ${jahr})
    on conflict do nothing`;
  await tx`
    select from nummernkreis
    where jahr = ${jahr} and belegart in ('stornogutschrift', 'stornorechnung')
    order by belegart
    for update`;
};

export type Stornokopf = { ausstellerId: number; belegdatum: string; jahr: number; grund: string };

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
      select b.id, b.buchungslauf_id, b.archivkonto_id, b.pachtkonto_id, b.kontonummer, b.faelligkeit_id, b.art,
        b.zeitraum_von, b.zeitraum_bis, b.faellig_am, b.zahlbar_bis, b.kontakt_id, b.empfaenger, b.netto_cent,
        b.steuer_cent, b.brutto_cent, b.gebuehr_beleg_id, b.auszahlung_cent, b.suchtext,
        case b.belegart when 'gutschrift' then 'stornogutschrift' else 'stornorechnung' end belegart
      from unnest(${vorgaenge.map((v) => v.archivkontoId)}::bigint[],
        ${vorgaenge.map((v) => v.faelligkeitId ?? 0)}::bigint[]) v (archivkonto_id, faelligkeit_id)
      join archiv_beleg b on b.archivkonto_id = v.archivkonto_id and coalesce(b.faelligkeit_id, 0) = v.faelligkeit_id
        and b.storno_von_id is null
      order by b.id
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
      faelligkeit_id, art, belegart, belegnummer, belegdatum, zeitraum_von, zeitraum_bis, faellig_am, zahlbar_bis,
      kontakt_id, empfaenger, netto_cent, steuer_cent, brutto_cent, gebuehr_beleg_id, auszahlung_cent, storno_von_id,
      storno_grund, suchtext)
    select o.storno_id, o.buchungslauf_id, o.archivkonto_id, ${ausstellerId}::bigint, o.pachtkonto_id, o.kontonummer,
      o.faelligkeit_id, o.art, o.belegart, o.belegnummer, ${belegdatum}::date, o.zeitraum_von, o.zeitraum_bis,
      o.faellig_am, o.zahlbar_bis, o.kontakt_id, o.empfaenger, -o.netto_cent, -o.steuer_cent, -o.brutto_cent,
      g.storno_id, -o.auszahlung_cent, o.id, ${grund},
      lower(o.belegnummer) || substr(o.suchtext, strpos(o.suchtext, ' '))
    from benannt o
    left join nummeriert g on g.id = o.gebuehr_beleg_id
    order by o.storno_id`;
  return count;
};

/** The Storno documents of these bookings. */
const stornobelege = (sql: Db, vorgaenge: readonly Vorgang[]): Fragment => sql`
  unnest(${vorgaenge.map((v) => v.archivkontoId)}::bigint[], ${vorgaenge.map((v) => v.faelligkeitId ?? 0)}::bigint[])
    v (archivkonto_id, faelligkeit_id)
  join archiv_beleg s on s.archivkonto_id = v.archivkonto_id and coalesce(s.faelligkeit_id, 0) = v.faelligkeit_id
    and s.storno_von_id is not null`;

export const insertStornozeilen = (tx: Db, vorgaenge: readonly Vorgang[]) => tx`
  insert into archiv_zeile (beleg_id, nr, ursprung_id, position_id, positionsart_id, bezeichnung, zeitraum_von,
    zeitraum_bis, netto_cent, steuersatz_bp, steuerbefreiung_grund, weiterleitung, herleitung)
  select s.id, z.nr, z.ursprung_id, z.position_id, z.positionsart_id, z.bezeichnung, z.zeitraum_von, z.zeitraum_bis,
    -z.netto_cent, z.steuersatz_bp, z.steuerbefreiung_grund, z.weiterleitung, z.herleitung
  from ${stornobelege(tx, vorgaenge)}
  join archiv_zeile z on z.beleg_id = s.storno_von_id
  order by s.id, z.nr`;

export const insertStornosteuer = (tx: Db, vorgaenge: readonly Vorgang[]) => tx`
  insert into archiv_steuer (beleg_id, nr, steuersatz_bp, steuerbefreiung_grund, netto_cent, steuer_cent)
  select s.id, t.nr, t.steuersatz_bp, t.steuerbefreiung_grund, -t.netto_cent, -t.steuer_cent
  from ${stornobelege(tx, vorgaenge)}
  join archiv_steuer t on t.beleg_id = s.storno_von_id
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
    from ${stornobelege(tx, vorgaenge)}
    join archiv_beleg o on o.id = s.storno_von_id`;
  return zeile as StornoSummen;
};

export const listStornobelege = (tx: Db, vorgaenge: readonly Vorgang[], hoechstens: number) => tx<Stornobeleg[]>`
  select s.id, s.belegnummer, s.belegart, s.storno_von_id, o.belegnummer storno_von_belegnummer,
    o.belegart storno_von_belegart, o.buchungslauf_id storno_von_buchungslauf_id, s.pachtkonto_id, s.kontonummer,
    s.zeitraum_von, s.zeitraum_bis, s.kontakt_id, s.empfaenger ->> 'anzeigename' kontakt, s.netto_cent, s.steuer_cent,
    s.brutto_cent, s.auszahlung_cent
  from ${stornobelege(tx, vorgaenge)}
  join archiv_beleg o on o.id = s.storno_von_id
  order by s.id
  limit ${hoechstens}`;

/** Storno documents that do not take away exactly what their original gave, line by line and in its tax groups. */
export const listUnausgeglichene = async (tx: Db, vorgaenge: readonly Vorgang[]): Promise<string[]> => {
  const zeilen = await tx<{ belegnummer: string }[]>`
    with paar as materialized (
      select s.id, s.storno_von_id, s.belegnummer
      from ${stornobelege(tx, vorgaenge)}
    )
    select p.belegnummer
    from paar p
    join archiv_beleg s on s.id = p.id
    join archiv_beleg o on o.id = p.storno_von_id
    where (s.netto_cent, s.steuer_cent, s.brutto_cent, s.auszahlung_cent)
        is distinct from (-o.netto_cent, -o.steuer_cent, -o.brutto_cent, -o.auszahlung_cent)
      or exists (
        select
        from (select nr, netto_cent, steuersatz_bp from archiv_zeile where beleg_id = p.id) a
        full join (select nr, netto_cent, steuersatz_bp from archiv_zeile where beleg_id = p.storno_von_id) b using (nr)
        where (a.netto_cent, a.steuersatz_bp) is distinct from (-b.netto_cent, b.steuersatz_bp))
      or exists (
        select
        from (select nr, netto_cent, steuer_cent, steuersatz_bp from archiv_steuer where beleg_id = p.id) a
        full join (select nr, netto_cent, steuer_cent, steuersatz_bp from archiv_steuer
          where beleg_id = p.storno_von_id) b using (nr)
        where (a.netto_cent, a.steuer_cent, a.steuersatz_bp)
          is distinct from (-b.netto_cent, -b.steuer_cent, b.steuersatz_bp))
    limit 10`;
  return zeilen.map(({ belegnummer }) => belegnummer);
};

/** Which of these an accounting system holds, or may hold: the hand-over keeps its states beside the archive. */
export const listUebergebene = (sql: Db, belegIds: number[]) => sql<Storno["extern"]>`
  select d.beleg_id archiv_id, b.belegnummer
  from extaccounting_dokument d
  join archiv_beleg b on b.id = d.beleg_id
  where d.beleg_id = any(${belegIds})
    and (d.zustand = 'uncertain' or (d.extern_nummer is not null and d.zustand <> 'cancelled'))
  order by d.beleg_id`;
