-- What each process did in each minute: a row from its first sign of life in that minute on, kept for a day or two.
create table betriebsverlauf (
  minute timestamptz not null,
  prozess uuid not null,
  art text not null check (art in ('server', 'worker')),
  -- Requests or jobs that ended, by steps of how long they took; the steps stand in src/betrieb/verlauf/stufen.ts.
  stufen integer[] not null,
  -- Of them those that failed.
  fehler integer not null,
  hoechste_ms integer not null,
  primary key (minute, prozess)
) with (fillfactor = 50);

grant select, insert, update on betriebsverlauf to pacht_app, pacht_worker;
grant delete on betriebsverlauf to pacht_worker;
