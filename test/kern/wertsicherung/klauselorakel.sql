-- What clauses ask for, in plain SQL from the tables fall, position, reihe and stand: no function of the service.
create temp table vergleich as
with eigen as (
  select distinct on (f.nr) f.nr, b.wert basis, n.wert neu, n.tag, 1::numeric alt, 1::numeric kette
  from fall f
  join reihe r on r.id = f.reihe
  join stand b on b.reihe = r.id and b.monat = f.basis_monat
  join stand n on n.reihe = r.id and n.fassung = b.fassung and n.monat > b.monat and n.monat <= coalesce(r.ende, '9999-12')
  where f.punkte is null or b.basistext = f.punkte_basis
  order by f.nr, n.monat desc, b.fassung desc
), verkettet as (
  select distinct on (f.nr) f.nr, a.wert basis, n.wert neu, n.tag, u.wert alt, v.wert kette
  from fall f
  join reihe r on r.id = f.reihe and f.basis_monat <= r.ende
  join reihe s on s.id = r.nachfolger
  join stand a on a.reihe = r.id and a.monat = f.basis_monat
  join stand u on u.reihe = r.id and u.fassung = a.fassung and u.monat = r.ende
  join stand v on v.reihe = s.id and v.monat = r.ende
  join stand n on n.reihe = s.id and n.fassung = v.fassung and n.monat > r.ende and n.monat <= coalesce(s.ende, '9999-12')
  where f.punkte is null
  order by f.nr, n.monat desc, v.fassung desc, a.fassung desc
)
select * from verkettet
union all
select * from eigen where nr not in (select nr from verkettet);

create temp table jenseits as
select v.*, v.neu * v.alt zaehler, v.basis * v.kette nenner
from vergleich v
join fall f using (nr)
cross join lateral (select v.neu * v.alt - v.basis * v.kette diff, v.basis * v.kette nenner) d
cross join lateral (
  select case when f.punkte is not null then abs(v.neu - v.basis) - f.punkte
    when f.rundung = 'amtlich' then round(abs(d.diff) * 100 / d.nenner, 1) - f.schwelle / 100.0
    else abs(d.diff) * 10000 - f.schwelle * d.nenner end abstand
) a
where d.diff <> 0 and (d.diff > 0 or f.beide) and (a.abstand > 0 or (a.abstand = 0 and f.vergleich = 'erreicht'));

create temp table anpassung as
with roh as (
  select f.nr, greatest(
      case when f.art = 'index' then date_trunc('month', j.tag) + interval '2 months' end,
      case when f.art = 'index' and f.letzte is null then f.beginn + make_interval(months => f.fruehestens)
        when f.art = 'index' then f.letzte + make_interval(months => greatest(f.fruehestens, 1))
        when f.letzte is not null then f.letzte + make_interval(months => f.alle)
        else (select min(f.beginn + make_interval(months => k * f.alle)) from generate_series(1, 2000) k
          where f.beginn + make_interval(months => k * f.alle) > greatest(f.beginn, f.ab)) end,
      greatest(f.beginn, f.ab), f.gebucht + 1)::date wirksam_ab
  from fall f
  left join jenseits j using (nr)
  where f.art = 'prozent' or j.nr is not null
)
select roh.* from roh join fall f using (nr) where roh.wirksam_ab <= coalesce(f.ende, 'infinity');

create temp table ergebnis as
select a.nr, a.wirksam_ab::text tag, array_agg(
    case when f.art = 'prozent' then round(p.betrag * (10000 + f.wert) / 10000.0)
      else round(p.betrag * (j.nenner * 10000 + least(greatest(f.weitergabe * (j.zaehler - j.nenner),
        -coalesce(f.grenze, 10000000) * j.nenner), coalesce(f.grenze, 10000000) * j.nenner)) / (j.nenner * 10000)) end
    order by p.id)::bigint[] betraege
from anpassung a
join fall f using (nr)
join position p using (nr)
left join jenseits j using (nr)
where f.art = 'prozent' or j.nenner * 10000 + least(greatest(f.weitergabe * (j.zaehler - j.nenner),
  -coalesce(f.grenze, 10000000) * j.nenner), coalesce(f.grenze, 10000000) * j.nenner) >= 0
group by a.nr, a.wirksam_ab
