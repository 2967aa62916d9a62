-- What the clauses of accounts ask for, as the kernel computed it last: on whichever day somebody looks, the next proposal of
-- an account is the same until its account, bookings or an index series change.
create table hebungsvorschlag (
  pachtkonto_id bigint primary key,
  klausel text not null,
  -- Why there is no proposal where one could be expected.
  code text,
  -- Where a proposal, or what hinders it, does not wait for a day: null.
  wirksam_ab date,
  alt_jahr_cent bigint,
  neu_jahr_cent bigint,
  -- SHA-256 of all that would be taken over.
  abdruck bytea,
  check (case when code is null then num_nulls(wirksam_ab, alt_jahr_cent, neu_jahr_cent, abdruck) = 0
    else num_nonnulls(alt_jahr_cent, neu_jahr_cent, abdruck) = 0 end)
);

-- Every write that may change a proposal adds a row, so that no two writers wait for each other. While a row is there, what is
-- kept of its account (null: of all) counts for nothing; the worker computes it anew and takes away the rows it has seen.
create table hebungsvorschlag_marke (
  id bigint generated always as identity primary key,
  pachtkonto_id bigint
);
insert into hebungsvorschlag_marke default values;

-- Positions and increases count their account on, and whoever sets a clause does so in this row: this hears of all three.
create function merke_klauselkonto() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into hebungsvorschlag_marke (pachtkonto_id) select id from neu where wertsicherung is not null;
  elsif tg_op = 'DELETE' then
    insert into hebungsvorschlag_marke (pachtkonto_id) select id from alt where wertsicherung is not null;
  else
    insert into hebungsvorschlag_marke (pachtkonto_id)
    select id from neu where wertsicherung is not null union select id from alt where wertsicherung is not null;
  end if;
  return null;
end $$;
create trigger vorschlag_neu after insert on pachtkonto
  referencing new table as neu for each statement execute function merke_klauselkonto();
create trigger vorschlag_geaendert after update on pachtkonto
  referencing old table as alt new table as neu for each statement execute function merke_klauselkonto();
create trigger vorschlag_geloescht after delete on pachtkonto
  referencing old table as alt for each statement execute function merke_klauselkonto();

-- Whoever books or cancels holds the lock of the account, so that its clause is the one that stays.
create function merke_gebuchtes_klauselkonto() returns trigger language plpgsql as $$
begin
  insert into hebungsvorschlag_marke (pachtkonto_id)
  select k.id from pachtkonto k where k.wertsicherung is not null and k.id in (select pachtkonto_id from neu);
  return null;
end $$;
create trigger vorschlag_neu after insert on gebuchter_zeitraum
  referencing new table as neu for each statement execute function merke_gebuchtes_klauselkonto();
create trigger vorschlag_geaendert after update on gebuchter_zeitraum
  referencing new table as neu for each statement execute function merke_gebuchtes_klauselkonto();

create function merke_alle_klauselkonten() returns trigger language plpgsql as $$
begin
  insert into hebungsvorschlag_marke default values;
  return null;
end $$;
create trigger vorschlag_geaendert after update or delete on indexreihe
  for each statement execute function merke_alle_klauselkonten();
create trigger vorschlag_geaendert after insert or update or delete on indexfassung
  for each statement execute function merke_alle_klauselkonten();
create trigger vorschlag_geaendert after insert or update or delete on indexstand
  for each statement execute function merke_alle_klauselkonten();

-- As before, and all proposals anew.
create or replace function fuelle_listen() returns void language plpgsql as $$
begin
  delete from kontakt_liste;
  delete from patchobjekt_liste;
  delete from pachtkonto_liste;
  delete from pachtkonto_frist;
  perform lagere_alle_parteien_aus();
  insert into kontakt_liste select * from kontakt_suchbild;
  insert into patchobjekt_liste select * from patchobjekt_suchbild;
  insert into pachtkonto_liste select * from pachtkonto_suchbild;
  insert into pachtkonto_frist select id, grundlage, beginn from pachtkonto_fristbild;
  insert into hebungsvorschlag_marke default values;
end $$;

grant select on hebungsvorschlag to pacht_app;
grant select, insert on hebungsvorschlag_marke to pacht_app;
grant select, insert, delete on hebungsvorschlag, hebungsvorschlag_marke to pacht_worker;
