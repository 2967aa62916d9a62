-- What lists and the dashboard count, kept by triggers: at 500,000 accounts counting the tables takes too long for a
-- page that everybody opens all day. Each change adds rows, so that writers never wait for each other; a count is the
-- sum of its rows, which `falte_zaehler` now and then makes one again.

create table zaehler (
  -- bemerkung, extaccounting, faelligkeit, faelligkeit_inaktiv, kontakt, pachtkonto, patchobjekt,
  -- vorauszahlung_unbekannt
  bereich text not null,
  -- Kind of record, day or status; empty where the whole is one number.
  schluessel text not null,
  anzahl bigint not null
);

-- Triggers ------------------------------------------------------------------------------------------------------------

create function zaehle_kontakt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into zaehler select 'kontakt', '', count(*) from neu having count(*) > 0;
  else
    insert into zaehler select 'kontakt', '', -count(*) from alt having count(*) > 0;
  end if;
  return null;
end $$;
create trigger zaehler_neu after insert on kontakt
  referencing new table as neu for each statement execute function zaehle_kontakt();
create trigger zaehler_geloescht after delete on kontakt
  referencing old table as alt for each statement execute function zaehle_kontakt();

create function zaehle_bemerkung() returns trigger language plpgsql as $$
begin
  insert into zaehler select 'bemerkung', ressource, count(*) from neu group by ressource;
  return null;
end $$;
create trigger zaehler_neu after insert on bemerkung_verlauf
  referencing new table as neu for each statement execute function zaehle_bemerkung();

create function zaehle_patchobjekt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into zaehler select 'patchobjekt', status, count(*) from neu group by status;
  elsif tg_op = 'DELETE' then
    insert into zaehler select 'patchobjekt', status, -count(*) from alt group by status;
  else
    insert into zaehler
    select 'patchobjekt', status, sum(n)
    from (select status, 1 n from neu union all select status, -1 from alt) t
    group by status
    having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger zaehler_neu after insert on patchobjekt
  referencing new table as neu for each statement execute function zaehle_patchobjekt();
create trigger zaehler_geaendert after update on patchobjekt
  referencing old table as alt new table as neu for each statement execute function zaehle_patchobjekt();
create trigger zaehler_geloescht after delete on patchobjekt
  referencing old table as alt for each statement execute function zaehle_patchobjekt();

-- Of the accounts also those that cannot be billed because nobody knows whether they pay in advance.
create function zaehle_pachtkonto() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into zaehler
    select 'pachtkonto', status, count(*) from neu group by status
    union all
    select 'vorauszahlung_unbekannt', '', count(*)
    from neu
    where ist_vorauszahlend is null and status in ('aktiv', 'gekuendigt')
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into zaehler
    select 'pachtkonto', status, -count(*) from alt group by status
    union all
    select 'vorauszahlung_unbekannt', '', -count(*)
    from alt
    where ist_vorauszahlend is null and status in ('aktiv', 'gekuendigt')
    having count(*) > 0;
  else
    insert into zaehler
    select 'pachtkonto', status, sum(n)
    from (select status, 1 n from neu union all select status, -1 from alt) t
    group by status
    having sum(n) <> 0
    union all
    select 'vorauszahlung_unbekannt', '', sum(n)
    from (
      select status, ist_vorauszahlend, 1 n from neu
      union all
      select status, ist_vorauszahlend, -1 from alt
    ) t
    where ist_vorauszahlend is null and status in ('aktiv', 'gekuendigt')
    having sum(n) <> 0
    -- Its open due dates come or go with its being inactive.
    union all
    select 'faelligkeit_inaktiv', f.faellig_am::text,
      sum(case n.status when 'inaktiv' then 1 else 0 end - case a.status when 'inaktiv' then 1 else 0 end)
    from neu n
    join alt a using (id)
    join faelligkeit f on f.pachtkonto_id = n.id
    where n.status <> a.status and 'inaktiv' in (n.status, a.status) and f.status = 'offen'
    group by f.faellig_am;
  end if;
  return null;
end $$;
create trigger zaehler_neu after insert on pachtkonto
  referencing new table as neu for each statement execute function zaehle_pachtkonto();
create trigger zaehler_geaendert after update on pachtkonto
  referencing old table as alt new table as neu for each statement execute function zaehle_pachtkonto();
create trigger zaehler_geloescht after delete on pachtkonto
  referencing old table as alt for each statement execute function zaehle_pachtkonto();

-- The due dates of a deleted account go when it is gone already, so what they count for as an inactive one's goes
-- before.
create function zaehle_inaktives_ab() returns trigger language plpgsql as $$
begin
  insert into zaehler
  select 'faelligkeit_inaktiv', faellig_am::text, -count(*)
  from faelligkeit
  where pachtkonto_id = old.id and status = 'offen'
  group by faellig_am;
  return old;
end $$;
create trigger zaehler_vor_loeschen before delete on pachtkonto
  for each row when (old.status = 'inaktiv') execute function zaehle_inaktives_ab();

-- An open due date counts by its day, and once more where its account is inactive: it is never billed.
create function zaehle_faelligkeit() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into zaehler
    select 'faelligkeit', faellig_am::text, count(*) from neu where status = 'offen' group by faellig_am
    union all
    select 'faelligkeit_inaktiv', f.faellig_am::text, count(*)
    from neu f
    join pachtkonto k on k.id = f.pachtkonto_id
    where f.status = 'offen' and k.status = 'inaktiv'
    group by f.faellig_am;
  elsif tg_op = 'DELETE' then
    insert into zaehler
    select 'faelligkeit', faellig_am::text, -count(*) from alt where status = 'offen' group by faellig_am
    union all
    select 'faelligkeit_inaktiv', f.faellig_am::text, -count(*)
    from alt f
    join pachtkonto k on k.id = f.pachtkonto_id
    where f.status = 'offen' and k.status = 'inaktiv'
    group by f.faellig_am;
  else
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
    select 'faelligkeit_inaktiv', f.faellig_am::text, sum(n)
    from (
      select pachtkonto_id, faellig_am, 1 n from neu where status = 'offen'
      union all
      select pachtkonto_id, faellig_am, -1 from alt where status = 'offen'
    ) f
    join pachtkonto k on k.id = f.pachtkonto_id
    where k.status = 'inaktiv'
    group by f.faellig_am
    having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger zaehler_neu after insert on faelligkeit
  referencing new table as neu for each statement execute function zaehle_faelligkeit();
create trigger zaehler_geaendert after update on faelligkeit
  referencing old table as alt new table as neu for each statement execute function zaehle_faelligkeit();
create trigger zaehler_geloescht after delete on faelligkeit
  referencing old table as alt for each statement execute function zaehle_faelligkeit();

-- Folding -------------------------------------------------------------------------------------------------------------

-- Makes the rows of each count one again; rows of transactions that are still open are left to the next time. Returns
-- how many rows were folded.
create function falte_zaehler() returns bigint language sql as $$
  with gefaltet as (
    delete from zaehler returning bereich, schluessel, anzahl
  ), neu as (
    insert into zaehler
    select bereich, schluessel, sum(anzahl) from gefaltet group by bereich, schluessel having sum(anzahl) <> 0
  )
  select count(*) from gefaltet
$$;

-- Rights --------------------------------------------------------------------------------------------------------------

grant select, insert on zaehler to pacht_app, pacht_worker;
grant delete on zaehler to pacht_worker;
