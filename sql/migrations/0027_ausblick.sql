-- What is due in the next twelve months, a row a month: an estimate that the nightly planning of due dates leaves behind, so
-- that nobody waits for it.
create table ausblick (
  monat date primary key,
  anzahl integer not null,
  betrag_cent bigint not null,
  berechnet_am timestamptz not null default now()
);

grant select on ausblick to pacht_app;
grant select, insert, delete on ausblick to pacht_worker;
