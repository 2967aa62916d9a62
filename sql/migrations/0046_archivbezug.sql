-- What rows of the archive name within the archive is checked once a statement, not once a row. Rows of the archive are
-- neither changed nor deleted by anybody, so what was there when a row came stays, and half of a foreign key is enough.
-- Account and run of a document are those of its entry in archivkonto, which has their foreign keys.
alter table archiv_zeile drop constraint archiv_zeile_beleg_id_fkey;
alter table archiv_steuer drop constraint archiv_steuer_beleg_id_fkey;
alter table archiv_beleg
  drop constraint archiv_beleg_archivkonto_id_fkey,
  drop constraint archiv_beleg_aussteller_id_fkey,
  drop constraint archiv_beleg_buchungslauf_id_fkey,
  drop constraint archiv_beleg_pachtkonto_id_fkey;

create function pruefe_bezug_auf_beleg() returns trigger language plpgsql as $$
declare
  -- As a list, so that each is looked up by its key: a range would grow with the archive when old rows are cancelled.
  ids bigint[] := array(select distinct beleg_id from neu);
begin
  if cardinality(ids) <> (select count(*) from archiv_beleg where id = any(ids)) then
    raise exception 'eine Zeile in % hat keinen Beleg', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger bezug after insert on archiv_zeile referencing new table as neu
for each statement execute function pruefe_bezug_auf_beleg();
create trigger bezug after insert on archiv_steuer referencing new table as neu
for each statement execute function pruefe_bezug_auf_beleg();

create function pruefe_bezug_des_belegs() returns trigger language plpgsql as $$
declare
  konto_ids bigint[] := array(select distinct archivkonto_id from neu);
begin
  if exists (
    select archivkonto_id, buchungslauf_id, pachtkonto_id from neu
    except
    select id, buchungslauf_id, pachtkonto_id from archivkonto where id = any(konto_ids)
  ) then
    raise exception 'ein Beleg gehört nicht zu Lauf und Konto seines Archivkontos'
      using errcode = 'foreign_key_violation';
  end if;
  if exists (select aussteller_id from neu except select id from archiv_aussteller) then
    raise exception 'ein Beleg hat keinen Aussteller' using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;
create trigger bezug after insert on archiv_beleg referencing new table as neu
for each statement execute function pruefe_bezug_des_belegs();
