-- Where nobody has counted a table's rows, all its indexes seem as good: documents are looked up by their key, so what is
-- asked of them must be in no other index, or that one is read to its end.
create or replace function pruefe_bezug_auf_beleg() returns trigger language plpgsql as $$
declare
  -- As a list, so that each is looked up by its key: a range would grow with the archive when old rows are cancelled.
  ids bigint[] := array(select distinct beleg_id from neu);
begin
  if cardinality(ids) <> (select count(aussteller_id) from archiv_beleg where id = any(ids)) then
    raise exception 'eine Zeile in % hat keinen Beleg', tg_table_name using errcode = 'foreign_key_violation';
  end if;
  return null;
end $$;

create or replace function pruefe_bezug_des_belegs() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  konten bigint[] := array(select distinct archivkonto_id from neu);
  faelligkeiten bigint[] := array(select distinct faelligkeit_id from neu where faelligkeit_id is not null);
  kontakte bigint[] := array(select distinct kontakt_id from neu);
  stornierte bigint[] := array(select storno_von_id from neu where storno_von_id is not null);
  vorhandene bigint;
begin
  if exists (
    select archivkonto_id, buchungslauf_id, pachtkonto_id from neu
    except
    select id, buchungslauf_id, pachtkonto_id from archivkonto where id = any(konten)
  ) then
    raise exception 'ein Beleg gehört nicht zu Lauf und Konto seines Archivkontos'
      using errcode = 'foreign_key_violation';
  end if;
  if exists (select aussteller_id from neu except select id from archiv_aussteller) then
    raise exception 'ein Beleg hat keinen Aussteller' using errcode = 'foreign_key_violation';
  end if;
  perform from faelligkeit where id = any(faelligkeiten) order by id for key share;
  get diagnostics vorhandene = row_count;
  perform verlange_alle(vorhandene, cardinality(faelligkeiten), 'faelligkeit');
  perform from kontakt where id = any(kontakte) order by id for key share;
  get diagnostics vorhandene = row_count;
  perform verlange_alle(vorhandene, cardinality(kontakte), 'kontakt');
  select count(aussteller_id) into vorhandene from archiv_beleg where id = any(stornierte);
  perform verlange_alle(vorhandene, cardinality(stornierte), 'archiv_beleg');
  return null;
end $$;

-- Asked for each period that is cancelled: as a join, planned for many rows, it would read all settlements each time.
create or replace function verweigere_storno_vor_schlussabrechnung() returns trigger language plpgsql as $$
begin
  if exists (
    select
    from schlussabrechnung_korrektur k
    where k.faelligkeit_id = new.faelligkeit_id and k.buchungslauf_id = new.buchungslauf_id
      and (select s.storniert_am is null from schlussabrechnung s where s.archivkonto_id = k.archivkonto_id)
  ) then
    raise exception 'der Zeitraum ist schlussabgerechnet' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
