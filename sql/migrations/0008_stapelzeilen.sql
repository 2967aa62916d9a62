-- The stage is written and read once, whole, by one run at a time, and its ids come from sequences: keys would double
-- the work of each row. That the run exists is held by the staged account.

alter table stapel_faelligkeit drop constraint stapel_faelligkeit_buchungslauf_id_fkey;
alter table stapel_beleg drop constraint stapel_beleg_buchungslauf_id_fkey;
alter table stapel_beleg drop constraint stapel_beleg_pkey;
alter table stapel_zeile drop constraint stapel_zeile_buchungslauf_id_fkey;
alter table stapel_zeile drop constraint stapel_zeile_pkey;
alter table stapel_steuer drop constraint stapel_steuer_buchungslauf_id_fkey;
alter table stapel_steuer drop constraint stapel_steuer_pkey;
