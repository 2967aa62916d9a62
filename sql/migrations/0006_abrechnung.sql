-- Rent increases, booking runs with their stage, the archive, final settlements.

-- Rent increases ------------------------------------------------------------------------------------------------------

create table hebung (
  id bigint generated always as identity primary key,
  version integer not null default 1,
  pachtkonto_id bigint not null references pachtkonto on delete cascade,
  bezeichnung text,
  art text not null check (art in ('prozent', 'betrag', 'neuer_betrag', 'index')),
  wert_bp integer,
  betrag_cent bigint,
  index_basis numeric(9, 1),
  index_neu numeric(9, 1),
  index_basisjahr integer,
  wirksam_ab date not null,
  position_ids bigint[],
  status text not null default 'geplant' check (status in ('geplant', 'aktiv', 'abgeschlossen', 'storniert')),
  begruendung text,
  abgeschlossen_am timestamptz,
  abgeschlossen_von text,
  -- Old and new amounts per position, as completed.
  abschluss jsonb,
  erstellt_am timestamptz not null default now(),
  geaendert_am timestamptz not null default now(),
  check (case art
    when 'prozent' then wert_bp is not null
    when 'index' then index_basis is not null and index_neu is not null
    else betrag_cent is not null end),
  check ((status = 'abgeschlossen') = (abgeschlossen_am is not null))
);
create index on hebung (pachtkonto_id, wirksam_ab);
create index on hebung (status, wirksam_ab);

create trigger version before update on hebung for each row execute function zaehle_version();
create trigger konto_neu after insert on hebung
  referencing new table as neu for each statement execute function beruehre_pachtkonto();
create trigger konto_geaendert after update on hebung
  referencing old table as alt new table as neu for each statement execute function beruehre_pachtkonto();
create trigger konto_geloescht after delete on hebung
  referencing old table as alt for each statement execute function beruehre_pachtkonto();

-- Booking runs --------------------------------------------------------------------------------------------------------

create table buchungslauf (
  id uuid primary key default gen_random_uuid(),
  datum date not null,
  status text not null default 'laufend' check (status in ('laufend', 'abgeschlossen', 'fehlgeschlagen', 'storniert')),
  auswahl bigint[],
  vorschau_hash text,
  belegdatum date not null,
  anzahl_konten integer not null default 0,
  anzahl_dokumente integer not null default 0,
  -- Who was due but left out, with the reasons: how many, and the first thousand by name.
  anzahl_nicht_abrechenbar integer not null default 0,
  nicht_abrechenbar jsonb not null default '[]',
  paechter_netto_cent bigint not null default 0,
  paechter_steuer_cent bigint not null default 0,
  paechter_brutto_cent bigint not null default 0,
  verpaechter_brutto_cent bigint not null default 0,
  gebuehr_brutto_cent bigint not null default 0,
  auszahlung_cent bigint not null default 0,
  -- How far its letters are: counting a hundred thousand each time somebody looks would be slow.
  pdf_erstellt integer not null default 0,
  pdf_fehlgeschlagen integer not null default 0,
  benutzer_id bigint references benutzer,
  benutzer_name text not null,
  begonnen_am timestamptz not null default now(),
  beendet_am timestamptz,
  fehler text,
  check ((status = 'laufend') = (beendet_am is null)),
  check ((status = 'fehlgeschlagen') = (fehler is not null))
);
create index on buchungslauf (beendet_am desc) where status in ('abgeschlossen', 'storniert');
create index on buchungslauf (begonnen_am) where status = 'laufend';

alter table faelligkeit add foreign key (buchungslauf_id) references buchungslauf;

-- Gap-free numbers: the row is locked from the moment the numbers are drawn until the booking commits.
create table nummernkreis (
  belegart text not null check (belegart in
    ('rechnung', 'schlussrechnung', 'gutschrift', 'gebuehrenrechnung', 'stornorechnung', 'stornogutschrift')),
  jahr integer not null,
  naechste bigint not null default 1,
  primary key (belegart, jahr)
);

-- RE-2026-000001; a year with more than 999,999 documents of a kind goes on with seven digits.
create function belegnummer(belegart text, jahr integer, nummer bigint) returns text
  language sql immutable parallel safe strict
  return case belegart when 'rechnung' then 'RE' when 'schlussrechnung' then 'SR' when 'gutschrift' then 'GS'
      when 'gebuehrenrechnung' then 'GB' when 'stornorechnung' then 'ST' when 'stornogutschrift' then 'SG' end
    || '-' || jahr || '-' || lpad(nummer::text, greatest(6, length(nummer::text)), '0');

-- The archive: SELECT and INSERT only ---------------------------------------------------------------------------------

-- The logo as it was when a run was booked, kept once for each picture beside the company data of that day.
create table archiv_logo (
  sha256 text primary key,
  medientyp text not null check (medientyp in ('image/png', 'image/jpeg')),
  breite integer not null check (breite > 0),
  hoehe integer not null check (hoehe > 0),
  inhalt bytea not null,
  check (sha256 = encode(sha256(inhalt), 'hex'))
);
alter table archiv_logo alter column inhalt set storage external;
create trigger unveraenderlich before update or delete on archiv_logo
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on archiv_logo
  for each statement execute function verweigere_aenderung();

-- The company as it was; a run points at the copy that its letters are made from.
create table archiv_aussteller (
  id bigint generated always as identity primary key,
  sha256 text not null unique,
  daten jsonb not null,
  -- null: no logo that day.
  logo_sha256 text references archiv_logo
);
create trigger unveraenderlich before update or delete on archiv_aussteller
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on archiv_aussteller
  for each statement execute function verweigere_aenderung();

create table archivkonto (
  id bigint generated always as identity primary key,
  buchungslauf_id uuid not null references buchungslauf,
  pachtkonto_id bigint not null references pachtkonto,
  kontonummer text not null,
  -- The account as it was booked: term, rhythm, method, parties.
  konto jsonb not null,
  anzahl_dokumente integer not null,
  paechter_brutto_cent bigint not null,
  verpaechter_brutto_cent bigint not null,
  gebuehr_brutto_cent bigint not null,
  unique (buchungslauf_id, pachtkonto_id)
);
create index on archivkonto (pachtkonto_id);
create trigger unveraenderlich before update or delete on archivkonto
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on archivkonto
  for each statement execute function verweigere_aenderung();

create table archiv_beleg (
  id bigint generated by default as identity primary key,
  buchungslauf_id uuid not null references buchungslauf,
  archivkonto_id bigint not null references archivkonto,
  aussteller_id bigint not null references archiv_aussteller,
  pachtkonto_id bigint not null references pachtkonto,
  kontonummer text not null,
  -- null: a final settlement that only corrects what is booked.
  faelligkeit_id bigint references faelligkeit,
  art text not null default 'regulaer' check (art in ('regulaer', 'schlussabrechnung')),
  belegart text not null check (belegart in
    ('rechnung', 'schlussrechnung', 'gutschrift', 'gebuehrenrechnung', 'stornorechnung', 'stornogutschrift')),
  belegnummer text not null unique,
  belegdatum date not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  zahlbar_bis date not null,
  kontakt_id bigint not null references kontakt,
  -- The recipient as he was, with name and address.
  empfaenger jsonb not null,
  netto_cent bigint not null,
  steuer_cent bigint not null,
  brutto_cent bigint not null,
  -- A lessor's Gutschrift: the fee document it is netted against, and what is left to pay out.
  gebuehr_beleg_id bigint references archiv_beleg deferrable initially deferred,
  auszahlung_cent bigint,
  -- A Storno: the document it cancels.
  storno_von_id bigint unique references archiv_beleg,
  storno_grund text,
  suchtext text not null,
  erstellt_am timestamptz not null default now(),
  check (netto_cent + steuer_cent = brutto_cent),
  check ((belegart in ('stornorechnung', 'stornogutschrift')) = (storno_von_id is not null)),
  check (faelligkeit_id is not null or art = 'schlussabrechnung'),
  check (storno_grund is null or storno_von_id is not null)
);
create index on archiv_beleg (buchungslauf_id, belegnummer);
create index on archiv_beleg (archivkonto_id);
create index on archiv_beleg (pachtkonto_id, zeitraum_von);
create index on archiv_beleg (kontakt_id);
create index on archiv_beleg (faelligkeit_id);
create index on archiv_beleg (belegdatum, id);
create index archiv_beleg_suche on archiv_beleg using gin (suchtext gin_trgm_ops);
create trigger unveraenderlich before update or delete on archiv_beleg
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on archiv_beleg
  for each statement execute function verweigere_aenderung();

create table archiv_zeile (
  beleg_id bigint not null references archiv_beleg,
  nr integer not null,
  ursprung_id bigint,
  position_id bigint,
  positionsart_id bigint,
  bezeichnung text not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  netto_cent bigint not null,
  steuersatz_bp integer not null,
  steuerbefreiung_grund text,
  weiterleitung boolean not null,
  herleitung jsonb not null,
  primary key (beleg_id, nr)
);
create trigger unveraenderlich before update or delete on archiv_zeile
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on archiv_zeile
  for each statement execute function verweigere_aenderung();

create table archiv_steuer (
  beleg_id bigint not null references archiv_beleg,
  nr integer not null,
  steuersatz_bp integer not null,
  steuerbefreiung_grund text,
  netto_cent bigint not null,
  steuer_cent bigint not null,
  primary key (beleg_id, nr)
);
create trigger unveraenderlich before update or delete on archiv_steuer
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on archiv_steuer
  for each statement execute function verweigere_aenderung();

-- Beside the archive: what is booked and settled ----------------------------------------------------------------------

-- A day of an account is booked once. A storno sets `storniert_am`, which frees the period again.
create table gebuchter_zeitraum (
  faelligkeit_id bigint not null references faelligkeit,
  buchungslauf_id uuid not null references buchungslauf,
  pachtkonto_id bigint not null references pachtkonto,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  storniert_am timestamptz,
  primary key (faelligkeit_id, buchungslauf_id),
  constraint zeitraum_einmal_gebucht exclude using gist
    (pachtkonto_id with =, daterange(zeitraum_von, zeitraum_bis, '[]') with &&) where (storniert_am is null)
);
create index on gebuchter_zeitraum (pachtkonto_id);
-- What a run booked for an account is looked up by both, run by run and account by account.
create index on gebuchter_zeitraum (buchungslauf_id, pachtkonto_id);

-- Another grid, or another first day, holds from the day after the last booked one: what stands cancelled behind that
-- is planned anew.
create function gib_raster_frei() returns trigger language plpgsql as $$
begin
  update faelligkeit f
  set pachtjahr_beginn = null, zahlungsrhythmus = null
  where f.pachtkonto_id = new.id and f.status <> 'gebucht' and f.zahlungsrhythmus is not null
    and not exists (
      select from gebuchter_zeitraum g
      where g.pachtkonto_id = new.id and g.storniert_am is null and g.zeitraum_bis >= f.zeitraum_von
    );
  return null;
end $$;
create trigger raster_frei
  after update of pachtbeginn, abrechnung_ab, pachtjahr_beginn, zahlungsrhythmus on pachtkonto
  for each row when ((old.pachtbeginn, old.abrechnung_ab, old.pachtjahr_beginn, old.zahlungsrhythmus)
    is distinct from (new.pachtbeginn, new.abrechnung_ab, new.pachtjahr_beginn, new.zahlungsrhythmus))
  execute function gib_raster_frei();

-- The final settlement (rule 7) closes an account. It bills the last due period cut at `pachtende`; where that is
-- booked already, it only corrects what is booked, and its documents stand for no due period. What was booked stays
-- booked: `gebuchter_zeitraum` does not change, the rows here say what a settlement has put right.
create table schlussabrechnung (
  archivkonto_id bigint primary key references archivkonto,
  buchungslauf_id uuid not null references buchungslauf,
  pachtkonto_id bigint not null references pachtkonto,
  -- null: the days of the last period had been booked before.
  faelligkeit_id bigint references faelligkeit,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  storniert_am timestamptz
);
create unique index schlussabrechnung_einmal on schlussabrechnung (pachtkonto_id) where storniert_am is null;
create index on schlussabrechnung (buchungslauf_id);

-- The bookings that a settlement corrects, or found right.
create table schlussabrechnung_korrektur (
  archivkonto_id bigint not null references schlussabrechnung,
  faelligkeit_id bigint not null,
  buchungslauf_id uuid not null,
  primary key (archivkonto_id, faelligkeit_id),
  foreign key (faelligkeit_id, buchungslauf_id) references gebuchter_zeitraum
);
create index on schlussabrechnung_korrektur (faelligkeit_id, buchungslauf_id);
create trigger unveraenderlich before update or delete on schlussabrechnung_korrektur
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on schlussabrechnung_korrektur
  for each statement execute function verweigere_aenderung();

create function verweigere_storno_vor_schlussabrechnung() returns trigger language plpgsql as $$
begin
  if exists (
    select
    from schlussabrechnung_korrektur k
    join schlussabrechnung s on s.archivkonto_id = k.archivkonto_id and s.storniert_am is null
    where k.faelligkeit_id = new.faelligkeit_id and k.buchungslauf_id = new.buchungslauf_id
  ) then
    raise exception 'der Zeitraum ist schlussabgerechnet' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger schlussabrechnung_zuerst before update on gebuchter_zeitraum
  for each row when (old.storniert_am is null and new.storniert_am is not null)
  execute function verweigere_storno_vor_schlussabrechnung();

-- The stage of a run --------------------------------------------------------------------------------------------------

-- What is computed, before it has numbers and is published in one transaction. What a run publishes must be what it
-- computed: the stage remembers the last write to each account's input, and what a document is found by, so that
-- publishing compares and copies but computes nothing.
-- It is written and read once, whole, by one run at a time, and its ids come from sequences: keys would double the work
-- of each row. That the run exists is held by the staged account.

create table stapel_konto (
  buchungslauf_id uuid not null references buchungslauf,
  archivkonto_id bigint not null,
  pachtkonto_id bigint not null,
  pachtkonto_version integer not null,
  eingabe_geaendert_am timestamptz not null,
  kontonummer text not null,
  konto jsonb not null,
  anzahl_dokumente integer not null,
  paechter_brutto_cent bigint not null,
  verpaechter_brutto_cent bigint not null,
  gebuehr_brutto_cent bigint not null,
  primary key (buchungslauf_id, archivkonto_id)
);

create table stapel_faelligkeit (
  buchungslauf_id uuid not null,
  faelligkeit_id bigint not null,
  pachtkonto_id bigint not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  primary key (buchungslauf_id, faelligkeit_id)
);

create table stapel_schlussabrechnung (
  buchungslauf_id uuid not null references buchungslauf,
  archivkonto_id bigint not null,
  pachtkonto_id bigint not null,
  faelligkeit_id bigint,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  -- Due periods whose bookings it corrects.
  korrigiert bigint[] not null,
  primary key (buchungslauf_id, archivkonto_id)
);

create table stapel_beleg (
  buchungslauf_id uuid not null,
  id bigint not null,
  archivkonto_id bigint not null,
  pachtkonto_id bigint not null,
  kontonummer text not null,
  faelligkeit_id bigint,
  art text not null default 'regulaer',
  belegart text not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  faellig_am date not null,
  zahlbar_bis date not null,
  kontakt_id bigint not null,
  empfaenger jsonb not null,
  suchtext text not null,
  netto_cent bigint not null,
  steuer_cent bigint not null,
  brutto_cent bigint not null,
  gebuehr_beleg_id bigint,
  auszahlung_cent bigint
);

create table stapel_zeile (
  buchungslauf_id uuid not null,
  beleg_id bigint not null,
  nr integer not null,
  ursprung_id bigint,
  position_id bigint,
  positionsart_id bigint,
  bezeichnung text not null,
  zeitraum_von date not null,
  zeitraum_bis date not null,
  netto_cent bigint not null,
  steuersatz_bp integer not null,
  steuerbefreiung_grund text,
  weiterleitung boolean not null,
  herleitung jsonb not null
);

create table stapel_steuer (
  buchungslauf_id uuid not null,
  beleg_id bigint not null,
  nr integer not null,
  steuersatz_bp integer not null,
  steuerbefreiung_grund text,
  netto_cent bigint not null,
  steuer_cent bigint not null
);

-- Rights --------------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on hebung to pacht_app;
grant select, update on hebung to pacht_worker;
grant select, insert, update on buchungslauf, nummernkreis to pacht_app;
grant select, update on buchungslauf to pacht_worker;
grant select, insert on archiv_logo, archiv_aussteller, archivkonto, archiv_beleg, archiv_zeile, archiv_steuer
  to pacht_app;
grant select on archiv_logo, archiv_aussteller, archivkonto, archiv_beleg, archiv_zeile, archiv_steuer to pacht_worker;
grant usage on sequence archivkonto_id_seq, archiv_beleg_id_seq to pacht_app;
grant select, insert on gebuchter_zeitraum, schlussabrechnung, schlussabrechnung_korrektur to pacht_app;
grant update (storniert_am) on gebuchter_zeitraum to pacht_app;
grant update (storniert_am) on schlussabrechnung to pacht_app;
grant select on gebuchter_zeitraum, schlussabrechnung, schlussabrechnung_korrektur to pacht_worker;
grant select, insert, delete on stapel_konto, stapel_faelligkeit, stapel_schlussabrechnung, stapel_beleg, stapel_zeile,
  stapel_steuer to pacht_app, pacht_worker;
