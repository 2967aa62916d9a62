-- Index series as a statistical office publishes them: versions, each with one base and all its monthly values.
create table indexreihe (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  quelle text,
  -- Of a series that ended: its last month, and the series that goes on.
  beendet_mit text check (beendet_mit ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  nachfolger_id bigint references indexreihe,
  erstellt_am timestamptz not null default now(),
  geaendert_am timestamptz not null default now(),
  check (nachfolger_id is null or (nachfolger_id <> id and beendet_mit is not null))
);
create unique index indexreihe_name on indexreihe (lower(name));
create index on indexreihe (nachfolger_id);
create trigger version before update on indexreihe for each row execute function zaehle_version();

create table indexfassung (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  reihe_id bigint not null references indexreihe,
  nr integer not null check (nr > 0),
  -- "2020 = 100"
  basis text not null,
  erstellt_am timestamptz not null default now(),
  geaendert_am timestamptz not null default now(),
  unique (reihe_id, nr)
);
create trigger version before update on indexfassung for each row execute function zaehle_version();

create table indexstand (
  fassung_id bigint not null references indexfassung,
  monat text not null check (monat ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  wert numeric(6, 1) not null check (wert > 0),
  eingegeben_am date not null,
  primary key (fassung_id, monat)
);

-- The clause that an increase was proposed by, and the values that it takes:
-- { "klausel": "index", "basis": { "reiheId": 1, "fassung": 2, "monat": "2021-03" }, "neu": { … } }
alter table hebung add column herkunft jsonb check (herkunft ? 'klausel');

grant select, insert, update on indexreihe, indexfassung to pacht_app;
grant select, insert, update, delete on indexstand to pacht_app;
