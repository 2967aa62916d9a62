-- What the deadlines of an account follow from, as text: accounts with the same text have the same deadlines on the same
-- day, so that these are computed once for all of them. They themselves move with the day and are stored nowhere. null: an
-- account that has none on any day. What makes no difference is left out or made alike: how long a lease is, but for three
-- and for thirty years; forms other than by mouth; an area within half a hectare, and above 5 ha. `beginn` is the first day
-- of a lease without an end, which matters as long as it is to come.
create view pachtkonto_fristbild as
select k.id,
  case when k.status = 'aktiv' or (k.status = 'gekuendigt' and a.offen) then jsonb_strip_nulls(jsonb_build_object(
    'status', k.status, 'vertragsart', k.vertragsart, 'pachtende', k.pachtende, 'pachtjahrBeginn', k.pachtjahr_beginn,
    'pachtbeginn', case
      when k.vertragsform = 'muendlich' or k.pachtende >= k.pachtbeginn + interval '30 years' then
        case when k.pachtende is not null then k.pachtbeginn end
      when k.pachtende >= k.pachtbeginn + interval '3 years' - interval '1 day' then
        (k.pachtende - interval '4 years')::date
      else k.pachtende
    end,
    'vertragsform', case k.vertragsform when 'muendlich' then 'muendlich' end, 'kuendigungsregel', k.kuendigungsregel,
    'verlaengerungMonate', k.verlaengerung_monate, 'anfrageErhaltenAm', k.anfrage_erhalten_am,
    'vertragsschlussAm', case when a.offen then k.vertragsschluss_am end, 'objekte', o.objekte,
    'flaecheQm', case when a.offen then o.flaeche_qm end))::text collate "C" end grundlage,
  case when k.pachtende is null then k.pachtbeginn end beginn
from pachtkonto k
-- Whether the lease may still have to be notified to the authority.
cross join lateral (
  select k.vertragsschluss_am is not null and k.angezeigt_am is null and (k.vertragsart = 'landpacht'
    or (k.vertragsart is null and not exists (
      select from patchobjekt where pachtkonto_id = k.id and objektart not in ('acker', 'gruenland'))))
) a (offen)
left join lateral (
  select jsonb_agg(distinct jsonb_build_array(objektart, case when a.offen then bundesland end)) objekte,
    case when every(flaeche_qm is not null) then least(sum(flaeche_qm)::bigint / 5000, 10) * 5000 end flaeche_qm
  from patchobjekt
  where pachtkonto_id = k.id
) o on true;

create table pachtkonto_frist (
  id bigint primary key,
  grundlage text collate "C",
  beginn date
);
insert into pachtkonto_frist select id, grundlage, beginn from pachtkonto_fristbild;
-- Of the same text an index keeps one copy: half a million accounts are counted from a few megabytes.
create index pachtkonto_frist_grundlage on pachtkonto_frist (grundlage, beginn) where grundlage is not null;

-- The row of pachtkonto_liste is the lock, which all writers take in the same order; then a statement of its own, which
-- sees what the others have committed meanwhile.
create function schreibe_pachtkonto_frist(ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform from pachtkonto_liste where id = any(ids) order by id for update;
  insert into pachtkonto_frist as f
  select id, grundlage, beginn from pachtkonto_fristbild where id = any(ids)
  on conflict (id) do update set (grundlage, beginn) = (excluded.grundlage, excluded.beginn)
  where f is distinct from excluded;
end $$;

create function frist_pachtkonto() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from pachtkonto_frist where id in (select id from alt);
  elsif tg_op = 'INSERT' then
    perform schreibe_pachtkonto_frist(array(select id from neu));
  else
    perform schreibe_pachtkonto_frist(array(
      select id
      from neu
      join alt using (id)
      where (neu.status, neu.vertragsart, neu.pachtbeginn, neu.pachtende, neu.pachtjahr_beginn, neu.vertragsform,
          neu.kuendigungsregel, neu.verlaengerung_monate, neu.anfrage_erhalten_am, neu.vertragsschluss_am, neu.angezeigt_am)
        is distinct from (alt.status, alt.vertragsart, alt.pachtbeginn, alt.pachtende, alt.pachtjahr_beginn,
          alt.vertragsform, alt.kuendigungsregel, alt.verlaengerung_monate, alt.anfrage_erhalten_am,
          alt.vertragsschluss_am, alt.angezeigt_am)));
  end if;
  return null;
end $$;
-- Behind liste_…, whose locks come first.
create trigger vertragsfrist_neu after insert on pachtkonto
  referencing new table as neu for each statement execute function frist_pachtkonto();
create trigger vertragsfrist_geaendert after update on pachtkonto
  referencing old table as alt new table as neu for each statement execute function frist_pachtkonto();
create trigger vertragsfrist_geloescht after delete on pachtkonto
  referencing old table as alt for each statement execute function frist_pachtkonto();

create function frist_patchobjekt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform schreibe_pachtkonto_frist(array(select distinct pachtkonto_id from neu where pachtkonto_id is not null));
  elsif tg_op = 'DELETE' then
    perform schreibe_pachtkonto_frist(array(select distinct pachtkonto_id from alt where pachtkonto_id is not null));
  else
    perform schreibe_pachtkonto_frist(array(
      select distinct k.id
      from neu
      join alt using (id)
      cross join lateral (values (neu.pachtkonto_id), (alt.pachtkonto_id)) k (id)
      where k.id is not null
        and (neu.pachtkonto_id, neu.objektart, neu.bundesland, neu.flaeche_qm)
          is distinct from (alt.pachtkonto_id, alt.objektart, alt.bundesland, alt.flaeche_qm)));
  end if;
  return null;
end $$;
create trigger vertragsfrist_neu after insert on patchobjekt
  referencing new table as neu for each statement execute function frist_patchobjekt();
create trigger vertragsfrist_geaendert after update on patchobjekt
  referencing old table as alt new table as neu for each statement execute function frist_patchobjekt();
create trigger vertragsfrist_geloescht after delete on patchobjekt
  referencing old table as alt for each statement execute function frist_patchobjekt();

-- As before, and these rows with the lists'.
create or replace function fuelle_listen() returns void language plpgsql as $$
begin
  delete from kontakt_liste;
  delete from patchobjekt_liste;
  delete from pachtkonto_liste;
  delete from pachtkonto_frist;
  insert into kontakt_liste select * from kontakt_suchbild;
  insert into patchobjekt_liste select * from patchobjekt_suchbild;
  insert into pachtkonto_liste select * from pachtkonto_suchbild;
  insert into pachtkonto_frist select id, grundlage, beginn from pachtkonto_fristbild;
end $$;

grant select, insert, update, delete on pachtkonto_frist to pacht_app, pacht_worker;
grant select on pachtkonto_fristbild to pacht_app, pacht_worker;
