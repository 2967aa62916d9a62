-- How far the database had written when a session wrote for the last time: a copy that is read from must be as far.
alter table sitzung add column geschrieben_bis pg_lsn not null default pg_current_wal_insert_lsn();
