-- What holds against hostile and unlucky clients: counters that go one way, what stands that stays, few rights.

-- Company data ----------------------------------------------------------------------------------------------------------

-- Amounts of all accounts follow from these two fields. One row says so with its instant: to touch every account would
-- wait for whoever works on one of them, and everybody for it.
alter table firmendaten add column eingabe_geaendert_am timestamptz not null default clock_timestamp();
drop trigger eingabe on firmendaten;
drop function beruehre_eingabe_firmendaten();
create function merke_eingabe_firmendaten() returns trigger language plpgsql as $$
begin
  new.eingabe_geaendert_am := clock_timestamp();
  return new;
end $$;
create trigger eingabe before update on firmendaten for each row
  when (old.verwaltungsgebuehr_steuersatz_bp is distinct from new.verwaltungsgebuehr_steuersatz_bp
    or old.zahlungsziel_tage is distinct from new.zahlungsziel_tage)
  execute function merke_eingabe_firmendaten();

-- Idempotency -----------------------------------------------------------------------------------------------------------

-- As text: jsonb would give the fields back in another order than they were answered in.
alter table idempotenz alter column antwort type json using antwort::json;

-- Numbers and runs ------------------------------------------------------------------------------------------------------

create function zaehlt_nur_vorwaerts() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.belegart, new.jahr) is distinct from (old.belegart, old.jahr)
    or new.naechste < old.naechste then
    raise exception 'Ein Nummernkreis zählt nur vorwärts' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger nur_vorwaerts before update or delete on nummernkreis
  for each row execute function zaehlt_nur_vorwaerts();

-- How far the letters are is counted later; all else of a run is final with its end. The owner, who loads the demo
-- stock, could take the trigger away anyway.
create function bleibt_abgeschlossen() returns trigger language plpgsql as $$
begin
  if not (new.status = old.status or (old.status = 'abgeschlossen' and new.status = 'storniert'))
    or to_jsonb(new) - 'status' is distinct from to_jsonb(old) - 'status' then
    raise exception 'Ein beendeter Buchungslauf ist unveränderlich' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger abgeschlossen before update of id, datum, status, auswahl, vorschau_hash, belegdatum, anzahl_konten,
  anzahl_dokumente, anzahl_nicht_abrechenbar, nicht_abrechenbar, paechter_netto_cent, paechter_steuer_cent,
  paechter_brutto_cent, verpaechter_brutto_cent, gebuehr_brutto_cent, auszahlung_cent, benutzer_id, benutzer_name,
  begonnen_am, beendet_am, fehler on buchungslauf
  for each row when (old.status <> 'laufend' and current_user <> 'pacht_owner')
  execute function bleibt_abgeschlossen();

-- Who tries too often ---------------------------------------------------------------------------------------------------

alter table break_glass_versuch add column adresse text not null default '';
create index on break_glass_versuch (adresse, zeitpunkt);

-- How often something happened from `fenster` on, counted by all processes together.
create table anfragezaehler (
  schluessel text not null,
  fenster timestamptz not null,
  anzahl integer not null,
  primary key (schluessel, fenster)
);
create index on anfragezaehler (fenster);

-- Rights ----------------------------------------------------------------------------------------------------------------

grant select, insert, update, delete on anfragezaehler to pacht_app;
grant select, delete on anfragezaehler to pacht_worker;

-- The worker clears sessions that have ended; whose they are is none of its business.
revoke select on sitzung from pacht_worker;
grant select (laeuft_ab_am) on sitzung to pacht_worker;
