-- That periods of an account do not overlap is looked at once a statement, not once a row in an index of ranges, which
-- took longer than all else that a due date costs. What the exclusion constraints guaranteed holds as before: whoever
-- writes periods holds their account until his commit, and sees all that others have committed before.
alter table faelligkeit drop constraint faelligkeit_getrennt;
alter table gebuchter_zeitraum drop constraint zeitraum_einmal_gebucht;
create unique index faelligkeit_beginn on faelligkeit (pachtkonto_id, zeitraum_von) where status <> 'entfallen';
create unique index gebuchter_zeitraum_beginn on gebuchter_zeitraum (pachtkonto_id, zeitraum_von)
  where storniert_am is null;

create function halte_konten_fest(konten bigint[]) returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Zeiträume werden nur geschrieben, wo jede Anweisung das Neueste sieht'
      using errcode = 'invalid_transaction_state';
  end if;
  perform from pachtkonto where id = any(konten) order by id for no key update;
end $$;

-- Of the others the one that begins last before the end of a new period is enough: where that one ends in time, either
-- all do, or two others overlap. By the index, whatever the statistics of a table that is just being filled say.
create function verlange_getrennte_faelligkeiten() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  doppelt bigint;
begin
  if tg_op = 'UPDATE' then
    perform id, pachtkonto_id, zeitraum_von, zeitraum_bis from neu where status <> 'entfallen'
    except
    select id, pachtkonto_id, zeitraum_von, zeitraum_bis from alt where status <> 'entfallen'
    limit 1;
    if not found then
      return null;
    end if;
  end if;
  perform halte_konten_fest(array(select pachtkonto_id from neu));
  select n.pachtkonto_id
  into doppelt
  from neu n
  cross join lateral (
    select f.zeitraum_bis
    from faelligkeit f
    where f.pachtkonto_id = n.pachtkonto_id and f.zeitraum_von <= n.zeitraum_bis and f.status <> 'entfallen'
      and f.id <> n.id
    order by f.zeitraum_von desc
    limit 1
  ) davor
  where n.status <> 'entfallen' and davor.zeitraum_bis >= n.zeitraum_von
  limit 1;
  if found then
    raise exception 'Fälligkeiten des Pachtkontos % überschneiden sich', doppelt
      using errcode = 'exclusion_violation', constraint = 'faelligkeit_getrennt';
  end if;
  return null;
end $$;
create trigger getrennt_neu after insert on faelligkeit referencing new table as neu
for each statement execute function verlange_getrennte_faelligkeiten();
create trigger getrennt_geaendert after update on faelligkeit referencing old table as alt new table as neu
for each statement execute function verlange_getrennte_faelligkeiten();

create function verlange_einmal_gebuchte() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
declare
  doppelt bigint;
begin
  if tg_op = 'UPDATE' then
    perform faelligkeit_id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis
    from neu
    where storniert_am is null
    except
    select faelligkeit_id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis
    from alt
    where storniert_am is null
    limit 1;
    if not found then
      return null;
    end if;
  end if;
  perform halte_konten_fest(array(select pachtkonto_id from neu));
  select n.pachtkonto_id
  into doppelt
  from neu n
  cross join lateral (
    select g.zeitraum_bis
    from gebuchter_zeitraum g
    where g.pachtkonto_id = n.pachtkonto_id and g.zeitraum_von <= n.zeitraum_bis and g.storniert_am is null
      and (g.faelligkeit_id, g.buchungslauf_id) <> (n.faelligkeit_id, n.buchungslauf_id)
    order by g.zeitraum_von desc
    limit 1
  ) davor
  where n.storniert_am is null and davor.zeitraum_bis >= n.zeitraum_von
  limit 1;
  if found then
    raise exception 'ein Zeitraum des Pachtkontos % ist schon gebucht', doppelt
      using errcode = 'exclusion_violation', constraint = 'zeitraum_einmal_gebucht';
  end if;
  return null;
end $$;
create trigger getrennt_neu after insert on gebuchter_zeitraum referencing new table as neu
for each statement execute function verlange_einmal_gebuchte();
create trigger getrennt_geaendert after update on gebuchter_zeitraum referencing old table as alt new table as neu
for each statement execute function verlange_einmal_gebuchte();
