-- What a run publishes must be what it computed: the stage remembers the last write to each account's input, and what
-- a document is found by, so that publishing compares and copies but computes nothing.

alter table stapel_konto add column eingabe_geaendert_am timestamptz not null;
alter table stapel_beleg add column suchtext text not null;
