-- An account that the transaction has changed already has its new version: its positions, parties and increases need not
-- write it once more. And what a statement touches is looked up by keys: a plan that was made while
-- a transaction had put a few rows into a table went on reading all of it when there were thousands.
create or replace function beruehre_pachtkonto() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if tg_op = 'INSERT' then
    ids := array(select distinct pachtkonto_id from neu);
  elsif tg_op = 'DELETE' then
    ids := array(select distinct pachtkonto_id from alt);
  else
    ids := array(select pachtkonto_id from neu union select pachtkonto_id from alt);
  end if;
  update pachtkonto set geaendert_am = now(), version = version + 1
  where id = any(ids) and (xmin <> pg_current_xact_id()::xid or geaendert_am <> now());
  return null;
end $$;

create or replace function zaehle_pachtkonto_version() returns trigger language plpgsql as $$
begin
  -- Apart from this one the rows are compared as they are: as jsonb it took most of the time of a write.
  new.eingabe_geaendert_am := old.eingabe_geaendert_am;
  if new is distinct from old then
    new.version := old.version + 1;
    new.geaendert_am := now();
  end if;
  new.eingabe_geaendert_am := clock_timestamp();
  return new;
end $$;

create or replace function halte_kontakt_fest() returns trigger language plpgsql as $$
begin
  perform from kontakt where id = any(array(select kontakt_id from neu)) order by id for share;
  return null;
end $$;

create or replace function merke_gebuchtes_klauselkonto() returns trigger language plpgsql as $$
begin
  insert into hebungsvorschlag_marke (pachtkonto_id)
  select id from pachtkonto where id = any(array(select pachtkonto_id from neu)) and wertsicherung is not null;
  return null;
end $$;

create or replace function zaehle_faelligkeit() returns trigger language plpgsql as $$
declare
  inaktive bigint[];
begin
  if tg_op = 'INSERT' then
    inaktive := array(
      select id from pachtkonto where id = any(array(select distinct pachtkonto_id from neu)) and status = 'inaktiv');
    insert into zaehler
    select 'faelligkeit', faellig_am::text, count(*) from neu where status = 'offen' group by faellig_am
    union all
    select 'faelligkeit_inaktiv', faellig_am::text, count(*)
    from neu
    where status = 'offen' and pachtkonto_id = any(inaktive)
    group by faellig_am;
  elsif tg_op = 'DELETE' then
    inaktive := array(
      select id from pachtkonto where id = any(array(select distinct pachtkonto_id from alt)) and status = 'inaktiv');
    insert into zaehler
    select 'faelligkeit', faellig_am::text, -count(*) from alt where status = 'offen' group by faellig_am
    union all
    select 'faelligkeit_inaktiv', faellig_am::text, -count(*)
    from alt
    where status = 'offen' and pachtkonto_id = any(inaktive)
    group by faellig_am;
  else
    inaktive := array(
      select id
      from pachtkonto
      where id = any(array(select pachtkonto_id from neu union select pachtkonto_id from alt)) and status = 'inaktiv');
    insert into zaehler
    select 'faelligkeit', faellig_am::text, sum(n)
    from (
      select faellig_am, 1 n from neu where status = 'offen'
      union all
      select faellig_am, -1 from alt where status = 'offen'
    ) t
    group by faellig_am
    having sum(n) <> 0
    union all
    select 'faelligkeit_inaktiv', faellig_am::text, sum(n)
    from (
      select pachtkonto_id, faellig_am, 1 n from neu where status = 'offen'
      union all
      select pachtkonto_id, faellig_am, -1 from alt where status = 'offen'
    ) f
    where pachtkonto_id = any(inaktive)
    group by faellig_am
    having sum(n) <> 0;
  end if;
  return null;
end $$;
