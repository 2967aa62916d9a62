-- The final settlement (rule 7) closes an account. It bills the last due period cut at `pachtende`; where that is booked
-- already, it only corrects what is booked, and its documents stand for no due period. What was booked stays booked:
-- `gebuchter_zeitraum` does not change, the rows here say what a settlement has put right.

alter table archiv_beleg add column art text not null default 'regulaer' check (art in ('regulaer', 'schlussabrechnung'));
alter table archiv_beleg alter column faelligkeit_id drop not null;
alter table archiv_beleg add check (faelligkeit_id is not null or art = 'schlussabrechnung');

create table schlussabrechnung (
  archivkonto_id bigint primary key references archivkonto,
  buchungslauf_id uuid not null references buchungslauf,
  pachtkonto_id bigint not null references pachtkonto,
  -- null: the days of the last period had been booked before.
  faelligkeit_id bigint references faelligkeit,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  storniert_am timestamptz
);
create unique index schlussabrechnung_einmal on schlussabrechnung (pachtkonto_id) where storniert_am is null;
create index on schlussabrechnung (buchungslauf_id);

-- The bookings that a settlement corrects, or found right.
create table schlussabrechnung_korrektur (
  archivkonto_id bigint not null references schlussabrechnung,
  faelligkeit_id bigint not null,
  buchungslauf_id uuid not null,
  primary key (archivkonto_id, faelligkeit_id),
  foreign key (faelligkeit_id, buchungslauf_id) references gebuchter_zeitraum
);
create index on schlussabrechnung_korrektur (faelligkeit_id, buchungslauf_id);
create trigger unveraenderlich before update or delete on schlussabrechnung_korrektur
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on schlussabrechnung_korrektur
  for each statement execute function verweigere_aenderung();

create function verweigere_storno_vor_schlussabrechnung() returns trigger language plpgsql as $$
begin
  if exists (
    select
    from schlussabrechnung_korrektur k
    join schlussabrechnung s on s.archivkonto_id = k.archivkonto_id and s.storniert_am is null
    where k.faelligkeit_id = new.faelligkeit_id and k.buchungslauf_id = new.buchungslauf_id
  ) then
    raise exception 'der Zeitraum ist schlussabgerechnet' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger schlussabrechnung_zuerst before update on gebuchter_zeitraum
  for each row when (old.storniert_am is null and new.storniert_am is not null)
  execute function verweigere_storno_vor_schlussabrechnung();

alter table stapel_beleg add column art text not null default 'regulaer';
alter table stapel_beleg alter column faelligkeit_id drop not null;

create table stapel_schlussabrechnung (
  buchungslauf_id uuid not null references buchungslauf,
  archivkonto_id bigint not null,
  pachtkonto_id bigint not null,
  faelligkeit_id bigint,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  -- Due periods whose bookings it corrects.
  korrigiert bigint[] not null,
  primary key (buchungslauf_id, archivkonto_id)
);

grant select, insert on schlussabrechnung, schlussabrechnung_korrektur to pacht_app;
grant update (storniert_am) on schlussabrechnung to pacht_app;
grant select on schlussabrechnung, schlussabrechnung_korrektur to pacht_worker;
grant select, insert, delete on stapel_schlussabrechnung to pacht_app, pacht_worker;
