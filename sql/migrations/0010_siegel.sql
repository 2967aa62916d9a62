-- The seal of the audit log, what users tell the operator, and the tries of the emergency sign-in.

-- Audit log: the chain ------------------------------------------------------------------------------------------------

-- One row a sealed entry: `nr` is its place in the chain, `hash` the SHA-256 of the hash before it and its own content.
create table siegel_eintrag (
  nr bigint primary key,
  auditlog_id bigint not null unique,
  hash bytea not null,
  check (nr > 0),
  check (octet_length(hash) = 32)
);

-- One row a run of the sequencer: `n` entries up to place `bis`, the last of them at (bis_xid, bis_id), and its hash.
create table siegel (
  nr bigint primary key,
  bis bigint not null unique,
  bis_xid xid8 not null,
  bis_id bigint not null,
  n integer not null,
  hash bytea not null,
  erstellt_am timestamptz not null default now(),
  check (nr > 0),
  check (n > 0),
  check (octet_length(hash) = 32)
);

-- The order in which entries are sealed.
create index on auditlog (xid, id);

create trigger unveraenderlich before update or delete on siegel_eintrag
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on siegel_eintrag
  for each statement execute function verweigere_aenderung();
create trigger unveraenderlich before update or delete on siegel
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on siegel
  for each statement execute function verweigere_aenderung();

grant select on siegel_eintrag, siegel to pacht_app;
grant select, insert on siegel_eintrag, siegel to pacht_worker;

-- Feedback ------------------------------------------------------------------------------------------------------------

create table feedback (
  id bigint generated always as identity primary key,
  benutzer_id bigint not null references benutzer,
  art text,
  seite text,
  text text not null,
  erstellt_am timestamptz not null default now(),
  check (art in ('fehler', 'wunsch', 'lob', 'frage'))
);
create index on feedback (benutzer_id, erstellt_am);

grant select, insert on feedback to pacht_app;

-- Emergency sign-in ---------------------------------------------------------------------------------------------------

create table break_glass_versuch (
  id bigint generated always as identity primary key,
  zeitpunkt timestamptz not null default now()
);
create index on break_glass_versuch (zeitpunkt);

grant select, insert on break_glass_versuch to pacht_app;
