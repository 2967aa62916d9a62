-- Public buyers: by which number an invoice finds its way, and whom they ask about it.
alter table kontakt add column leitweg_id text;
alter table firmendaten add column ansprechpartner_name text, add column ansprechpartner_telefon text,
  add column ansprechpartner_email text,
  add check ((ansprechpartner_name is null) = (ansprechpartner_telefon is null)
    and (ansprechpartner_name is null) = (ansprechpartner_email is null));

-- Without that contact they are not billed.
drop trigger eingabe on firmendaten;
create trigger eingabe before update on firmendaten for each row
  when (old.verwaltungsgebuehr_steuersatz_bp is distinct from new.verwaltungsgebuehr_steuersatz_bp
    or old.verwaltungsgebuehr_steuerbefreiung_grund is distinct from new.verwaltungsgebuehr_steuerbefreiung_grund
    or old.zahlungsziel_tage is distinct from new.zahlungsziel_tage
    or (old.ansprechpartner_name is null) is distinct from (new.ansprechpartner_name is null))
  execute function merke_eingabe_firmendaten();

-- No row: not made yet. An XRechnung once made stays as it is.
create table archiv_xrechnung (
  beleg_id bigint primary key references archiv_beleg,
  sha256 text not null,
  inhalt bytea not null,
  erstellt_am timestamptz not null default now()
);
create trigger unveraenderlich before update or delete on archiv_xrechnung
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on archiv_xrechnung
  for each statement execute function verweigere_aenderung();

grant select, insert on archiv_xrechnung to pacht_app;
