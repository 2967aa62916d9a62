-- The keys of the system that an office comes from. Two of them may lead to one record.
create table importschluessel (
  art text not null check (art in ('kontakt', 'patchobjekt', 'pachtkonto', 'position', 'hebung')),
  schluessel text not null check (length(schluessel) between 1 and 64),
  -- Of a position the id of its first version.
  datensatz_id bigint not null,
  primary key (art, schluessel)
);
create index on importschluessel (art, datensatz_id);

-- A record as the last import left it: what differs from it, a clerk has changed since. Of a position each version.
create table importstand (
  art text not null check (art in ('kontakt', 'patchobjekt', 'pachtkonto', 'position', 'hebung', 'positionsart', 'kontaktart', 'firmendaten')),
  datensatz_id bigint not null,
  werte jsonb not null,
  -- What the file said where the record came out otherwise: an end of the lease that follows from its notice.
  abweichend jsonb not null default '{}',
  primary key (art, datensatz_id)
);

-- A file that is to be imported, and how far that is.
create table importlauf (
  id bigint generated always as identity primary key,
  dateiname text not null,
  groesse bigint not null,
  sha256 text not null,
  -- The sheet that a CSV is.
  blatt text,
  status text not null default 'wird_geprueft'
    check (status in ('wird_geprueft', 'geprueft', 'wird_ausgefuehrt', 'ausgefuehrt')),
  ueberschreiben boolean not null default false,
  zeilen integer not null default 0,
  -- By sheet how many records would be new, changed, unchanged, wrong; after the execution how many were.
  zaehlung jsonb not null default '{}',
  -- The job that checks or executes it.
  auftrag_id bigint,
  benutzer_id bigint references benutzer,
  benutzer_name text not null,
  rollen text[] not null,
  anfrage_id text,
  angelegt_am timestamptz not null default now(),
  geprueft_am timestamptz,
  ausgefuehrt_am timestamptz
);
create index on importlauf (benutzer_id);
create index on importlauf (angelegt_am);

create table importlauf_stueck (
  importlauf_id bigint not null references importlauf on delete cascade,
  nr integer not null check (nr >= 0),
  inhalt bytea not null,
  primary key (importlauf_id, nr)
);

-- The rows as read.
create table importlauf_zeile (
  importlauf_id bigint not null references importlauf on delete cascade,
  blatt text not null,
  zeile integer not null,
  werte jsonb not null,
  ist_lesbar boolean not null,
  primary key (importlauf_id, blatt, zeile)
);

create table importlauf_befund (
  id bigint generated always as identity primary key,
  importlauf_id bigint not null references importlauf on delete cascade,
  -- Whether the reader has it to say; the others are found anew with each check.
  ist_vom_lesen boolean not null,
  blatt_nr integer not null,
  blatt text,
  zeile integer,
  spalte text,
  schwere text not null check (schwere in ('fehler', 'hinweis')),
  code text not null,
  text text not null,
  wert text
);
create index on importlauf_befund (importlauf_id, blatt_nr, zeile, id);

grant select on importschluessel, importstand to pacht_app;
grant select, insert, update on importlauf to pacht_app;
grant select, insert on importlauf_stueck to pacht_app;
grant select on importlauf_zeile, importlauf_befund to pacht_app;

grant select, insert, update, delete on importschluessel, importstand, importlauf_zeile, importlauf_befund to pacht_worker;
grant select, update, delete on importlauf to pacht_worker;
grant select on importlauf_stueck to pacht_worker;

-- What an import writes, the worker writes, with all that the triggers do.
grant insert, update on kontakt, patchobjekt to pacht_worker;
grant insert on pachtkonto to pacht_worker;
grant insert, delete on pachtkonto_beteiligter to pacht_worker;
grant insert, update on pachtkonto_position to pacht_worker;
grant usage on sequence pachtkonto_position_id_seq to pacht_worker;
grant update on positionsart to pacht_worker;
grant select, insert, update, delete on kontakt_liste, patchobjekt_liste to pacht_worker;
grant select, update on kontonummer_zaehler to pacht_worker;
grant insert on bemerkung_verlauf to pacht_worker;
