-- PK-1 and pk-1 were two accounts. On a letter and in every search they are one number, so they are one here too, but for
-- those that a database has already: each of them but the oldest keeps its number as one of several, until it is changed.
alter table pachtkonto add column kontonummer_doppel integer not null default 0;

-- Nothing that anybody has read changes: no version, no list, no preview.
alter table pachtkonto disable trigger user;
update pachtkonto k
set kontonummer_doppel = d.nr
from (
  select id, row_number() over (partition by lower(kontonummer) order by id) - 1 nr
  from pachtkonto
) d
where k.id = d.id and d.nr > 0;
alter table pachtkonto enable trigger user;

create unique index pachtkonto_kontonummer on pachtkonto (lower(kontonummer), kontonummer_doppel);

create or replace function zaehle_pachtkonto_version() returns trigger language plpgsql as $$
begin
  -- Apart from this one the rows are compared as they are: as jsonb it took most of the time of a write.
  new.eingabe_geaendert_am := old.eingabe_geaendert_am;
  if new is distinct from old then
    new.version := old.version + 1;
    new.geaendert_am := now();
  end if;
  if new.kontonummer <> old.kontonummer then
    new.kontonummer_doppel := 0;
  end if;
  new.eingabe_geaendert_am := clock_timestamp();
  return new;
end $$;
