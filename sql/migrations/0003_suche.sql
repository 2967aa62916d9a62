-- What the large lists are searched in: one narrow row for each account, object and contact, kept exact by triggers.
-- Lists without a search text ask the tables themselves, but for contacts and objects, whose rows here carry all
-- filters.

-- Contacts ------------------------------------------------------------------------------------------------------------

create view kontakt_suchbild as
select k.id, lower(k.anzeigename) sortierung, k.typ, k.zahlungsmoral, k.zahlungsart, such_text(k.ort) ort, w.suchtext
from kontakt k
cross join lateral such_worte(such_text(concat_ws(' ', k.titel, k.vorname, k.nachname, k.firma, k.strasse,
  k.hausnummer, k.plz, k.ort, k.email, k.telefon, k.iban))) w (suchtext);

create table kontakt_liste (
  id bigint primary key,
  sortierung text not null,
  typ text not null,
  zahlungsmoral integer not null,
  zahlungsart text not null,
  ort text,
  suchtext text not null
);
create index kontakt_liste_suche on kontakt_liste using gin (suchtext gin_trgm_ops);
create index kontakt_liste_ort on kontakt_liste using gin (ort gin_trgm_ops);
create index on kontakt_liste (sortierung, id) include (typ, zahlungsmoral, zahlungsart);

-- Objects -------------------------------------------------------------------------------------------------------------

create view patchobjekt_suchbild as
select o.id, lower(o.bezeichnung) sortierung, o.status, o.pachtkonto_id,
  such_worte(concat_ws(' ', such_text(concat_ws(' ', o.bezeichnung, k.kontonummer)), o.suchtext_lage)) suchtext
from patchobjekt o
left join pachtkonto k on k.id = o.pachtkonto_id;

create table patchobjekt_liste (
  id bigint primary key,
  sortierung text not null,
  status text not null,
  pachtkonto_id bigint,
  suchtext text not null
);
create index patchobjekt_liste_suche on patchobjekt_liste using gin (suchtext gin_trgm_ops);
create index on patchobjekt_liste (sortierung, id) include (status, pachtkonto_id);
create index on patchobjekt_liste (pachtkonto_id);

-- Accounts ------------------------------------------------------------------------------------------------------------

create view pachtkonto_suchbild as
select k.id, k.kontonummer, k.status, k.pachtbeginn, k.pachtende, k.schlussabrechnung, k.ist_vorauszahlend,
  k.hebemonat, k.letzte_hebung,
  such_worte(concat_ws(' ', such_text(concat_ws(' ', k.kontonummer, k.bemerkung)), p.suchtext, o.suchtext)) suchtext
from pachtkonto k
left join lateral (
  select string_agg(distinct p.suchtext_partei, ' ') suchtext
  from pachtkonto_beteiligter b
  join kontakt p on p.id = b.kontakt_id
  where b.pachtkonto_id = k.id and b.rolle in ('paechter', 'verpaechter')
) p on true
left join lateral (
  select string_agg(distinct o.suchtext_lage, ' ') suchtext
  from patchobjekt o
  where o.pachtkonto_id = k.id
) o on true;

-- No index on what changes often, and room for it: such a change stays within its page and leaves the search index
-- alone.
create table pachtkonto_liste (
  id bigint primary key,
  kontonummer text not null,
  status text not null,
  pachtbeginn date not null,
  pachtende date,
  schlussabrechnung date,
  ist_vorauszahlend boolean,
  hebemonat text,
  letzte_hebung date,
  suchtext text not null
) with (fillfactor = 85);
create index pachtkonto_liste_suche on pachtkonto_liste using gin (suchtext gin_trgm_ops);

-- Writing them --------------------------------------------------------------------------------------------------------

-- Locks first, always in the order of ids; then a statement of its own, which sees what the others have committed
-- meanwhile. Locks are taken in the order contact, account, row of pachtkonto_liste, row of patchobjekt_liste, so that
-- writers wait for each other, but never in a circle.
create function schreibe_pachtkonto_liste(ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform from pachtkonto_liste where id = any(ids) order by id for update;
  insert into pachtkonto_liste as l
  select * from pachtkonto_suchbild where id = any(ids)
  on conflict (id) do update set (kontonummer, status, pachtbeginn, pachtende, schlussabrechnung, ist_vorauszahlend,
    hebemonat, letzte_hebung, suchtext) = (excluded.kontonummer, excluded.status, excluded.pachtbeginn,
    excluded.pachtende, excluded.schlussabrechnung, excluded.ist_vorauszahlend, excluded.hebemonat,
    excluded.letzte_hebung, excluded.suchtext)
  where l is distinct from excluded;
  delete from pachtkonto_liste where id = any(ids) and not exists (select from pachtkonto k where k.id = pachtkonto_liste.id);
end $$;

create function schreibe_patchobjekt_liste(ids bigint[]) returns void language plpgsql as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform from patchobjekt_liste where id = any(ids) order by id for update;
  insert into patchobjekt_liste as l
  select * from patchobjekt_suchbild where id = any(ids)
  on conflict (id) do update set (sortierung, status, pachtkonto_id, suchtext) =
    (excluded.sortierung, excluded.status, excluded.pachtkonto_id, excluded.suchtext)
  where l is distinct from excluded;
  delete from patchobjekt_liste
  where id = any(ids) and not exists (select from patchobjekt o where o.id = patchobjekt_liste.id);
end $$;

-- All of them anew, for a stock that was loaded with these triggers off.
create function fuelle_listen() returns void language plpgsql as $$
begin
  delete from kontakt_liste;
  delete from patchobjekt_liste;
  delete from pachtkonto_liste;
  insert into kontakt_liste select * from kontakt_suchbild;
  insert into patchobjekt_liste select * from patchobjekt_suchbild;
  insert into pachtkonto_liste select * from pachtkonto_suchbild;
end $$;

-- Triggers ------------------------------------------------------------------------------------------------------------

-- Their names put them behind those that lock the accounts (eingabe, konto_…), as the order of locks wants it.

create function liste_kontakt() returns trigger language plpgsql as $$
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
    perform schreibe_pachtkonto_liste(array(
      select distinct b.pachtkonto_id
      from neu
      join alt using (id)
      join pachtkonto_beteiligter b on b.kontakt_id = neu.id and b.rolle in ('paechter', 'verpaechter')
      where neu.suchtext_partei <> alt.suchtext_partei));
  end if;
  return null;
end $$;
create trigger liste_neu after insert on kontakt
  referencing new table as neu for each statement execute function liste_kontakt();
create trigger liste_geaendert after update on kontakt
  referencing old table as alt new table as neu for each statement execute function liste_kontakt();
create trigger liste_geloescht after delete on kontakt
  referencing old table as alt for each statement execute function liste_kontakt();

create function liste_pachtkonto() returns trigger language plpgsql as $$
declare
  gefiltert bigint[];
  umnummeriert bigint[];
begin
  if tg_op = 'INSERT' then
    perform schreibe_pachtkonto_liste(array(select id from neu));
    return null;
  elsif tg_op = 'DELETE' then
    delete from pachtkonto_liste where id in (select id from alt);
    return null;
  end if;
  -- What only filters is set without making the search text again.
  select coalesce(array_agg(id order by id), '{}') into gefiltert
  from neu
  join alt using (id)
  where (neu.status, neu.pachtbeginn, neu.pachtende, neu.schlussabrechnung, neu.ist_vorauszahlend, neu.hebemonat,
      neu.letzte_hebung)
    is distinct from (alt.status, alt.pachtbeginn, alt.pachtende, alt.schlussabrechnung, alt.ist_vorauszahlend,
      alt.hebemonat, alt.letzte_hebung);
  if cardinality(gefiltert) > 0 then
    perform from pachtkonto_liste where id = any(gefiltert) order by id for update;
    update pachtkonto_liste l
    set (status, pachtbeginn, pachtende, schlussabrechnung, ist_vorauszahlend, hebemonat, letzte_hebung) =
      (neu.status, neu.pachtbeginn, neu.pachtende, neu.schlussabrechnung, neu.ist_vorauszahlend, neu.hebemonat,
        neu.letzte_hebung)
    from neu
    where neu.id = l.id and l.id = any(gefiltert);
  end if;
  perform schreibe_pachtkonto_liste(array(
    select id
    from neu
    join alt using (id)
    where neu.kontonummer <> alt.kontonummer or neu.bemerkung is distinct from alt.bemerkung));
  umnummeriert := array(select id from neu join alt using (id) where neu.kontonummer <> alt.kontonummer);
  if cardinality(umnummeriert) > 0 then
    perform schreibe_patchobjekt_liste(array(select id from patchobjekt where pachtkonto_id = any(umnummeriert)));
  end if;
  return null;
end $$;
create trigger liste_neu after insert on pachtkonto
  referencing new table as neu for each statement execute function liste_pachtkonto();
create trigger liste_geaendert after update on pachtkonto
  referencing old table as alt new table as neu for each statement execute function liste_pachtkonto();
create trigger liste_geloescht after delete on pachtkonto
  referencing old table as alt for each statement execute function liste_pachtkonto();

create function liste_patchobjekt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from neu where pachtkonto_id is not null));
    perform schreibe_patchobjekt_liste(array(select id from neu));
  elsif tg_op = 'DELETE' then
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from alt where pachtkonto_id is not null));
    delete from patchobjekt_liste where id in (select id from alt);
  else
    perform schreibe_pachtkonto_liste(array(
      select distinct k.id
      from neu
      join alt using (id)
      cross join lateral (values (neu.pachtkonto_id), (alt.pachtkonto_id)) k (id)
      where k.id is not null
        and (neu.pachtkonto_id, neu.suchtext_lage) is distinct from (alt.pachtkonto_id, alt.suchtext_lage)));
    perform schreibe_patchobjekt_liste(array(select id from neu));
  end if;
  return null;
end $$;
create trigger liste_neu after insert on patchobjekt
  referencing new table as neu for each statement execute function liste_patchobjekt();
create trigger liste_geaendert after update on patchobjekt
  referencing old table as alt new table as neu for each statement execute function liste_patchobjekt();
create trigger liste_geloescht after delete on patchobjekt
  referencing old table as alt for each statement execute function liste_patchobjekt();

create function liste_beteiligter() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from neu where rolle <> 'bevollmaechtigter'));
  elsif tg_op = 'DELETE' then
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from alt where rolle <> 'bevollmaechtigter'));
  else
    perform schreibe_pachtkonto_liste(array(
      select distinct k.id
      from neu
      join alt using (id)
      cross join lateral (values (neu.pachtkonto_id), (alt.pachtkonto_id)) k (id)
      where (neu.pachtkonto_id, neu.kontakt_id, neu.rolle) <> (alt.pachtkonto_id, alt.kontakt_id, alt.rolle)));
  end if;
  return null;
end $$;
create trigger liste_neu after insert on pachtkonto_beteiligter
  referencing new table as neu for each statement execute function liste_beteiligter();
create trigger liste_geaendert after update on pachtkonto_beteiligter
  referencing old table as alt new table as neu for each statement execute function liste_beteiligter();
create trigger liste_geloescht after delete on pachtkonto_beteiligter
  referencing old table as alt for each statement execute function liste_beteiligter();

-- Whoever renames a contact cannot see the account that is just being given it: one of the two waits for the other.
-- Before the account is locked (konto_neu, konto_geaendert), because who renames locks it after the contact.
create function halte_kontakt_fest() returns trigger language plpgsql as $$
begin
  perform from kontakt where id in (select kontakt_id from neu) order by id for share;
  return null;
end $$;
create trigger kontakt_neu after insert on pachtkonto_beteiligter
  referencing new table as neu for each statement execute function halte_kontakt_fest();
create trigger kontakt_geaendert after update on pachtkonto_beteiligter
  referencing new table as neu for each statement execute function halte_kontakt_fest();

-- Rights ---

grant select, insert, update, delete on kontakt_liste, patchobjekt_liste, pachtkonto_liste to pacht_app;
grant select on kontakt_suchbild, patchobjekt_suchbild, pachtkonto_suchbild to pacht_app, pacht_worker;
grant select on patchobjekt_liste to pacht_worker;
grant select, insert, update, delete on pachtkonto_liste to pacht_worker;
revoke execute on function fuelle_listen() from public;
