-- A lessor's objection to a Gutschrift: it has no longer the effect of an invoice (§ 14 (2) UStG). What was booked stays;
-- the payment waits until a clerk has recorded what came instead.
create table gutschrift_widerspruch (
  beleg_id bigint primary key references archiv_beleg,
  am date not null,
  grund text not null,
  benutzer_name text not null,
  erstellt_am timestamptz not null,
  erledigt_durch text check (erledigt_durch in ('eigene_rechnung', 'neue_vereinbarung')),
  erledigt_am date,
  erledigt_notiz text,
  erledigt_von text,
  check ((erledigt_durch is null) = (erledigt_am is null)),
  check ((erledigt_durch is null) = (erledigt_von is null)),
  check (erledigt_durch is not null or erledigt_notiz is null),
  check (erledigt_am >= am)
);
create trigger unveraenderlich before update on gutschrift_widerspruch
  for each row when (old.erledigt_am is not null
    or (new.beleg_id, new.am, new.grund, new.benutzer_name, new.erstellt_am)
      is distinct from (old.beleg_id, old.am, old.grund, old.benutzer_name, old.erstellt_am))
  execute function verweigere_aenderung();
create trigger unveraenderlich_geloescht before delete on gutschrift_widerspruch
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on gutschrift_widerspruch
  for each statement execute function verweigere_aenderung();

grant select, insert, update on gutschrift_widerspruch to pacht_app;
grant select on gutschrift_widerspruch to pacht_worker;
