-- Roles, text search, sign-in, audit log, idempotency: what every later migration builds on.

-- The owner migrates; the two others run the service and have no CREATE anywhere. They are made without LOGIN: an
-- installation gives them a password or makes its sign-in roles members of them.
do $$
begin
  if not exists (select from pg_roles where rolname = 'pacht_app') then
    create role pacht_app nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'pacht_worker') then
    create role pacht_worker nologin;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of this cluster migrates at the same moment
end $$;

revoke create on schema public from public;
grant usage on schema public to pacht_app, pacht_worker;

create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists btree_gist;

-- One word everywhere: umlauts become two letters, other accents fall, "str." is "strasse".
create function such_norm(text) returns text language sql immutable parallel safe strict
  return public.unaccent('public.unaccent'::regdictionary,
    regexp_replace(replace(replace(replace(replace(lower(normalize($1, nfc)),
      'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'), 'str\.', 'strasse', 'g'));

-- What a record is found by: its normal form and, where it has umlauts, the form without their second letter, so that
-- a stored "Müller" is found by Müller, Mueller and Muller.
create function such_text(text) returns text language sql immutable parallel safe strict
  return case
    when lower(normalize($1, nfc)) ~ '[äöü]'
      then such_norm($1) || ' ' || such_norm(translate(lower(normalize($1, nfc)), 'äöü', 'aou'))
    else such_norm($1)
  end;

-- The LIKE pattern of one search word.
create function such_muster(text) returns text language sql immutable parallel safe strict
  return '%' || regexp_replace(such_norm($1), '([\\%_])', '\\\1', 'g') || '%';

-- Each change of a record counts its version up; the version is the ETag.
create function zaehle_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.geaendert_am := now();
  return new;
end $$;

create function verweigere_aenderung() returns trigger language plpgsql as $$
begin
  raise exception '% ist unveränderlich', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Sign-in ---------------------------------------------------------------------------------------------------------

create table benutzer (
  id bigint generated always as identity primary key,
  aussteller text not null,
  subjekt text not null,
  name text not null,
  email text,
  rollen text[] not null default '{}',
  erstellt_am timestamptz not null default now(),
  letzte_anmeldung_am timestamptz not null default now(),
  unique (aussteller, subjekt),
  check (rollen <@ array['administrator', 'verwalter', 'mitarbeiter', 'pruefer'])
);

create table sitzung (
  id_hash text primary key,
  benutzer_id bigint not null references benutzer on delete cascade,
  laeuft_ab_am timestamptz not null,
  endet_spaetestens_am timestamptz not null,
  erstellt_am timestamptz not null default now()
);
create index on sitzung (benutzer_id);
create index on sitzung (laeuft_ab_am);

-- Audit log -------------------------------------------------------------------------------------------------------

-- `werte` is canonical JSON text and `xid` the writing transaction: the seal hashes rows in the order of (xid, id),
-- which is the order in which they can no longer change.
create table auditlog (
  id bigint generated always as identity primary key,
  zeitpunkt timestamptz not null default clock_timestamp(),
  benutzer_id bigint references benutzer,
  benutzer_name text not null,
  aktion text not null,
  ressource text not null,
  ressource_id text,
  werte text not null,
  anfrage_id text,
  xid xid8 not null default pg_current_xact_id()
);
create index on auditlog (zeitpunkt, id);
create index on auditlog (benutzer_id, zeitpunkt, id);
create index on auditlog (ressource, ressource_id, zeitpunkt, id);
create trigger unveraenderlich before update or delete on auditlog
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on auditlog
  for each statement execute function verweigere_aenderung();

-- Idempotency -----------------------------------------------------------------------------------------------------

create table idempotenz (
  benutzer_id bigint not null references benutzer on delete cascade,
  route text not null,
  schluessel text not null,
  koerper_hash text not null,
  antwort jsonb not null,
  erstellt_am timestamptz not null default now(),
  primary key (benutzer_id, route, schluessel)
);
create index on idempotenz (erstellt_am);

grant select, insert, update on benutzer to pacht_app;
grant select, insert, update, delete on sitzung, idempotenz to pacht_app;
grant select, insert on auditlog to pacht_app, pacht_worker;
grant select on benutzer to pacht_worker;
grant select, delete on sitzung, idempotenz to pacht_worker;
