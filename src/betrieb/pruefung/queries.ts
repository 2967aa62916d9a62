import type { Db, Fragment } from "../../technik/database/pool.ts";

/** What does not hold, the first ten by name, out of how many that were looked at. */
export type Zaehlung = { geprueft: number; falsch: number; stellen: string[] };

const gezaehlt = async (sql: Db, zeilen: Fragment): Promise<Zaehlung> => {
  const [zeile] = await sql<Zaehlung[]>`
    with zeile as materialized (${zeilen})
    select count(*) as geprueft, count(*) filter (where not passt) as falsch,
      array(select name from zeile where not passt order by name limit 10) as stellen
    from zeile`;
  return zeile as Zaehlung;
};

const passt = (sql: Db) => sql`encode(sha256(p.inhalt), 'hex') = p.sha256`;

export const zaehleBriefe = (sql: Db) =>
  gezaehlt(
    sql,
    sql`select b.belegnummer as name, ${passt(sql)} as passt
      from archiv_pdf p join archiv_beleg b on b.id = p.beleg_id where p.status = 'erstellt'`,
  );

export const zaehleXrechnungen = (sql: Db) =>
  gezaehlt(
    sql,
    sql`select b.belegnummer as name, ${passt(sql)} as passt
      from archiv_xrechnung p join archiv_beleg b on b.id = p.beleg_id`,
  );

export const zaehleHebungsbriefe = (sql: Db) =>
  gezaehlt(sql, sql`select 'Hebung ' || p.hebung_id as name, ${passt(sql)} as passt from hebung_brief p`);

export const zaehleLogos = (sql: Db) =>
  gezaehlt(
    sql,
    sql`select 'Archiv ' || p.sha256 as name, ${passt(sql)} as passt from archiv_logo p
      union all
      select 'heute', ${passt(sql)} from logo p`,
  );

/** The company as documents were issued by: kept by the hash of its data and logo. */
export const zaehleAussteller = (sql: Db) =>
  gezaehlt(
    sql,
    sql`select 'Aussteller ' || id as name,
        sha256 = encode(sha256(convert_to(daten::text || coalesce(logo_sha256, ''), 'UTF8')), 'hex') as passt
      from archiv_aussteller`,
  );

/**
 * A payment file pays what its documents come to. One without a hash was loaded before files were kept: nobody knows which
 * documents it paid, so that all count as paid by it that it may have paid, and they come to something else.
 */
export const zaehleZahlungssummen = (sql: Db) =>
  gezaehlt(
    sql,
    sql`select z.dateiname as name, (z.anzahl, z.summe_cent) = (count(b.*), coalesce(sum(b.betrag_cent), 0)) as passt
      from zahlungsdatei z left join zahlungsdatei_beleg b on b.zahlungsdatei_id = z.id
      where z.sha256 is not null
      group by z.id`,
  );

/** A run says what its documents come to; its Storno documents came later. */
export const zaehleLaufsummen = (sql: Db) =>
  gezaehlt(
    sql,
    sql`select 'Lauf ' || l.id as name, (l.anzahl_dokumente, l.paechter_netto_cent, l.paechter_steuer_cent,
          l.paechter_brutto_cent, l.verpaechter_brutto_cent, l.gebuehr_brutto_cent, l.auszahlung_cent)
        = (count(b.id),
          coalesce(sum(b.netto_cent) filter (where b.belegart in ('rechnung', 'schlussrechnung')), 0),
          coalesce(sum(b.steuer_cent) filter (where b.belegart in ('rechnung', 'schlussrechnung')), 0),
          coalesce(sum(b.brutto_cent) filter (where b.belegart in ('rechnung', 'schlussrechnung')), 0),
          coalesce(sum(b.brutto_cent) filter (where b.belegart = 'gutschrift'), 0),
          coalesce(sum(b.brutto_cent) filter (where b.belegart = 'gebuehrenrechnung'), 0),
          coalesce(sum(b.auszahlung_cent), 0)) as passt
      from buchungslauf l
      left join archiv_beleg b on b.buchungslauf_id = l.id and b.storno_von_id is null
      where l.status in ('abgeschlossen', 'storniert')
      group by l.id`,
  );

/** A day of an account is booked once, unless cancelled. */
export const zaehleZeitraeume = (sql: Db) =>
  gezaehlt(
    sql,
    sql`select k.kontonummer || ' ab ' || to_char(g.zeitraum_von, 'DD.MM.YYYY') as name,
        g.zeitraum_von > coalesce(lag(g.zeitraum_bis) over (partition by k.id order by g.zeitraum_von), '-infinity')
          as passt
      from gebuchter_zeitraum g join pachtkonto k on k.id = g.pachtkonto_id
      where g.storniert_am is null`,
  );

/** A Storno takes away what its original gave, as a whole and in each tax group. */
export const zaehleStornos = (sql: Db) =>
  gezaehlt(
    sql,
    sql`select s.belegnummer as name,
        (s.netto_cent, s.steuer_cent, s.brutto_cent, coalesce(s.auszahlung_cent, 0))
          = (-o.netto_cent, -o.steuer_cent, -o.brutto_cent, -coalesce(o.auszahlung_cent, 0))
        and not exists (
          select from archiv_steuer t where t.beleg_id in (s.id, o.id)
          group by t.nr having count(*) <> 2 or sum(t.netto_cent) <> 0 or sum(t.steuer_cent) <> 0)
        and not exists (
          select from archiv_zeile z where z.beleg_id in (s.id, o.id)
          group by z.nr having count(*) <> 2 or sum(z.netto_cent) <> 0) as passt
      from archiv_beleg s join archiv_beleg o on o.id = s.storno_von_id`,
  );

/** The documents with their place in the series that their kind and day put them in. */
const beleg = (sql: Db): Fragment => sql`
  select belegart, extract(year from belegdatum)::integer as jahr, belegnummer,
    case when belegnummer ~ '^[A-Z]{2}-[0-9]{4}-[0-9]{6,15}$' then split_part(belegnummer, '-', 3)::bigint end as nr
  from archiv_beleg`;

/** What is wrong with the series, in words: numbers of another series, given twice, left out, or still to be given. */
export const listNummernfehler = (sql: Db) => sql<{ fehler: string }[]>`
  with beleg as materialized (${beleg(sql)}), davor as (
    select belegart, jahr, nr, lag(nr, 1, 0::bigint) over (partition by belegart, jahr order by nr) as vorige from beleg
  ), reihe as (
    select coalesce(b.belegart, n.belegart) as belegart, coalesce(b.jahr, n.jahr) as jahr, b.hoechste, n.naechste
    from (select belegart, jahr, max(nr) as hoechste from beleg group by belegart, jahr) b
    full join nummernkreis n on n.belegart = b.belegart and n.jahr = b.jahr
  )
  select belegnummer || ' gehört nicht in die Reihe ' || belegart || ' ' || jahr as fehler
  from beleg where belegnummer is distinct from belegnummer(belegart, jahr, nr)
  union all
  select belegnummer || ' gibt es ' || count(*) || '-mal' from beleg group by belegnummer having count(*) > 1
  union all
  select belegnummer(belegart, jahr, vorige + 1) || ' fehlt'
    || case when nr - vorige > 2 then ', auch die bis ' || belegnummer(belegart, jahr, nr - 1) else '' end
  from davor where nr - vorige > 1
  union all
  select case
      when naechste is null then 'Die Reihe ' || belegart || ' ' || jahr || ' hat keinen Zähler'
      when naechste <= coalesce(hoechste, 0) then belegnummer(belegart, jahr, naechste)
        || ' würde noch einmal vergeben: vergeben ist schon ' || belegnummer(belegart, jahr, hoechste)
      else 'Am Ende der Reihe fehlen ' || belegnummer(belegart, jahr, coalesce(hoechste, 0) + 1)
        || ' bis ' || belegnummer(belegart, jahr, naechste - 1) end
  from reihe where naechste is distinct from coalesce(hoechste, 0) + 1
  order by fehler`;

export const countReihen = async (sql: Db): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`select count(*) as anzahl from nummernkreis`;
  return zeile?.anzahl ?? 0;
};

/** Triggers that should be there, table and name, and are not, or are switched off. */
export const listFehlendeTrigger = (sql: Db, tabellen: string[], namen: string[]) => sql<{ stelle: string }[]>`
  select t.tabelle || '.' || t.name as stelle
  from unnest(${tabellen}::text[], ${namen}::text[]) t (tabelle, name)
  where not exists (
    select from pg_trigger g
    where g.tgrelid = to_regclass(t.tabelle) and g.tgname = t.name and g.tgenabled in ('O', 'A'))
  order by stelle`;

/** A file in its pieces; one that has none comes once without. */
export type Stueck = { datei: string; sha256: string; groesse: number; inhalt: Uint8Array | null };

/** Pieces at a time: each is a megabyte at most. */
const jeStapel = 8;

export const listZahlungsdateistuecke = (sql: Db): AsyncIterable<Stueck[]> =>
  sql<Stueck[]>`
    select z.dateiname as datei, z.sha256, z.groesse, s.inhalt
    from zahlungsdatei z left join zahlungsdatei_stueck s on s.zahlungsdatei_id = z.id
    where z.sha256 is not null
    order by z.id, s.nr`.cursor(jeStapel);

export const listUploadstuecke = (sql: Db): AsyncIterable<Stueck[]> =>
  sql<Stueck[]>`
    select 'Dokument ' || d.id as datei, d.sha256, d.groesse, s.inhalt
    from pachtkonto_dokument d left join pachtkonto_dokument_stueck s on s.dokument_id = d.id
    order by d.id, s.nr`.cursor(jeStapel);

export const listSammeldateistuecke = (sql: Db): AsyncIterable<Stueck[]> =>
  sql<Stueck[]>`
    select 'Sammeldatei ' || t.datei_id || ', Teil ' || t.nr as datei, t.sha256, t.groesse, s.inhalt
    from sammeldatei_teil t left join sammeldatei_stueck s on s.datei_id = t.datei_id and s.teil = t.nr
    order by t.datei_id, t.nr, s.nr`.cursor(jeStapel);
