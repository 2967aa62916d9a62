-- The amounts of domain rules 1 to 10 and 12 once more, day by day and in whole numbers, from nothing but the accounts in
-- orakel_eingabe (one row of JSON). An account is computed as up to three cases: "vorher" is what the first run books
-- while the lease has no end, "endgueltig" what the lease with its end costs up to the second run in the same grid, by
-- which what is booked is corrected, and "danach" the same in the grid that holds from the day after the last booked one.
-- Where two contacts were merged between the runs, "danach" knows the one that is left, the others those of then.

-- Half away from zero.
create function pg_temp.runde(z bigint, n bigint) returns bigint immutable language sql as $$
  select case when z < 0 then -((2 * -z + n) / (2 * n)) else (2 * z + n) / (2 * n) end $$;

-- Remainder that is never negative.
create function pg_temp.rest(z bigint, n bigint) returns bigint immutable language sql as $$
  select ((z % n) + n) % n $$;

create temp table fall as
select f.* from orakel_eingabe, jsonb_to_recordset(daten -> 'faelle') f (fall int, konto int, variante text, beginn date,
  ende date, jahresbeginn text, monate int, voraus boolean, art text, gebuehr_bp bigint, gebuehr_satz bigint,
  buche_bis date);

-- Shares in units of 1/27720, which every sum of weights up to 12 divides; once as they were, once as they are since.
create temp table partei as
select konto, danach, seite, case when danach then coalesce(heute, kontakt) else kontakt end kontakt,
  coalesce(heute, kontakt) heute, zaehler * 27720 / nenner einheiten, steuer, coalesce(von, '1900-01-01') von,
  coalesce(bis, '9999-12-31') bis
from orakel_eingabe, jsonb_to_recordset(daten -> 'parteien') p (konto int, seite text, kontakt bigint, heute bigint,
  zaehler bigint, nenner bigint, steuer text, von date, bis date), (values (false), (true)) d (danach);
create index on partei (konto);
analyze partei;

-- monate 0: einmalig.
create temp table version as
select konto, id, ursprung, betrag, monate, coalesce(von, '1900-01-01') von, coalesce(bis, '9999-12-31') bis, satz,
  anteilig, erhoehbar, weiterleitung
from orakel_eingabe, jsonb_to_recordset(daten -> 'versionen') v (konto int, id bigint, ursprung bigint, betrag bigint,
  monate int, von date, bis date, satz bigint, anteilig boolean, erhoehbar boolean, weiterleitung boolean);

create temp table hebung as
select konto, row_number() over (partition by konto order by wirksam_ab, id) nr, art, wert, basis, neu,
  coalesce(weitergabe, 10000) weitergabe, grenze, coalesce(kette_alt, 1) kette_alt, coalesce(kette_neu, 1) kette_neu,
  wirksam_ab, positionen
from orakel_eingabe, jsonb_to_recordset(daten -> 'hebungen') h (konto int, id bigint, art text, wert bigint,
  basis numeric, neu numeric, weitergabe bigint, grenze bigint, kette_alt numeric, kette_neu numeric, wirksam_ab date,
  positionen jsonb);

-- Rule 5: the first increase of every account, then the second on what the first left.
do $$
declare runde int;
begin
  for runde in 1..(select coalesce(max(nr), 0) from hebung) loop
    create temp table erhoeht on commit drop as
    with betroffen as (
      select v.*, h.art, h.wert, h.wirksam_ab,
        -- Of the full change, in 1/10000 of the old value: what is passed on, and at most the limit.
        (h.basis * h.kette_neu * 100)::bigint alter_stand,
        greatest(least((h.neu * h.kette_alt * 100 - h.basis * h.kette_neu * 100) * h.weitergabe,
          h.grenze * h.basis * h.kette_neu * 100), -h.grenze * h.basis * h.kette_neu * 100)::bigint veraendert, v.betrag * 12 / v.monate jahr,
        sum(v.betrag * 12 / v.monate) over (partition by v.konto)::bigint jahre
      from version v
      join hebung h on h.konto = v.konto and h.nr = runde
      where v.monate > 0 and h.wirksam_ab between v.von and v.bis
        and case when h.positionen is null then v.erhoehbar else h.positionen @> to_jsonb(v.ursprung) end
    ), verteilt as (
      select *, case art when 'betrag' then jahre + wert else wert end neue_summe,
        jahr * (case art when 'betrag' then jahre + wert else wert end) zaehler
      from betroffen
    ), geteilt as (
      -- Base and new sum are positive: the split goes by largest remainder, ties by position.
      select *, (zaehler - pg_temp.rest(zaehler, jahre)) / jahre
        + case when row_number() over (partition by konto order by pg_temp.rest(zaehler, jahre) desc, ursprung)
            <= neue_summe - sum((zaehler - pg_temp.rest(zaehler, jahre)) / jahre) over (partition by konto)
          then 1 else 0 end neues_jahr
      from verteilt
    )
    select konto, id, von, wirksam_ab, case art
        when 'prozent' then pg_temp.runde(betrag * (10000 + wert), 10000)
        when 'index' then pg_temp.runde(betrag * (10000 * alter_stand + veraendert), 10000 * alter_stand)
        else pg_temp.runde(neues_jahr * monate, 12)
      end betrag
    from geteilt;
    insert into version
    select v.konto, -v.id * 10 - runde, v.ursprung, e.betrag, v.monate, e.wirksam_ab, v.bis, v.satz, v.anteilig,
      v.erhoehbar, v.weiterleitung
    from erhoeht e
    join version v using (konto, id, von);
    update version v set bis = e.wirksam_ab - 1
    from erhoeht e
    where v.konto = e.konto and v.id = e.id and v.von = e.von;
    drop table erhoeht;
  end loop;
end $$;
delete from version where bis < von;

-- Rules 1 and 6: uncut periods von..bis from the lease-year start on or before the first day; cut ab..letzter.
create temp table periode as
with anfang as (
  select *, (extract(year from beginn)::int || '-' || jahresbeginn)::date heuer
  from fall
), raster as (
  select f.*, n, (s + make_interval(months => n * monate))::date von,
    (s + make_interval(months => (n + 1) * monate))::date - 1 bis
  from (select *, case when heuer <= beginn then heuer else (heuer - interval '1 year')::date end s from anfang) f,
    generate_series(0, 60 / monate) n
), geschnitten as (
  select *, greatest(von, beginn) ab, least(bis, ende) letzter, coalesce(ende <= bis, false) schluss
  from raster
  where bis >= beginn and greatest(von, beginn) <= coalesce(ende, 'infinity')
), faellig as (
  select *, case when voraus and not schluss then ab else letzter + 1 end faellig_am
  from geschnitten
)
select fall, konto, variante, von, bis, ab, letzter, schluss, monate, art, beginn, n % (12 / monate) + 1 nummer
from faellig
where faellig_am <= buche_bis;

-- Rule 3: what a day weighs of its uncut period, as a whole number over nenner. 377580 is divided by 28, 29, 30, 31.
create temp table tag as
select p.fall, p.konto, p.variante = 'danach' danach, p.ab, p.monate, p.nummer, t.tag::date tag,
  case p.art
    when 'tagesgenau' then 1
    when 'monatsgenau' then 377580 / ((p.von + make_interval(months => m.k + 1))::date
      - (p.von + make_interval(months => m.k))::date)
    else case
      when extract(day from t.tag) = 31 then 0
      when extract(month from t.tag) = 2 and extract(month from t.tag + interval '1 day') = 3
        then 31 - extract(day from t.tag)::int
      else 1
    end
  end::bigint gewicht,
  case p.art when 'tagesgenau' then p.bis - p.von + 1 when 'monatsgenau' then 377580 * p.monate else 30 * p.monate
  end::bigint nenner
from periode p,
  generate_series(p.ab::timestamp, p.letzter, '1 day') t (tag),
  lateral (select ((extract(year from t.tag) - extract(year from p.von)) * 12 + extract(month from t.tag)
    - extract(month from p.von) - case when extract(day from t.tag) < extract(day from p.von) then 1 else 0 end)::int k) m;
analyze tag;

-- Rule 1: the parties and their shares as a text, from each day on which an entry begins or has ended; a stretch of days
-- goes on while the text stays that of the day before.
create temp table stand as
with grenze as (
  select konto, danach, von tag from partei union select konto, danach, bis + 1 from partei
), spanne as (
  select konto, danach, tag von, lead(tag, 1, '9999-12-31') over (partition by konto, danach order by tag) - 1 bis
  from grenze
), je_seite as (
  select s.*, (
      select string_agg(kontakt || ':' || einheiten, ',' order by kontakt)
      from (
        select kontakt, sum(einheiten) einheiten
        from partei p
        where p.konto = s.konto and p.danach = s.danach and p.seite = x.seite and s.von between p.von and p.bis
        group by kontakt
      ) je_kontakt
    ) anteile, x.seite
  from spanne s, (values ('paechter'), ('verpaechter')) x (seite)
), wechsel as (
  select *, anteile is distinct from lag(anteile) over (partition by konto, danach, seite order by von) neu
  from je_seite
)
select distinct konto, danach, von, bis,
  count(*) filter (where neu and seite = 'paechter') over bisher strecke_paechter,
  count(*) filter (where neu) over bisher strecke_beide
from wechsel
window bisher as (partition by konto, danach order by von);
analyze stand;
analyze version;

-- Rule 3: the days of each version of a position on which the parties stay the same, with what they weigh together;
-- where it is not pro-rated, those of the version of its first day.
create temp table tage as
select t.fall, t.ab, v.ursprung, v.anteilig, v.id,
  case when v.anteilig then case when v.weiterleitung then s.strecke_beide else s.strecke_paechter end end strecke,
  min(t.tag) von, max(t.tag) bis, sum(t.gewicht)::bigint gewicht, min(t.nenner) nenner
from tag t
join stand s on s.konto = t.konto and s.danach = t.danach and t.tag between s.von and s.bis
join version v on v.konto = t.konto and t.tag between v.von and v.bis
where v.monate > 0
group by 1, 2, 3, 4, 5, 6;
delete from tage t
using tage frueher
where not t.anteilig and frueher.fall = t.fall and frueher.ab = t.ab and frueher.ursprung = t.ursprung
  and frueher.von < t.von;

-- Rule 2: exact amount of each segment as zaehler / nenner.
create temp table segment as
select t.fall, p.konto, t.ab, t.ursprung, t.von, t.bis, v.satz, v.weiterleitung,
  case when v.anteilig then t.gewicht else 1 end * case
    when p.monate >= v.monate then v.betrag * p.monate / v.monate
    else pg_temp.runde(v.betrag * p.nummer * p.monate, v.monate)
      - pg_temp.runde(v.betrag * (p.nummer - 1) * p.monate, v.monate)
  end zaehler,
  case when v.anteilig then t.nenner else 1 end nenner
from tage t
join periode p on p.fall = t.fall and p.ab = t.ab
join version v on v.konto = p.konto and v.ursprung = t.ursprung and t.von between v.von and v.bis
union all
select p.fall, p.konto, p.ab, v.ursprung, t.tag, t.tag, v.satz, v.weiterleitung, v.betrag, 1
from version v
join periode p on p.konto = v.konto,
  lateral (select case when v.von = '1900-01-01' then p.beginn else v.von end tag) t
where v.monate = 0 and t.tag between p.ab and p.letzter;

-- Rule 4: the total of a position is rounded once; its segments share it by largest remainder, in the direction of the
-- total (of the first segment that is not 0 if the total is).
create temp table betrag as
with summe as (
  select *, sum(zaehler) over g::bigint gesamt,
    (array_agg(zaehler) filter (where zaehler <> 0) over (partition by fall, ab, ursprung order by von
      rows between unbounded preceding and unbounded following))[1] erster
  from segment
  window g as (partition by fall, ab, ursprung)
), gerichtet as (
  select *, case when coalesce(nullif(gesamt, 0), erster, 1) < 0 then -1 else 1 end richtung
  from summe
), abgerundet as (
  select *, pg_temp.rest(zaehler * richtung, nenner) rest,
    (zaehler * richtung - pg_temp.rest(zaehler * richtung, nenner)) / nenner ganz
  from gerichtet
)
select fall, konto, ab, ursprung, von, bis, satz, weiterleitung, richtung * (ganz
  + case when row_number() over (partition by fall, ab, ursprung order by rest desc, von)
      <= pg_temp.runde(gesamt * richtung, nenner) - sum(ganz) over (partition by fall, ab, ursprung)
    then 1 else 0 end) cent
from abgerundet;

-- Rule 8: the cents of a segment by the shares of its first day; rule 10: the lessor's rate, and why there is none.
create temp table zeile as
with anteil as (
  select b.*, p.seite, p.kontakt, p.heute, p.einheiten,
    case when p.seite = 'paechter' or p.steuer = 'regelbesteuert' then b.satz else 0 end satz_partei,
    case
      when b.satz = 0 then '§ 4 Nr. 12 UStG'
      when p.seite = 'paechter' or p.steuer = 'regelbesteuert' then null
      when p.steuer = 'kleinunternehmer' then 'steuerfrei nach § 19 Abs. 1 UStG (Kleinunternehmer)'
      else 'nicht steuerbar'
    end grund,
    case when b.cent < 0 then -1 else 1 end richtung
  from betrag b
  join fall f on f.fall = b.fall,
    lateral (
      select seite, kontakt, min(heute) heute, sum(einheiten)::bigint einheiten, min(steuer) steuer
      from partei
      where konto = b.konto and danach = (f.variante = 'danach') and b.von between von and bis
      group by seite, kontakt
    ) p
  where b.cent <> 0 and (p.seite = 'paechter' or b.weiterleitung)
), abgerundet as (
  select *, abs(cent) * einheiten / 27720 ganz, abs(cent) * einheiten % 27720 rest
  from anteil
)
select *
from (
  select fall, konto, ab, seite, kontakt, heute, ursprung, von, bis, satz_partei satz, grund, richtung * (ganz
    + case when row_number() over (partition by fall, ab, ursprung, von, seite order by rest desc, kontakt)
        <= abs(cent) - sum(ganz) over (partition by fall, ab, ursprung, von, seite)
      then 1 else 0 end)::bigint cent
  from abgerundet
) alle
where cent <> 0;

-- Rules 6 and 7: what each run books. The second takes what the first did not, and where the lease now ends inside or
-- before a booked period, the difference.
create temp table buchzeile as
with gebucht as (
  select p.konto, p.ab, p.letzter, e.ende, coalesce(p.letzter > e.ende, false) reicht_darueber
  from periode p
  join fall e on e.konto = p.konto and e.variante = 'endgueltig'
  where p.variante = 'vorher'
), letzte as (
  select f.konto, greatest(f.beginn, max(r.von)) ab
  from fall f,
    lateral (select ((extract(year from f.beginn)::int - 1 || '-' || f.jahresbeginn)::date
      + make_interval(months => n * f.monate))::date von from generate_series(0, 72 / f.monate) n) r
  where f.variante = 'endgueltig' and r.von <= f.ende
  group by f.konto, f.beginn
), differenz as (
  select g.konto, l.ab, z.seite, z.heute kontakt, z.ursprung, g.ab von, g.letzter bis, z.satz, z.grund,
    sum(case when f.variante = 'vorher' then -z.cent else z.cent end)::bigint cent
  from gebucht g
  join letzte l on l.konto = g.konto
  join fall f on f.konto = g.konto and f.variante <> 'danach'
  join zeile z on z.fall = f.fall and z.ab = g.ab
  where g.reicht_darueber
  group by g.konto, l.ab, z.seite, z.kontakt, z.heute, z.ursprung, g.ab, g.letzter, z.satz, z.grund
)
select z.konto, 1 lauf, false schluss, z.ab, z.seite, z.kontakt, z.ursprung, z.von, z.bis, z.satz, z.grund, z.cent
from zeile z
join fall f on f.fall = z.fall and f.variante = 'vorher'
union all
select z.konto, 2, p.schluss, z.ab, z.seite, z.kontakt, z.ursprung, z.von, z.bis, z.satz, z.grund, z.cent
from zeile z
join periode p on p.fall = z.fall and p.ab = z.ab and p.variante = 'danach'
where not exists (select from gebucht g where g.konto = z.konto and g.letzter >= z.ab)
union all
select konto, 2, true, ab, seite, kontakt, ursprung, von, bis, satz, grund, cent
from differenz
where cent <> 0;

-- Rule 12: the time of a document is that of its own lines; of a settlement, its last period as far as the party is in
-- it, else the days of the party among what is corrected.
analyze fall;
analyze buchzeile;
create temp table leistung as
with eigene as (
  select konto, lauf, schluss, ab, seite, kontakt, min(von) von, max(bis) bis
  from buchzeile
  group by konto, lauf, schluss, ab, seite, kontakt
)
select e.konto, e.lauf, e.schluss, e.ab, e.seite, e.kontakt,
  case when e.schluss then coalesce(i.von, j.von, e.von) else e.von end von,
  case when e.schluss then coalesce(i.bis, j.bis, e.bis) else e.bis end bis
from eigene e
join fall f on f.konto = e.konto and f.variante = 'endgueltig',
  lateral (
    select min(greatest(p.von, e.ab)) von, max(least(p.bis, f.ende)) bis
    from partei p
    where p.konto = e.konto and p.danach and p.seite = e.seite and p.kontakt = e.kontakt and p.von <= f.ende and p.bis >= e.ab
  ) i,
  lateral (
    select min(greatest(p.von, e.von)) von, max(least(p.bis, e.bis)) bis
    from partei p
    where p.konto = e.konto and p.danach and p.seite = e.seite and p.kontakt = e.kontakt and p.von <= e.bis and p.bis >= e.von
  ) j;
analyze leistung;

-- Rules 9 and 10: documents with tax for each rate, the fee on the net of a Gutschrift, and what is paid out.
create temp table beleg as
with satz as (
  select konto, lauf, schluss, ab, seite, kontakt, satz, sum(cent)::bigint netto,
    pg_temp.runde(sum(cent)::bigint * satz, 10000) steuer
  from buchzeile
  group by konto, lauf, schluss, ab, seite, kontakt, satz
), dokument as (
  select konto, lauf, schluss, ab, seite, kontakt, sum(netto)::bigint netto, sum(steuer)::bigint steuer
  from satz
  group by konto, lauf, schluss, ab, seite, kontakt
), gebuehr as (
  select d.*, pg_temp.runde(d.netto * f.gebuehr_bp, 10000) gebuehr,
    pg_temp.runde(pg_temp.runde(d.netto * f.gebuehr_bp, 10000) * f.gebuehr_satz, 10000) gebuehr_steuer
  from dokument d
  join fall f on f.konto = d.konto and f.variante = 'endgueltig'
)
select konto, lauf, ab, case when seite = 'verpaechter' then 'gutschrift' when schluss then 'schlussrechnung'
    else 'rechnung' end belegart, kontakt, netto, steuer,
  case when seite = 'verpaechter' then netto + steuer - gebuehr - gebuehr_steuer end auszahlung, von, bis
from gebuehr
join leistung using (konto, lauf, schluss, ab, seite, kontakt)
union all
select konto, lauf, ab, 'gebuehrenrechnung', kontakt, gebuehr, gebuehr_steuer, null, von, bis
from gebuehr
join leistung using (konto, lauf, schluss, ab, seite, kontakt)
where seite = 'verpaechter' and gebuehr <> 0;
