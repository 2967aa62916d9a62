-- A run compares what it computed with: account and company data each by themselves. The later of the two said nothing of
-- company data that were changed before the account, and committed after the run had read both.
-- A run that is computing while this is migrated has to begin again.
alter table stapel_konto add column firmendaten_geaendert_am timestamptz not null default '-infinity';
alter table stapel_konto alter column firmendaten_geaendert_am drop default;
