-- Signs of life: a row for each server and worker process, written anew every few seconds. A process that ends takes its
-- row along; that of one that was killed stays for a day.
create table lebenszeichen (
  id uuid primary key,
  art text not null check (art in ('server', 'worker')),
  rechner text not null,
  version text not null,
  gestartet_am timestamptz not null default now(),
  gesehen_am timestamptz not null default now(),
  -- Queues of the jobs under way, or operations that take long.
  arbeitet_an text[] not null default '{}'
) with (fillfactor = 50);

grant select, insert, update, delete on lebenszeichen to pacht_app, pacht_worker;
