-- Master data: settings, contacts, lease accounts with parties, positions, documents and due dates, leased objects.

-- Settings ------------------------------------------------------------------------------------------------------------

create table kontaktart (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  bezeichnung text not null,
  aktiv boolean not null default true,
  erstellt_am timestamptz not null default now(),
  geaendert_am timestamptz not null default now(),
  unique (name)
);

create table positionsart (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  name text not null,
  kuerzel text not null,
  steuersatz_bp integer not null check (steuersatz_bp between 0 and 10000),
  steuerbefreiung_grund text,
  erhoehbar boolean not null default true,
  weiterleitung boolean not null default true,
  erloeskonto text,
  aktiv boolean not null default true,
  erstellt_am timestamptz not null default now(),
  geaendert_am timestamptz not null default now(),
  check (steuersatz_bp > 0 or steuerbefreiung_grund is not null)
);
create unique index positionsart_name on positionsart (lower(name));

-- One row: the operator. Bank accounts and DATEV data are small fixed objects that are only ever read whole.
create table firmendaten (
  id integer primary key default 1 check (id = 1),
  version integer not null default 1,
  firma text,
  rechtsform text,
  strasse text,
  hausnummer text,
  adresszusatz text,
  plz text,
  ort text,
  land text not null default 'DE',
  steuernummer text,
  ust_id text,
  registergericht text,
  registernummer text,
  geschaeftsfuehrung text,
  telefon text,
  email text,
  website text,
  geschaeftskonto_iban text,
  geschaeftskonto_bic text,
  geschaeftskonto_bank text,
  treuhandkonto_iban text,
  treuhandkonto_bic text,
  treuhandkonto_bank text,
  glaeubiger_id text,
  zahlungsziel_tage integer not null default 14 check (zahlungsziel_tage between 0 and 365),
  verwaltungsgebuehr_steuersatz_bp integer not null default 1900
    check (verwaltungsgebuehr_steuersatz_bp between 0 and 10000),
  datev_berater text,
  datev_mandant text,
  datev_wj_beginn text,
  datev_sachkontenlaenge integer,
  -- Where the posting batch puts what is passed on to lessors, and the fee.
  datev_weiterleitungskonto text,
  datev_gebuehrenkonto text,
  geaendert_am timestamptz not null default now()
);
insert into firmendaten default values;

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

-- Contacts ---

create table kontakt (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  typ text not null references kontaktart (name) on update cascade,
  ist_organisation boolean not null default false,
  anrede text,
  titel text,
  vorname text,
  nachname text,
  firma text,
  anzeigename text not null generated always as (
    case when ist_organisation then coalesce(firma, '')
      else btrim(coalesce(titel || ' ', '') || coalesce(vorname || ' ', '') || coalesce(nachname, '')) end) stored,
  strasse text,
  hausnummer text,
  adresszusatz text,
  plz text,
  ort text,
  land text not null default 'DE' check (land ~ '^[A-Z]{2}$'),
  telefon text,
  mobil text,
  email text,
  iban text,
  bic text,
  kontoinhaber text,
  zahlungsart text not null default 'ueberweisung'
    check (zahlungsart in ('ueberweisung', 'lastschrift', 'bar', 'verrechnung')),
  sepa_mandat_referenz text,
  sepa_mandat_datum date,
  zahlungsmoral integer not null default 0 check (zahlungsmoral in (0, 1, 3)),
  bank_bestaetigt_am date,
  debitornummer text,
  kreditornummer text,
  steuernummer text,
  ust_id text,
  umsatzsteuer_status text
    check (umsatzsteuer_status in ('regelbesteuert', 'kleinunternehmer', 'pauschaliert', 'nicht_steuerbar')),
  bemerkung text,
  -- What an account is found by: the names and the town of its parties.
  suchtext_partei text not null generated always as (such_text(
    coalesce(titel || ' ', '') || coalesce(vorname || ' ', '') || coalesce(nachname || ' ', '') ||
    coalesce(firma || ' ', '') || coalesce(ort, ''))) stored,
  erstellt_am timestamptz not null default now(),
  geaendert_am timestamptz not null default now(),
  check (case when ist_organisation then firma is not null else nachname is not null end),
  check ((sepa_mandat_referenz is null) = (sepa_mandat_datum is null))
);

-- Lease accounts ------------------------------------------------------------------------------------------------------

create table pachtkonto (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  kontonummer text not null unique,
  bezeichnung text,
  status text not null default 'aktiv' check (status in ('aktiv', 'inaktiv', 'gekuendigt', 'ausgelaufen')),
  pachtbeginn date not null,
  pachtende date,
  gekuendigt_am date,
  kuendigung_zum date,
  abrechnung_ab date,
  pachtjahr_beginn text not null default '01-01'
    check (pachtjahr_beginn ~ '^(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$'),
  zahlungsrhythmus text not null
    check (zahlungsrhythmus in ('monatlich', 'vierteljaehrlich', 'halbjaehrlich', 'jaehrlich')),
  ist_vorauszahlend boolean,
  zahlungsziel_tage integer check (zahlungsziel_tage between 0 and 365),
  berechnungsart text not null default 'monatsgenau'
    check (berechnungsart in ('monatsgenau', 'tagesgenau', 'dreissig360')),
  hebemonat text check (hebemonat ~ '^(0[1-9]|1[0-2])$'),
  letzte_hebung date,
  naechste_hebung date,
  schlussabrechnung date,
  verwaltungsgebuehr_bp integer check (verwaltungsgebuehr_bp between 0 and 10000),
  bemerkung text,
  feldwerte jsonb not null default '{}' check (jsonb_typeof(feldwerte) = 'object'),
  -- Last write to anything that the account's amounts follow from; a preview older than this may no longer fit.
  eingabe_geaendert_am timestamptz not null default clock_timestamp(),
  erstellt_am timestamptz not null default now(),
  geaendert_am timestamptz not null default now(),
  check (pachtende >= pachtbeginn),
  check (status <> 'gekuendigt' or kuendigung_zum is not null)
);
create index on pachtkonto (status, kontonummer);
create index on pachtkonto (pachtbeginn);
create index on pachtkonto (pachtende);
create index on pachtkonto (schlussabrechnung);
create index on pachtkonto (letzte_hebung);
create index on pachtkonto (naechste_hebung);
create index on pachtkonto (hebemonat);
-- Lease ends are counted by day, from the index alone.
create index pachtkonto_laufend_bis on pachtkonto (pachtende) where status in ('aktiv', 'gekuendigt');
-- Any combination of filters is counted, and any page is cut, in the order of the list without touching the accounts.
create index pachtkonto_ordnung on pachtkonto (kontonummer) include (id, status, pachtbeginn, pachtende,
  schlussabrechnung, ist_vorauszahlend, hebemonat, letzte_hebung);

-- The next number that the server proposes; the row is locked while one is drawn.
create table kontonummer_zaehler (
  id integer primary key default 1 check (id = 1),
  naechste bigint not null default 1
);
insert into kontonummer_zaehler default values;

create table pachtkonto_beteiligter (
  id bigint generated always as identity primary key,
  pachtkonto_id bigint not null references pachtkonto on delete cascade,
  kontakt_id bigint not null references kontakt,
  rolle text not null check (rolle in ('paechter', 'verpaechter', 'bevollmaechtigter')),
  hauptkontakt boolean not null default false,
  anteil_zaehler bigint check (anteil_zaehler between 1 and 1000000000),
  anteil_nenner bigint check (anteil_nenner between 1 and 1000000000),
  gueltig_von date,
  gueltig_bis date,
  check (gueltig_bis >= gueltig_von),
  check ((anteil_zaehler is null) = (anteil_nenner is null)),
  check (anteil_zaehler <= anteil_nenner)
);
create index on pachtkonto_beteiligter (pachtkonto_id, rolle);
create index on pachtkonto_beteiligter (kontakt_id);

create table pachtkonto_position (
  id bigint generated by default as identity primary key,
  version integer not null default 1,
  pachtkonto_id bigint not null references pachtkonto on delete cascade,
  -- The first version points at itself; all versions of a position share it.
  ursprung_id bigint not null references pachtkonto_position deferrable initially deferred,
  positionsart_id bigint not null references positionsart,
  bezeichnung text,
  betrag_cent bigint not null check (betrag_cent between -1000000000000 and 1000000000000),
  intervall text not null
    check (intervall in ('monatlich', 'vierteljaehrlich', 'halbjaehrlich', 'jaehrlich', 'einmalig')),
  gueltig_von date,
  gueltig_bis date,
  steuersatz_bp integer check (steuersatz_bp between 0 and 10000),
  anteilig boolean not null default true,
  erstellt_am timestamptz not null default now(),
  geaendert_am timestamptz not null default now(),
  check (gueltig_bis >= gueltig_von),
  check (intervall <> 'einmalig' or gueltig_von is not null),
  constraint position_versionen_getrennt exclude using gist
    (ursprung_id with =, daterange(gueltig_von, gueltig_bis, '[]') with &&)
);
create index on pachtkonto_position (pachtkonto_id);
create index on pachtkonto_position (positionsart_id);

-- Documents that clerks keep with an account.
create table pachtkonto_dokument (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  pachtkonto_id bigint not null references pachtkonto,
  dateiname text not null,
  medientyp text not null,
  groesse bigint not null check (groesse >= 0),
  sha256 text not null,
  hochgeladen_von text not null,
  erstellt_am timestamptz not null default now(),
  geaendert_am timestamptz not null default now()
);
-- The list of an account, newest first.
create index on pachtkonto_dokument (pachtkonto_id, id desc);

-- Pieces of one size, the last one shorter: a part of the file is found by its number alone.
create table pachtkonto_dokument_stueck (
  dokument_id bigint not null references pachtkonto_dokument on delete cascade,
  nr integer not null check (nr >= 0),
  inhalt bytea not null,
  primary key (dokument_id, nr)
);
alter table pachtkonto_dokument_stueck alter column inhalt set storage external;

-- The plan that follows from an account's terms.
create table faelligkeit (
  id bigint generated always as identity primary key,
  pachtkonto_id bigint not null references pachtkonto on delete cascade,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  art text not null check (art in ('regulaer', 'schlussabrechnung')),
  -- What is booked stays true, also when it is cancelled: a period that a storno opens again is billed in the grid that
  -- it was booked in, whatever grid the account has by now. null: the account's.
  pachtjahr_beginn text,
  zahlungsrhythmus text check (zahlungsrhythmus in ('monatlich', 'vierteljaehrlich', 'halbjaehrlich', 'jaehrlich')),
  status text not null default 'offen' check (status in ('offen', 'gebucht', 'entfallen')),
  -- Refers to the run once there are runs.
  buchungslauf_id uuid,
  check (zeitraum_bis >= zeitraum_von),
  check ((status = 'gebucht') = (buchungslauf_id is not null)),
  check ((pachtjahr_beginn is null) = (zahlungsrhythmus is null)),
  constraint faelligkeit_getrennt exclude using gist
    (pachtkonto_id with =, daterange(zeitraum_von, zeitraum_bis, '[]') with &&) where (status <> 'entfallen')
);
create index on faelligkeit (pachtkonto_id, zeitraum_von);
create index faelligkeit_offen on faelligkeit (faellig_am, pachtkonto_id) where status = 'offen';
create index on faelligkeit (buchungslauf_id);

-- Leased objects ---

create table patchobjekt (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  bezeichnung text not null,
  objektart text not null check (objektart in ('acker', 'gruenland', 'wald', 'garten', 'gewaesser', 'gewerbe',
    'stellplatz', 'windkraft', 'solar', 'jagd', 'sonstige')),
  status text not null default 'aktuell' check (status in ('aktuell', 'veraltet', 'kritisch', 'geplant')),
  strasse text,
  hausnummer text,
  adresszusatz text,
  plz text,
  ort text,
  land text not null default 'DE' check (land ~ '^[A-Z]{2}$'),
  gemarkung text,
  flur text,
  flurstueck_zaehler text,
  flurstueck_nenner text,
  flaeche_qm bigint check (flaeche_qm between 0 and 100000000000),
  pachtkonto_id bigint references pachtkonto,
  geprueft_am date,
  bemerkung text,
  -- Where it lies: what its account is found by.
  suchtext_lage text not null generated always as (such_text(
    coalesce(strasse || ' ', '') || coalesce(hausnummer || ' ', '') || coalesce(plz || ' ', '') ||
    coalesce(ort || ' ', '') || coalesce(gemarkung || ' ', '') || coalesce('Flur ' || flur || ' ', '') ||
    coalesce(flurstueck_zaehler, '') || coalesce('/' || flurstueck_nenner, ''))) stored,
  erstellt_am timestamptz not null default now(),
  geaendert_am timestamptz not null default now()
);
create index on patchobjekt (pachtkonto_id);
create index on patchobjekt (status);

-- Versions ------------------------------------------------------------------------------------------------------------

create trigger version before update on kontaktart for each row execute function zaehle_version();
create trigger version before update on positionsart for each row execute function zaehle_version();
create trigger version before update on firmendaten for each row execute function zaehle_version();
create trigger version before update on kontakt for each row execute function zaehle_version();
create trigger version before update on pachtkonto_position for each row execute function zaehle_version();
create trigger version before update on logo for each row execute function zaehle_version();
create trigger version before update on patchobjekt for each row execute function zaehle_version();

-- An account's version moves with the record; what only its amounts depend on moves `eingabe_geaendert_am` alone.
create function zaehle_pachtkonto_version() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'eingabe_geaendert_am' is distinct from to_jsonb(old) - 'eingabe_geaendert_am' then
    new.version := old.version + 1;
    new.geaendert_am := now();
  end if;
  new.eingabe_geaendert_am := clock_timestamp();
  return new;
end $$;
create trigger version before update on pachtkonto for each row execute function zaehle_pachtkonto_version();

-- Positions, parties and increases are part of their account: a write to them is a write to it.
create function beruehre_pachtkonto() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update pachtkonto set geaendert_am = now(), version = version + 1
    where id in (select pachtkonto_id from neu);
  elsif tg_op = 'DELETE' then
    update pachtkonto set geaendert_am = now(), version = version + 1
    where id in (select pachtkonto_id from alt);
  else
    update pachtkonto set geaendert_am = now(), version = version + 1
    where id in (select pachtkonto_id from neu union select pachtkonto_id from alt);
  end if;
  return null;
end $$;

create trigger konto_neu after insert on pachtkonto_position
  referencing new table as neu for each statement execute function beruehre_pachtkonto();
create trigger konto_geaendert after update on pachtkonto_position
  referencing old table as alt new table as neu for each statement execute function beruehre_pachtkonto();
create trigger konto_geloescht after delete on pachtkonto_position
  referencing old table as alt for each statement execute function beruehre_pachtkonto();
create trigger konto_neu after insert on pachtkonto_beteiligter
  referencing new table as neu for each statement execute function beruehre_pachtkonto();
create trigger konto_geaendert after update on pachtkonto_beteiligter
  referencing old table as alt new table as neu for each statement execute function beruehre_pachtkonto();
create trigger konto_geloescht after delete on pachtkonto_beteiligter
  referencing old table as alt for each statement execute function beruehre_pachtkonto();

-- What amounts follow from besides the account itself. Contacts that share accounts lock them in one order, and in a
-- statement of its own: the one that updates then finds the rows as they are locked, and need not walk there from a
-- version that others queue at.
create function beruehre_eingabe_kontakt() returns trigger language plpgsql as $$
declare
  ids bigint[] := array(
    select id
    from pachtkonto
    where id in (select b.pachtkonto_id from pachtkonto_beteiligter b join neu on neu.id = b.kontakt_id)
    order by id
    for no key update);
begin
  update pachtkonto set eingabe_geaendert_am = clock_timestamp() where id = any(ids);
  return null;
end $$;
create trigger eingabe after update on kontakt
  referencing new table as neu for each statement execute function beruehre_eingabe_kontakt();

create function beruehre_eingabe_positionsart() returns trigger language plpgsql as $$
begin
  update pachtkonto set eingabe_geaendert_am = clock_timestamp()
  where id in (select p.pachtkonto_id from pachtkonto_position p join neu on neu.id = p.positionsart_id);
  return null;
end $$;
create trigger eingabe after update on positionsart
  referencing new table as neu for each statement execute function beruehre_eingabe_positionsart();

create function beruehre_eingabe_firmendaten() returns trigger language plpgsql as $$
begin
  update pachtkonto set eingabe_geaendert_am = clock_timestamp();
  return null;
end $$;
create trigger eingabe after update on firmendaten for each row
  when (old.verwaltungsgebuehr_steuersatz_bp is distinct from new.verwaltungsgebuehr_steuersatz_bp
    or old.zahlungsziel_tage is distinct from new.zahlungsziel_tage)
  execute function beruehre_eingabe_firmendaten();

-- Rights ---

grant select, insert, update, delete on kontaktart, positionsart, logo, kontakt, pachtkonto, pachtkonto_beteiligter,
  pachtkonto_position, pachtkonto_dokument, faelligkeit, patchobjekt to pacht_app;
grant select, insert, delete on pachtkonto_dokument_stueck to pacht_app;
grant select, update on firmendaten, kontonummer_zaehler to pacht_app;
grant usage on sequence pachtkonto_position_id_seq to pacht_app;
grant select on kontaktart, positionsart, firmendaten, logo, kontakt, pachtkonto_beteiligter, pachtkonto_position,
  pachtkonto_dokument, patchobjekt to pacht_worker;
grant select, update on pachtkonto to pacht_worker;
grant select, insert, update, delete on faelligkeit to pacht_worker;
