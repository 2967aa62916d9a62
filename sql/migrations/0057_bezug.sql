-- What due dates and entries of the audit log refer to is asked once a statement: row by row it was a sixth of what an
-- import asks of PostgreSQL.
alter table faelligkeit drop constraint faelligkeit_pachtkonto_id_fkey;
alter table auditlog drop constraint auditlog_benutzer_id_fkey;

create function verlange_neuesten_stand() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Zeiträume werden nur geschrieben, wo jede Anweisung das Neueste sieht'
      using errcode = 'invalid_transaction_state';
  end if;
end $$;

create or replace function halte_konten_fest(konten bigint[]) returns void language plpgsql as $$
declare
  gehaltene integer;
begin
  perform verlange_neuesten_stand();
  perform from pachtkonto where id = any(konten) order by id for no key update;
  get diagnostics gehaltene = row_count;
  if gehaltene <> (select count(distinct id) from unnest(konten) id) then
    raise exception 'ein Zeitraum hat kein Pachtkonto' using errcode = 'foreign_key_violation';
  end if;
end $$;

create trigger konto_bleibt before update of pachtkonto_id on faelligkeit
for each row execute function verweigere_aenderung();

-- Whoever writes a due date holds its account until he commits: when the account is gone, all of them are to be seen.
create function loesche_faelligkeiten() returns trigger language plpgsql as $$
begin
  perform verlange_neuesten_stand();
  delete from faelligkeit where pachtkonto_id = any(array(select id from alt));
  return null;
end $$;
create trigger faelligkeiten_geloescht after delete on pachtkonto referencing old table as alt
for each statement execute function loesche_faelligkeiten();

create function pruefe_bezug_auf_benutzer() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select distinct benutzer_id from neu where benutzer_id is not null) n
    where not exists (select from benutzer b where b.id = n.benutzer_id)
  ) then
    raise exception 'ein Eintrag in % nennt einen Benutzer, den es nicht gibt', tg_table_name
      using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger bezug after insert on auditlog referencing new table as neu
for each statement execute function pruefe_bezug_auf_benutzer();

create function behalte_benutzer_mit_eintraegen() returns trigger language plpgsql as $$
begin
  if exists (select from auditlog where benutzer_id = any(array(select id from alt))) then
    raise exception 'Einträge im Auditlog nennen den Benutzer' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger mit_eintraegen after delete on benutzer referencing old table as alt
for each statement execute function behalte_benutzer_mit_eintraegen();

-- One index for reading the due dates of an account and for what is unique among them: dropped ones are each their own.
drop index faelligkeit_pachtkonto_id_zeitraum_von_idx;
drop index faelligkeit_beginn;
create unique index faelligkeit_beginn
on faelligkeit (pachtkonto_id, zeitraum_von, (case when status = 'entfallen' then id else 0 end));
-- Most due dates are in no run.
drop index faelligkeit_buchungslauf_id_idx;
create index on faelligkeit (buchungslauf_id) where buchungslauf_id is not null;
