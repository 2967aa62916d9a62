-- What a booking run writes names its run, accounts, due dates and contacts once a statement, not once a row. Both halves
-- of these foreign keys stay: whoever names a row holds it until he commits, and a row that is named is not deleted.
alter table archiv_beleg
  drop constraint archiv_beleg_faelligkeit_id_fkey,
  drop constraint archiv_beleg_kontakt_id_fkey,
  drop constraint archiv_beleg_storno_von_id_fkey;
alter table archivkonto
  drop constraint archivkonto_buchungslauf_id_fkey,
  drop constraint archivkonto_pachtkonto_id_fkey;
alter table gebuchter_zeitraum
  drop constraint gebuchter_zeitraum_buchungslauf_id_fkey,
  drop constraint gebuchter_zeitraum_faelligkeit_id_fkey,
  drop constraint gebuchter_zeitraum_pachtkonto_id_fkey;
alter table faelligkeit drop constraint faelligkeit_buchungslauf_id_fkey;

create function verlange_alle(vorhandene bigint, genannte bigint, tabelle text) returns void language plpgsql as $$
begin
  if vorhandene <> genannte then
    raise exception 'eine Zeile nennt etwas, das es in % nicht gibt', tabelle using errcode = 'foreign_key_violation';
  end if;
end $$;

-- By their keys, however long the archive is and however many are asked for.
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
  select count(*) into vorhandene from archiv_beleg where id = any(stornierte);
  perform verlange_alle(vorhandene, cardinality(stornierte), 'archiv_beleg');
  return null;
end $$;

create function pruefe_bezug_des_kontos() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  konten bigint[] := array(select distinct pachtkonto_id from neu);
  vorhandene bigint;
begin
  perform from pachtkonto where id = any(konten) order by id for key share;
  get diagnostics vorhandene = row_count;
  perform verlange_alle(vorhandene, cardinality(konten), 'pachtkonto');
  return null;
end $$;
create trigger bezug after insert on archivkonto referencing new table as neu
for each statement execute function pruefe_bezug_des_kontos();

-- Its account is held by the trigger that keeps periods apart.
create function pruefe_bezug_des_zeitraums() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  faelligkeiten bigint[] := array(select distinct faelligkeit_id from neu);
  vorhandene bigint;
begin
  perform from faelligkeit where id = any(faelligkeiten) order by id for key share;
  get diagnostics vorhandene = row_count;
  perform verlange_alle(vorhandene, cardinality(faelligkeiten), 'faelligkeit');
  return null;
end $$;
create trigger bezug after insert on gebuchter_zeitraum referencing new table as neu
for each statement execute function pruefe_bezug_des_zeitraums();
create trigger bezug_bleibt before update of pachtkonto_id, faelligkeit_id, buchungslauf_id on gebuchter_zeitraum
for each row execute function verweigere_aenderung();

create function pruefe_bezug_auf_lauf() returns trigger language plpgsql as $$
declare
  laeufe uuid[] := array(select distinct buchungslauf_id from neu where buchungslauf_id is not null);
  vorhandene bigint;
begin
  if cardinality(laeufe) > 0 then
    perform from buchungslauf where id = any(laeufe) order by id for key share;
    get diagnostics vorhandene = row_count;
    perform verlange_alle(vorhandene, cardinality(laeufe), 'buchungslauf');
  end if;
  return null;
end $$;
create trigger bezug_lauf after insert on archivkonto referencing new table as neu
for each statement execute function pruefe_bezug_auf_lauf();
create trigger bezug_lauf after insert on gebuchter_zeitraum referencing new table as neu
for each statement execute function pruefe_bezug_auf_lauf();
create trigger bezug_lauf_neu after insert on faelligkeit referencing new table as neu
for each statement execute function pruefe_bezug_auf_lauf();
create trigger bezug_lauf_geaendert after update on faelligkeit referencing new table as neu
for each statement execute function pruefe_bezug_auf_lauf();

create or replace function verlange_neuesten_stand() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'Das geht nur, wo jede Anweisung das Neueste sieht' using errcode = 'invalid_transaction_state';
  end if;
end $$;

-- Arguments: tables and the columns by which they name rows of this one. By their indexes, however long the archive is.
create function behalte_genannte() returns trigger language plpgsql
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  ist_genannt boolean;
begin
  perform verlange_neuesten_stand();
  for nr in 0 .. tg_nargs - 2 by 2 loop
    execute format('select exists (select from alt a join %I n on n.%I = a.id)', tg_argv[nr], tg_argv[nr + 1])
    into ist_genannt;
    if ist_genannt then
      raise exception 'Zeilen in % nennen eine von %', tg_argv[nr], tg_table_name
        using errcode = 'foreign_key_violation';
    end if;
  end loop;
  return null;
end $$;
create trigger genannte_bleiben after delete on buchungslauf referencing old table as alt
for each statement execute function behalte_genannte('archivkonto', 'buchungslauf_id', 'gebuchter_zeitraum',
  'buchungslauf_id', 'faelligkeit', 'buchungslauf_id');
create trigger genannte_bleiben after delete on pachtkonto referencing old table as alt
for each statement execute function behalte_genannte('archivkonto', 'pachtkonto_id', 'gebuchter_zeitraum',
  'pachtkonto_id');
create trigger genannte_bleiben after delete on faelligkeit referencing old table as alt
for each statement execute function behalte_genannte('gebuchter_zeitraum', 'faelligkeit_id', 'archiv_beleg',
  'faelligkeit_id');
create trigger genannte_bleiben after delete on kontakt referencing old table as alt
for each statement execute function behalte_genannte('archiv_beleg', 'kontakt_id');

drop trigger mit_eintraegen on benutzer;
drop function behalte_benutzer_mit_eintraegen();
create trigger genannte_bleiben after delete on benutzer referencing old table as alt
for each statement execute function behalte_genannte('auditlog', 'benutzer_id');
