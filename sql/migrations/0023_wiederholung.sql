-- A failed job that somebody has queued once more is done with, whatever comes of the new one.
alter table auftrag add column wiederholung_von bigint references auftrag on delete set null;
create index on auftrag (wiederholung_von) where wiederholung_von is not null;
