-- Duplicates of contacts and of leased objects: found by shared keys, kept as pairs, decided by people.

-- By what records are compared: no foreign keys, because each record has about ten rows; whoever deletes a record
-- deletes them, and one that is left over finds nobody.
create table duplikat_kontakt_schluessel (
  schluessel integer not null,
  id bigint not null,
  primary key (schluessel, id)
);
create table duplikat_patchobjekt_schluessel (like duplikat_kontakt_schluessel including all);

-- The pairs that are likely one record entered twice, the smaller id first.
create table duplikat_kontakt_paar (
  a_id bigint not null references kontakt on delete cascade,
  b_id bigint not null references kontakt on delete cascade,
  score integer not null check (score between 0 and 100),
  gruende text[] not null,
  -- Somebody has decided that it is none.
  kein_duplikat boolean not null default false,
  primary key (a_id, b_id),
  check (a_id < b_id)
);
create index on duplikat_kontakt_paar (b_id);
create index on duplikat_kontakt_paar (kein_duplikat, score desc, a_id, b_id);

create table duplikat_patchobjekt_paar (
  a_id bigint not null references patchobjekt on delete cascade,
  b_id bigint not null references patchobjekt on delete cascade,
  score integer not null check (score between 0 and 100),
  gruende text[] not null,
  kein_duplikat boolean not null default false,
  primary key (a_id, b_id),
  check (a_id < b_id)
);
create index on duplikat_patchobjekt_paar (b_id);
create index on duplikat_patchobjekt_paar (kein_duplikat, score desc, a_id, b_id);

-- What people have decided outlives the pair: a night that finds it again finds it decided.
create table duplikat_kontakt_entscheidung (
  a_id bigint not null references kontakt on delete cascade,
  b_id bigint not null references kontakt on delete cascade,
  benutzer_id bigint references benutzer,
  benutzer_name text not null,
  entschieden_am timestamptz not null default now(),
  primary key (a_id, b_id),
  check (a_id < b_id)
);
create index on duplikat_kontakt_entscheidung (b_id);

create table duplikat_patchobjekt_entscheidung (
  a_id bigint not null references patchobjekt on delete cascade,
  b_id bigint not null references patchobjekt on delete cascade,
  benutzer_id bigint references benutzer,
  benutzer_name text not null,
  entschieden_am timestamptz not null default now(),
  primary key (a_id, b_id),
  check (a_id < b_id)
);
create index on duplikat_patchobjekt_entscheidung (b_id);

-- The full run over one kind of record: which one is the newest, whether it is under way, and what it has counted.
create table duplikat_lauf (
  art text primary key check (art in ('kontakt', 'patchobjekt')),
  nr bigint not null default 0,
  laeuft boolean not null default false,
  -- Of the keys that are stored; 0: none yet.
  fassung integer not null default 0,
  bestand bigint not null default 0,
  abgeschlossen_am timestamptz
);
insert into duplikat_lauf (art) values ('kontakt'), ('patchobjekt');

-- How often the more frequent words of names occur, as the last full run counted them.
create table duplikat_haeufigkeit (
  art text not null references duplikat_lauf,
  wort text not null,
  anzahl bigint not null,
  primary key (art, wort)
);

-- Records that were saved while a full run was under way, which it has to look at once more.
create table duplikat_nachtrag (
  art text not null references duplikat_lauf,
  id bigint not null,
  primary key (art, id)
);

-- Rights --------------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on duplikat_kontakt_schluessel, duplikat_patchobjekt_schluessel,
  duplikat_kontakt_paar, duplikat_patchobjekt_paar, duplikat_nachtrag to pacht_app, pacht_worker;
grant select, insert, update, delete on duplikat_kontakt_entscheidung, duplikat_patchobjekt_entscheidung to pacht_app;
grant select on duplikat_kontakt_entscheidung, duplikat_patchobjekt_entscheidung to pacht_worker;
grant select on duplikat_lauf, duplikat_haeufigkeit to pacht_app;
grant select, update on duplikat_lauf to pacht_worker;
grant select, insert, update, delete on duplikat_haeufigkeit to pacht_worker;
