-- Files that people hand in: documents of an account in pieces, and the logo of the letters.

alter table pachtkonto_dokument
  add column version integer not null default 1,
  add column hochgeladen_von text not null default '',
  add column geaendert_am timestamptz not null default now();
alter table pachtkonto_dokument alter column hochgeladen_von drop default;
-- The list of an account, newest first.
create index on pachtkonto_dokument (pachtkonto_id, id desc);
drop index pachtkonto_dokument_pachtkonto_id_idx;

-- Pieces of one size, the last one shorter: a part of the file is found by its number alone.
create table pachtkonto_dokument_stueck (
  dokument_id bigint not null references pachtkonto_dokument on delete cascade,
  nr integer not null check (nr >= 0),
  inhalt bytea not null,
  primary key (dokument_id, nr)
);
alter table pachtkonto_dokument_stueck alter column inhalt set storage external;

-- One row or none.
create table logo (
  id integer primary key default 1 check (id = 1),
  version integer not null default 1,
  medientyp text not null check (medientyp in ('image/png', 'image/jpeg')),
  breite integer not null check (breite > 0),
  hoehe integer not null check (hoehe > 0),
  groesse integer not null check (groesse > 0),
  sha256 text not null,
  inhalt bytea not null,
  hochgeladen_von text not null,
  erstellt_am timestamptz not null default now(),
  geaendert_am timestamptz not null default now()
);
alter table logo alter column inhalt set storage external;
create trigger version before update on logo for each row execute function zaehle_version();

grant select, insert, delete on pachtkonto_dokument_stueck to pacht_app;
grant select, insert, update, delete on logo to pacht_app;
grant select on logo to pacht_worker;
