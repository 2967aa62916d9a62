-- A payment leaves the house at most once: what was written for the bank is kept, byte for byte, with what it pays.

create table zahlungsdatei (
  id bigint generated always as identity primary key,
  buchungslauf_id uuid not null references buchungslauf,
  art text not null check (art in ('lastschrift', 'ueberweisung')),
  -- By which a bank knows a file again: never used a second time.
  nachrichten_id text not null unique,
  dateiname text not null,
  ist_auswahl boolean not null,
  anzahl integer not null check (anzahl > 0),
  summe_cent bigint not null check (summe_cent > 0),
  -- Payments of the run that could not go into it.
  anzahl_ausgelassen integer not null check (anzahl_ausgelassen >= 0),
  -- Null: loaded before files were kept.
  sha256 text,
  groesse bigint,
  benutzer_name text not null,
  erstellt_am timestamptz not null,
  verworfen_am timestamptz,
  verworfen_von text,
  verworfen_grund text,
  verworfen boolean not null generated always as (verworfen_am is not null) stored,
  unique (id, verworfen),
  check ((sha256 is null) = (groesse is null)),
  check ((verworfen_am is null) = (verworfen_von is null)),
  check ((verworfen_am is null) = (verworfen_grund is null))
);
create index on zahlungsdatei (buchungslauf_id, art);
create trigger unveraenderlich before update on zahlungsdatei
  for each row when (old.verworfen_am is not null
    or (new.id, new.buchungslauf_id, new.art, new.nachrichten_id, new.dateiname, new.ist_auswahl, new.anzahl,
        new.summe_cent, new.anzahl_ausgelassen, new.sha256, new.groesse, new.benutzer_name, new.erstellt_am)
      is distinct from (old.id, old.buchungslauf_id, old.art, old.nachrichten_id, old.dateiname, old.ist_auswahl,
        old.anzahl, old.summe_cent, old.anzahl_ausgelassen, old.sha256, old.groesse, old.benutzer_name,
        old.erstellt_am))
  execute function verweigere_aenderung();
create trigger unveraenderlich_geloescht before delete on zahlungsdatei
  for each row execute function verweigere_aenderung();

-- What a file pays. Whether it is discarded is the file's to say: the key carries it along.
create table zahlungsdatei_beleg (
  zahlungsdatei_id bigint not null,
  beleg_id bigint not null references archiv_beleg,
  betrag_cent bigint not null check (betrag_cent > 0),
  verworfen boolean not null default false,
  primary key (zahlungsdatei_id, beleg_id),
  foreign key (zahlungsdatei_id, verworfen) references zahlungsdatei (id, verworfen) on update cascade
);
-- One document, one live file.
create unique index zahlungsdatei_beleg_einmal on zahlungsdatei_beleg (beleg_id) where not verworfen;
create trigger unveraenderlich before update on zahlungsdatei_beleg
  for each row when ((new.zahlungsdatei_id, new.beleg_id, new.betrag_cent)
    is distinct from (old.zahlungsdatei_id, old.beleg_id, old.betrag_cent))
  execute function verweigere_aenderung();
create trigger unveraenderlich_geloescht before delete on zahlungsdatei_beleg
  for each row execute function verweigere_aenderung();

-- Pieces of one size, the last one shorter.
create table zahlungsdatei_stueck (
  zahlungsdatei_id bigint not null references zahlungsdatei,
  nr integer not null check (nr >= 0),
  inhalt bytea not null,
  primary key (zahlungsdatei_id, nr)
);
alter table zahlungsdatei_stueck alter column inhalt set storage external;
create trigger unveraenderlich before update or delete on zahlungsdatei_stueck
  for each row execute function verweigere_aenderung();

-- Who has loaded a file when.
create table zahlungsdatei_abruf (
  id bigint generated always as identity primary key,
  zahlungsdatei_id bigint not null references zahlungsdatei,
  zeitpunkt timestamptz not null,
  benutzer_name text not null
);
create index on zahlungsdatei_abruf (zahlungsdatei_id, id);
create trigger unveraenderlich before update or delete on zahlungsdatei_abruf
  for each row execute function verweigere_aenderung();

create trigger unveraenderlich_ganz before truncate on zahlungsdatei
  for each statement execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on zahlungsdatei_beleg
  for each statement execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on zahlungsdatei_stueck
  for each statement execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on zahlungsdatei_abruf
  for each statement execute function verweigere_aenderung();

-- Loaded before ---------------------------------------------------------------------------------------------------------

-- Of these the audit log knows how many payments they held, and which only for a selection. What such a file may have
-- paid counts as paid by it; an administrator discards it where it never went to the bank.
create temporary table frueherer_abruf on commit drop as
select a.id, a.zeitpunkt, a.benutzer_name, a.ressource_id::uuid buchungslauf_id, substr(w.art, 6) art, w.nachrichten_id,
  w.dateiname, w.anzahl, w.summe_cent, w.anzahl_ausgelassen, w.belegnummern
from auditlog a
cross join lateral (
  select max(e ->> 'neu') filter (where e ->> 'feld' = 'art') art,
    max(e ->> 'neu') filter (where e ->> 'feld' = 'nachrichtenId') nachrichten_id,
    max(e ->> 'neu') filter (where e ->> 'feld' = 'dateiname') dateiname,
    max(e ->> 'neu') filter (where e ->> 'feld' = 'anzahl')::integer anzahl,
    max(e ->> 'neu') filter (where e ->> 'feld' = 'summeCent')::bigint summe_cent,
    coalesce(max(e ->> 'neu') filter (where e ->> 'feld' = 'anzahlAusgelassen')::integer, 0) anzahl_ausgelassen,
    max(e ->> 'neu') filter (where e ->> 'feld' = 'belegnummern')::jsonb belegnummern
  from jsonb_array_elements(a.werte::jsonb) e
) w
where a.aktion = 'export' and a.ressource = 'buchungslauf' and w.art in ('sepa-lastschrift', 'sepa-ueberweisung');

insert into zahlungsdatei (buchungslauf_id, art, nachrichten_id, dateiname, ist_auswahl, anzahl, summe_cent,
  anzahl_ausgelassen, benutzer_name, erstellt_am)
select distinct on (nachrichten_id) buchungslauf_id, art, nachrichten_id, dateiname, belegnummern is not null, anzahl,
  summe_cent, anzahl_ausgelassen, benutzer_name, zeitpunkt
from frueherer_abruf
order by nachrichten_id, id;

insert into zahlungsdatei_abruf (zahlungsdatei_id, zeitpunkt, benutzer_name)
select z.id, f.zeitpunkt, f.benutzer_name
from frueherer_abruf f
join zahlungsdatei z on z.nachrichten_id = f.nachrichten_id
order by f.id;

insert into zahlungsdatei_beleg (zahlungsdatei_id, beleg_id, betrag_cent)
select distinct on (b.id) z.id, b.id, p.betrag_cent
from zahlungsdatei z
join frueherer_abruf f on f.nachrichten_id = z.nachrichten_id
join archiv_beleg b on b.buchungslauf_id = z.buchungslauf_id
  and (f.belegnummern is null or f.belegnummern ? b.belegnummer)
cross join lateral (
  select case
    when b.belegart in ('rechnung', 'schlussrechnung') and z.art = 'lastschrift'
      and b.empfaenger ->> 'zahlungsart' = 'lastschrift' then b.brutto_cent
    when b.belegart in ('rechnung', 'schlussrechnung') and z.art = 'ueberweisung' then -b.brutto_cent
    when b.belegart = 'gutschrift' and z.art = 'ueberweisung' then coalesce(b.auszahlung_cent, b.brutto_cent)
  end betrag_cent
) p
where p.betrag_cent > 0
order by b.id, f.belegnummern is null, f.id;

-- Rights ----------------------------------------------------------------------------------------------------------------

grant select, insert, update (verworfen_am, verworfen_von, verworfen_grund) on zahlungsdatei to pacht_app;
grant select, insert on zahlungsdatei_beleg, zahlungsdatei_stueck, zahlungsdatei_abruf to pacht_app;
