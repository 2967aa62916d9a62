-- Technique that knows no lease: roles, search texts, versions, sign-in, audit log and its seal, idempotency.

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

-- Search texts --------------------------------------------------------------------------------------------------------

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

-- The distinct words of a normalised text, a line each. A search word never holds a blank, so it stands in the text if
-- and only if it stands in one of its words.
create function such_worte(text) returns text language sql immutable parallel safe strict
  return (
    select coalesce(string_agg(distinct wort, e'\n'), '')
    from (
      select wort collate "C" wort from string_to_table(translate($1, e'\t\r\n', '   '), ' ') wort where wort <> ''
    ) worte);

-- Versions, and what never changes ------------------------------------------------------------------------------------

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

-- Sign-in -------------------------------------------------------------------------------------------------------------

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

-- Tries of the emergency sign-in.
create table break_glass_versuch (
  id bigint generated always as identity primary key,
  zeitpunkt timestamptz not null default now()
);
create index on break_glass_versuch (zeitpunkt);

-- Audit log -----------------------------------------------------------------------------------------------------------

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
-- The order in which entries are sealed.
create index on auditlog (xid, id);
-- What users changed is counted by day, from the index alone.
create index auditlog_von_benutzern on auditlog (zeitpunkt, id, ressource, benutzer_id) where benutzer_id is not null;
create trigger unveraenderlich before update or delete on auditlog
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on auditlog
  for each statement execute function verweigere_aenderung();

-- One row a sealed entry: `nr` is its place in the chain, `hash` the SHA-256 of the hash before it and its own content.
create table siegel_eintrag (
  nr bigint primary key,
  auditlog_id bigint not null unique,
  hash bytea not null,
  check (nr > 0),
  check (octet_length(hash) = 32)
);
create trigger unveraenderlich before update or delete on siegel_eintrag
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on siegel_eintrag
  for each statement execute function verweigere_aenderung();

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

create trigger unveraenderlich before update or delete on siegel
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on siegel
  for each statement execute function verweigere_aenderung();

-- Each change of a remark, with who and when.
create table bemerkung_verlauf (
  id bigint generated always as identity primary key,
  ressource text not null,
  ressource_id bigint not null,
  bemerkung text,
  benutzer_id bigint references benutzer,
  benutzer_name text not null,
  zeitpunkt timestamptz not null default now()
);
create index on bemerkung_verlauf (zeitpunkt, id);
create index on bemerkung_verlauf (ressource, ressource_id);

-- Idempotency ---------------------------------------------------------------------------------------------------------

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

-- Rights --------------------------------------------------------------------------------------------------------------

grant select, insert, update on benutzer to pacht_app;
grant select on benutzer to pacht_worker;
grant select, insert, update, delete on sitzung, idempotenz to pacht_app;
grant select, delete on sitzung, idempotenz to pacht_worker;
grant select, insert on break_glass_versuch, bemerkung_verlauf to pacht_app;
grant select, insert on auditlog to pacht_app, pacht_worker;
grant select on siegel_eintrag, siegel to pacht_app;
grant select, insert on siegel_eintrag, siegel to pacht_worker;
