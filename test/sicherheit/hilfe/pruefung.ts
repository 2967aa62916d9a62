import { expect } from "vitest";
import type { Db, Sql } from "../../../src/technik/database/pool.ts";

/**
 * What must hold in the books at any moment, said in SQL that trusts no constraint: no day of an account booked twice,
 * each series from 1 without a gap, due dates and archive of one mind, sums of runs = documents = lines = tax groups,
 * nothing staged but by a live run.
 */
export async function pruefeBuecher(sql: Sql): Promise<void> {
  // Looked at for what is in it: planned for an empty archive, its joins by run compare each period with each other.
  await sql`analyze archiv_beleg, archiv_steuer, archiv_zeile, archivkonto, buchungslauf, faelligkeit, gebuchter_zeitraum`;
  const verletzungen = await listVerletzungen(sql);
  expect(verletzungen.filter(({ anzahl }) => anzahl > 0)).toEqual([]);
}

/** Each rule with how often it is broken. */
export const listVerletzungen = (sql: Db) => sql<{ regel: string; anzahl: number }[]>`
    with gueltig as (
      select g.* from gebuchter_zeitraum g join buchungslauf l on l.id = g.buchungslauf_id where g.storniert_am is null
    ), reihen as (
      select b.belegart, extract(year from b.belegdatum)::integer jahr, count(*) anzahl,
        count(distinct b.belegnummer) verschieden, max(split_part(b.belegnummer, '-', 3)::bigint) hoechste
      from archiv_beleg b
      group by 1, 2
    ), tage as (
      select pachtkonto_id, zeitraum_von, zeitraum_bis,
        lag(zeitraum_bis) over (partition by pachtkonto_id order by zeitraum_von, zeitraum_bis) davor
      from gueltig
    )
    select 'Zeitraum doppelt gebucht' regel, count(*) anzahl from tage where davor >= zeitraum_von
    union all
    select 'Nummern mit Lücke oder doppelt', count(*) from reihen r
      left join nummernkreis n on n.belegart = r.belegart and n.jahr = r.jahr
      where r.hoechste <> r.anzahl or r.verschieden <> r.anzahl or n.naechste is distinct from r.anzahl + 1
    union all
    select 'Nummer gezogen ohne Beleg', count(*) from nummernkreis n
      where n.naechste <> 1 and not exists (select from reihen r where r.belegart = n.belegart and r.jahr = n.jahr)
    union all
    select 'Fälligkeit gebucht ohne Zeitraum', count(*) from faelligkeit f
      where f.status = 'gebucht' and not exists (
        select from gueltig g where g.faelligkeit_id = f.id and g.buchungslauf_id = f.buchungslauf_id)
    union all
    select 'Zeitraum ohne gebuchte Fälligkeit', count(*) from gueltig g
      where not exists (select from faelligkeit f where f.id = g.faelligkeit_id and f.status = 'gebucht'
        and f.buchungslauf_id = g.buchungslauf_id)
    union all
    select 'Beleg ohne gebuchten Zeitraum', count(*) from archiv_beleg b
      where b.faelligkeit_id is not null and not exists (select from gebuchter_zeitraum g
        where g.faelligkeit_id = b.faelligkeit_id and g.buchungslauf_id = b.buchungslauf_id)
    union all
    select 'Beleg eines Laufs, der nicht abgeschlossen ist', count(*) from archiv_beleg b
      join buchungslauf l on l.id = b.buchungslauf_id where l.status not in ('abgeschlossen', 'storniert')
    union all
    select 'Beleg weicht von seinen Zeilen ab', count(*) from archiv_beleg b
      left join (select beleg_id, sum(netto_cent) netto from archiv_zeile group by 1) z on z.beleg_id = b.id
      left join (select beleg_id, sum(netto_cent) netto, sum(steuer_cent) steuer from archiv_steuer group by 1) s
        on s.beleg_id = b.id
      where b.netto_cent is distinct from z.netto or b.netto_cent is distinct from s.netto
        or b.steuer_cent is distinct from s.steuer
    union all
    select 'Konto weicht von seinen Belegen ab', count(*) from archivkonto k
      left join (
        select archivkonto_id, count(*) anzahl,
          sum(brutto_cent) filter (where belegart in ('rechnung', 'schlussrechnung')) paechter,
          sum(brutto_cent) filter (where belegart = 'gutschrift') verpaechter,
          sum(brutto_cent) filter (where belegart = 'gebuehrenrechnung') gebuehr
        from archiv_beleg where storno_von_id is null group by 1
      ) b on b.archivkonto_id = k.id
      where k.anzahl_dokumente <> coalesce(b.anzahl, 0) or k.paechter_brutto_cent <> coalesce(b.paechter, 0)
        or k.verpaechter_brutto_cent <> coalesce(b.verpaechter, 0) or k.gebuehr_brutto_cent <> coalesce(b.gebuehr, 0)
    union all
    select 'Storno hebt seinen Beleg nicht auf', count(*) from archiv_beleg s
      join archiv_beleg b on b.id = s.storno_von_id
      where s.netto_cent <> -b.netto_cent or s.steuer_cent <> -b.steuer_cent or s.brutto_cent <> -b.brutto_cent
        or s.archivkonto_id <> b.archivkonto_id or s.auszahlung_cent is distinct from -b.auszahlung_cent
    union all
    select 'Lauf weicht von seinen Konten ab', count(*) from buchungslauf l
      left join (
        select buchungslauf_id, count(*) konten, sum(anzahl_dokumente) dokumente, sum(paechter_brutto_cent) paechter,
          sum(verpaechter_brutto_cent) verpaechter, sum(gebuehr_brutto_cent) gebuehr
        from archivkonto group by 1
      ) k on k.buchungslauf_id = l.id
      where l.status in ('abgeschlossen', 'storniert') and (l.anzahl_konten <> coalesce(k.konten, 0)
        or l.anzahl_dokumente <> coalesce(k.dokumente, 0) or l.paechter_brutto_cent <> coalesce(k.paechter, 0)
        or l.verpaechter_brutto_cent <> coalesce(k.verpaechter, 0) or l.gebuehr_brutto_cent <> coalesce(k.gebuehr, 0))
    union all
    select 'Gestapeltes eines Laufs, der nicht läuft', count(*) from (
      select buchungslauf_id from stapel_konto union select buchungslauf_id from stapel_faelligkeit
      union select buchungslauf_id from stapel_beleg union select buchungslauf_id from stapel_zeile
      union select buchungslauf_id from stapel_steuer
    ) s join buchungslauf l on l.id = s.buchungslauf_id where l.status <> 'laufend'`;

/** The booked documents without what differs from run to run (ids, times): equal books have equal prints. */
export async function abdruck(sql: Sql): Promise<string> {
  const [zeile] = await sql<{ abdruck: string }[]>`
    select md5(coalesce(string_agg(t.text, ' ' order by t.belegnummer, t.nr), '')) abdruck
    from (
      select b.belegnummer, z.nr, concat_ws('|', b.belegnummer, b.kontonummer, b.belegart, b.kontakt_id, b.netto_cent,
        b.steuer_cent, b.brutto_cent, b.auszahlung_cent, b.zeitraum_von, b.zeitraum_bis, b.faellig_am, b.zahlbar_bis,
        z.nr, z.ursprung_id, z.zeitraum_von, z.zeitraum_bis, z.netto_cent, z.steuersatz_bp, z.herleitung) "text"
      from archiv_beleg b
      join archiv_zeile z on z.beleg_id = b.id
    ) t`;
  return zeile?.abdruck ?? "";
}
