-- Archived documents in an external accounting system: how each stands there, every attempt, jobs, and the books of the
-- sandbox.

-- Beside the archive: one row a document ------------------------------------------------------------------------------

-- `offen`: nothing was ever tried; on the wire that is pending, or legacy before the integration's start date. Rows
-- come with the archive's own statement and the archive is never deleted from, so there is no foreign key to check row
-- by row.
create table extaccounting_dokument (
  beleg_id bigint primary key,
  belegdatum date not null,
  zustand text not null default 'offen'
    check (zustand in ('offen', 'pending', 'synced', 'failed', 'uncertain', 'cancelled', 'deleted')),
  version integer not null default 1,
  -- Counts up when what stands outside under the reference is dead: a later export gets a reference of its own.
  generation integer not null default 1,
  referenz text,
  system text,
  mandant_id text,
  extern_id text,
  extern_nummer text,
  -- The word of the other system.
  extern_zustand text,
  -- Why it is failed or uncertain; for uncertain also in which phase, and from when on "not found" counts.
  code text,
  ursache text,
  phase text,
  nicht_vor timestamptz,
  geaendert_am timestamptz not null default now(),
  check (zustand <> 'synced' or extern_id is not null),
  check ((zustand = 'uncertain') = (nicht_vor is not null)),
  check ((zustand = 'uncertain') = (phase is not null))
);
create index on extaccounting_dokument (zustand, belegdatum, beleg_id);
create unique index on extaccounting_dokument (referenz) where referenz is not null;
create trigger version before update on extaccounting_dokument for each row execute function zaehle_version();
create trigger unveraenderlich before delete on extaccounting_dokument
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on extaccounting_dokument
  for each statement execute function verweigere_aenderung();

create function merke_beleg_fuer_extaccounting() returns trigger language plpgsql as $$
begin
  insert into extaccounting_dokument (beleg_id, belegdatum) select id, belegdatum from neu;
  return null;
end $$;
create trigger extaccounting_neu after insert on archiv_beleg
  referencing new table as neu for each statement execute function merke_beleg_fuer_extaccounting();

-- By state and day: pending and legacy differ by the day alone.
create function zaehle_extaccounting_dokument() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into zaehler
    select 'extaccounting', zustand || ' ' || belegdatum, count(*) from neu group by zustand, belegdatum;
  else
    insert into zaehler
    select 'extaccounting', zustand || ' ' || belegdatum, sum(n)
    from (select zustand, belegdatum, 1 n from neu union all select zustand, belegdatum, -1 from alt) t
    group by zustand, belegdatum
    having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger zaehler_neu after insert on extaccounting_dokument
  referencing new table as neu for each statement execute function zaehle_extaccounting_dokument();
create trigger zaehler_geaendert after update on extaccounting_dokument
  referencing old table as alt new table as neu for each statement execute function zaehle_extaccounting_dokument();

-- Settings and connection ---------------------------------------------------------------------------------------------

create table extaccounting_einstellungen (
  id integer primary key default 1 check (id = 1),
  version integer not null default 1,
  integrationsstart date,
  mandant_id text,
  journal_rechnung text,
  journal_lieferant text,
  konto_forderungen text,
  konto_verbindlichkeiten text,
  -- [{richtung, positionsartId, steuersatzBp, konto, steuer}]
  zuordnungen jsonb not null default '[]',
  geaendert_am timestamptz not null default now()
);
create trigger version before update on extaccounting_einstellungen for each row execute function zaehle_version();
insert into extaccounting_einstellungen default values;

-- The circuit breaker, one for server and worker. `zugang` tells one access from another; it says nothing of its
-- secret.
create table extaccounting_verbindung (
  id integer primary key default 1 check (id = 1),
  zugang text not null default '',
  fehlschlaege integer not null default 0,
  offen_bis timestamptz,
  code text,
  ursache text,
  check ((offen_bis is null) or (code is not null and ursache is not null))
);
insert into extaccounting_verbindung default values;

-- Jobs ----------------------------------------------------------------------------------------------------------------

create table extaccounting_auftrag (
  id bigint generated always as identity primary key,
  art text not null check (art in ('export', 'refresh', 'reconcile')),
  status text not null default 'wartend'
    check (status in ('wartend', 'laufend', 'angehalten', 'abgeschlossen', 'abgebrochen')),
  -- {dokumentIds} or {filter} as asked for
  auswahl jsonb not null,
  -- The documents are written down once, by whoever begins; from then on the selection is what it is.
  ist_ermittelt boolean not null default false,
  gesamt integer not null default 0,
  erledigt integer not null default 0,
  erfolgreich integer not null default 0,
  fehlgeschlagen integer not null default 0,
  ungeklaert integer not null default 0,
  uebersprungen integer not null default 0,
  ursache text,
  -- When a job that was stopped goes on by itself.
  weiter_am timestamptz,
  benutzer_id bigint references benutzer,
  benutzer_name text not null,
  erstellt_am timestamptz not null default now(),
  begonnen_am timestamptz,
  beendet_am timestamptz,
  check ((status in ('abgeschlossen', 'abgebrochen')) = (beendet_am is not null)),
  check (erledigt = erfolgreich + fehlgeschlagen + ungeklaert + uebersprungen)
);
create unique index extaccounting_auftrag_einer_je_art on extaccounting_auftrag (art)
  where status in ('wartend', 'laufend', 'angehalten');

create table extaccounting_auftrag_dokument (
  auftrag_id bigint not null references extaccounting_auftrag,
  belegdatum date not null,
  beleg_id bigint not null,
  ergebnis text check (ergebnis in ('erfolgreich', 'fehlgeschlagen', 'ungeklaert', 'uebersprungen')),
  ursache text,
  primary key (auftrag_id, beleg_id)
);
create index on extaccounting_auftrag_dokument (auftrag_id, belegdatum, beleg_id) where ergebnis is null;

-- Attempts ------------------------------------------------------------------------------------------------------------

-- Written before anything leaves, ended once, then for ever as it is. An open one without a live process is uncertain.
create table extaccounting_versuch (
  id uuid primary key,
  beleg_id bigint not null references extaccounting_dokument,
  aktion text not null check (aktion in ('export', 'refresh', 'reconcile', 'cancel', 'delete')),
  system text not null,
  referenz text,
  benutzer_id bigint references benutzer,
  benutzer_name text not null,
  auftrag_id bigint references extaccounting_auftrag,
  begonnen_am timestamptz not null,
  -- The changing request that was on its way last; null: none has left yet.
  phase text check (phase in ('partei', 'anlegen', 'festschreiben', 'stornieren', 'loeschen')),
  phase_begonnen_am timestamptz,
  beendet_am timestamptz,
  ausgang text check (ausgang in ('done', 'accepted', 'rejected', 'uncertain')),
  code text,
  ursache text,
  extern_id text,
  extern_nummer text,
  check ((beendet_am is null) = (ausgang is null)),
  check ((phase is null) = (phase_begonnen_am is null)),
  check (ausgang is null or ausgang = 'done' or ursache is not null)
);
create index on extaccounting_versuch (beleg_id, begonnen_am);
create unique index extaccounting_versuch_einer_je_beleg on extaccounting_versuch (beleg_id) where beendet_am is null;
create trigger unveraenderlich before update on extaccounting_versuch
  for each row when (old.beendet_am is not null) execute function verweigere_aenderung();
create trigger unveraenderlich_geloescht before delete on extaccounting_versuch
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on extaccounting_versuch
  for each statement execute function verweigere_aenderung();

-- The sandbox: books of a stand-in that only its own process opens ----------------------------------------------------

create table sandkasten_partei (
  id bigint generated always as identity primary key,
  mandant_id text not null,
  code text not null,
  name text not null,
  unique (mandant_id, code)
);

create table sandkasten_beleg (
  id bigint generated always as identity primary key,
  mandant_id text not null,
  -- Searchable and not unique, as in real systems.
  referenz text not null,
  richtung text not null check (richtung in ('rechnung', 'lieferant')),
  zustand text not null default 'entwurf' check (zustand in ('entwurf', 'offen', 'bezahlt', 'storniert')),
  nummer text unique,
  partei_id bigint not null references sandkasten_partei,
  belegdatum date not null,
  buchungsdatum date not null,
  beschreibung text not null,
  zeilen jsonb not null,
  netto_cent bigint not null,
  brutto_cent bigint not null,
  storniert_durch text unique,
  erstellt_am timestamptz not null default now(),
  check ((zustand = 'entwurf') = (nummer is null))
);
create index on sandkasten_beleg (mandant_id, referenz);

create table sandkasten_nummer (
  kreis text primary key,
  naechste bigint not null default 1
);

-- Rights --------------------------------------------------------------------------------------------------------------

grant select, insert, update on extaccounting_dokument, extaccounting_versuch to pacht_app, pacht_worker;
grant select, update on extaccounting_einstellungen to pacht_app;
grant select on extaccounting_einstellungen to pacht_worker;
grant select, update on extaccounting_verbindung to pacht_app, pacht_worker;
grant select, insert, update on extaccounting_auftrag, extaccounting_auftrag_dokument to pacht_app, pacht_worker;
grant select, insert, update, delete on sandkasten_partei, sandkasten_beleg, sandkasten_nummer to pacht_worker;
