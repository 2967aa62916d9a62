-- Two records that are one become one. The row of the one that goes stays: the archive, which never changes, refers to it.
-- `aufgegangen_in` is the record that is left at the end, also where that was merged again.
alter table kontakt add column aufgegangen_in bigint references kontakt check (aufgegangen_in <> id);
alter table patchobjekt add column aufgegangen_in bigint references patchobjekt check (aufgegangen_in <> id);
create index on kontakt (aufgegangen_in) where aufgegangen_in is not null;
create index on patchobjekt (aufgegangen_in) where aufgegangen_in is not null;

create table zusammenfuehrung (
  id bigint generated always as identity primary key,
  art text not null check (art in ('kontakt', 'patchobjekt')),
  bleibt_id bigint not null,
  geht_id bigint not null check (geht_id <> bleibt_id),
  -- What it changed, before and after: what is shown, and what a Rücknahme restores.
  felder jsonb not null,
  pachtkonten jsonb not null,
  -- Records that were merged into `geht_id` before, and so lead to `bleibt_id` now.
  mitgenommen bigint[] not null,
  -- Bank account and mandate of `bleibt_id` afterwards.
  bank jsonb,
  benutzer_id bigint references benutzer,
  benutzer_name text not null,
  zusammengefuehrt_am timestamptz not null default now(),
  zurueckgenommen_am timestamptz,
  zurueckgenommen_von text,
  check ((zurueckgenommen_am is null) = (zurueckgenommen_von is null))
);
create unique index zusammenfuehrung_einmal on zusammenfuehrung (art, geht_id) where zurueckgenommen_am is null;
create index on zusammenfuehrung (benutzer_id);
grant select, insert, update on zusammenfuehrung to pacht_app;

-- A contact and all that were merged into it; those of the one that is left, whichever is asked for.
create function kontakt_mit_aufgegangenen(gesucht bigint) returns bigint[]
language sql stable as $$
  select array_agg(k.id)
  from kontakt g
  join kontakt k on k.id = coalesce(g.aufgegangen_in, g.id) or k.aufgegangen_in = coalesce(g.aufgegangen_in, g.id)
  where g.id = gesucht
$$;

-- Bank account and mandate, as a payment compares them.
create function bank_von(k kontakt) returns jsonb
language sql stable as $$
  select jsonb_build_object('iban', k.iban, 'zahlungsart', k.zahlungsart, 'mandat', k.sepa_mandat_referenz,
    'mandatVom', k.sepa_mandat_datum)
$$;

-- Whether the bank account and the mandate of a merged contact still hold for the letters that name them: until a
-- clerk changes those of the one that is left.
create function gilt_bank_weiter(gegangen bigint) returns boolean
language sql stable as $$
  with recursive weg as (
    select bleibt_id, bank from zusammenfuehrung
    where art = 'kontakt' and geht_id = gegangen and zurueckgenommen_am is null
    union all
    select z.bleibt_id, z.bank
    from weg w
    join zusammenfuehrung z on z.art = 'kontakt' and z.geht_id = w.bleibt_id and z.zurueckgenommen_am is null
  )
  select coalesce(bool_and(bank_von(k) = w.bank), false)
  from weg w
  join kontakt k on k.id = w.bleibt_id
$$;

-- Lists, counts and duplicates know the one that is left alone.
create or replace view kontakt_suchbild as
  select k.id, lower(k.anzeigename) as sortierung, k.typ, k.zahlungsmoral, k.zahlungsart, such_text(k.ort) as ort,
    w.suchtext
  from kontakt k
  cross join lateral such_worte(such_text(concat_ws(' ', k.titel, k.vorname, k.nachname, k.firma, k.strasse,
    k.hausnummer, k.plz, k.ort, k.email, k.telefon, k.iban))) w (suchtext)
  where k.aufgegangen_in is null;

create or replace view patchobjekt_suchbild as
  select o.id, lower(o.bezeichnung) as sortierung, o.status, o.pachtkonto_id,
    such_worte(concat_ws(' ', such_text(concat_ws(' ', o.bezeichnung, k.kontonummer)), o.suchtext_lage)) as suchtext
  from patchobjekt o
  left join pachtkonto k on k.id = o.pachtkonto_id
  where o.aufgegangen_in is null;

create or replace function liste_kontakt() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from kontakt_liste where id in (select id from alt);
    return null;
  end if;
  insert into kontakt_liste as l
  select b.* from neu join kontakt_suchbild b using (id)
  on conflict (id) do update set (sortierung, typ, zahlungsmoral, zahlungsart, ort, suchtext) = (excluded.sortierung,
    excluded.typ, excluded.zahlungsmoral, excluded.zahlungsart, excluded.ort, excluded.suchtext)
  where l is distinct from excluded;
  if tg_op = 'UPDATE' then
    delete from kontakt_liste where id in (select id from neu where aufgegangen_in is not null);
    perform schreibe_pachtkonto_liste(array(
      select distinct b.pachtkonto_id
      from neu
      join alt using (id)
      join pachtkonto_beteiligter b on b.kontakt_id = neu.id and b.rolle in ('paechter', 'verpaechter')
      where neu.suchtext_partei <> alt.suchtext_partei));
  end if;
  return null;
end $$;

create or replace function zaehle_kontakt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into zaehler select 'kontakt', '', count(*) from neu having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into zaehler select 'kontakt', '', -count(*) from alt having count(*) > 0;
  else
    insert into zaehler
    select 'kontakt', '', sum(n)
    from (
      select 1 n from neu where aufgegangen_in is null
      union all
      select -1 from alt where aufgegangen_in is null
    ) t
    having sum(n) <> 0;
  end if;
  return null;
end $$;
create trigger zaehler_geaendert after update on kontakt
  referencing old table as alt new table as neu for each statement execute function zaehle_kontakt();

create or replace function schreibe_patchobjekt_liste(ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform from patchobjekt_liste where id = any(ids) order by id for update;
  insert into patchobjekt_liste as l
  select * from patchobjekt_suchbild where id = any(ids)
  on conflict (id) do update set (sortierung, status, pachtkonto_id, suchtext) = (excluded.sortierung, excluded.status,
    excluded.pachtkonto_id, excluded.suchtext)
  where l is distinct from excluded;
  delete from patchobjekt_liste
  where id = any(ids)
    and not exists (select from patchobjekt o where o.id = patchobjekt_liste.id and o.aufgegangen_in is null);
end $$;

create or replace function zaehle_patchobjekt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into zaehler select 'patchobjekt', status, count(*) from neu group by status;
  elsif tg_op = 'DELETE' then
    insert into zaehler select 'patchobjekt', status, -count(*) from alt group by status;
  else
    insert into zaehler
    select 'patchobjekt', status, sum(n)
    from (
      select status, 1 n from neu where aufgegangen_in is null
      union all
      select status, -1 from alt where aufgegangen_in is null
    ) t
    group by status
    having sum(n) <> 0;
  end if;
  return null;
end $$;
