-- Jobs of the worker as people know them, kept for 90 days; the queue forgets its own after some. A row is written in the
-- transaction that queues the job, and for what a schedule queues when the worker begins.
create table auftrag (
  id bigint generated always as identity primary key,
  -- Name of the queue, and the payload.
  art text not null,
  daten jsonb not null,
  status text not null default 'wartend'
    check (status in ('wartend', 'laeuft', 'fertig', 'fehlgeschlagen', 'abgebrochen')),
  -- Of the queue. null: the hand-over has jobs of its own, see extaccounting_auftrag, that are woken by many.
  job_id uuid unique,
  benutzer_id bigint references benutzer,
  benutzer_name text not null,
  ursache text,
  ergebnis jsonb,
  angelegt_am timestamptz not null default now(),
  begonnen_am timestamptz,
  beendet_am timestamptz,
  check ((status in ('fertig', 'fehlgeschlagen', 'abgebrochen')) = (beendet_am is not null)),
  check ((job_id is null) = (art = 'extaccounting'))
);
create index on auftrag (art, id);
create index on auftrag (benutzer_id, id);
create index on auftrag (status) where status in ('wartend', 'laeuft');
create unique index auftrag_extaccounting on auftrag (((daten ->> 'auftragId')::bigint)) where art = 'extaccounting';

grant select, insert on auftrag to pacht_app;
grant select, insert, update, delete on auftrag to pacht_worker;
