-- What is due next is read by day, and a completed rent increase is kept with its letter.

create index on pachtkonto (naechste_hebung);

-- No row: not made yet. A letter once made stays as it is.
create table hebung_brief (
  hebung_id bigint primary key references hebung,
  layout_version integer not null,
  sha256 text not null,
  inhalt bytea not null,
  erstellt_am timestamptz not null default now()
);
alter table hebung_brief alter column inhalt set storage external;
create trigger unveraenderlich before update or delete on hebung_brief
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on hebung_brief
  for each statement execute function verweigere_aenderung();

grant select, insert on hebung_brief to pacht_app, pacht_worker;
