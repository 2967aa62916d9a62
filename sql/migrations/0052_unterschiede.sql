-- What an update has changed is what the new rows have and the old ones have not. Joined to each other, of 500 rows each
-- was held against each: statistics call the rows of a trigger one row, for which a nested loop is best.
create or replace function liste_pachtkonto() returns trigger language plpgsql as $$
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
  gefiltert := array(
    select id
    from (
      select id, status, pachtbeginn, pachtende, schlussabrechnung, ist_vorauszahlend, hebemonat, letzte_hebung from neu
      except
      select id, status, pachtbeginn, pachtende, schlussabrechnung, ist_vorauszahlend, hebemonat, letzte_hebung from alt
    ) anders);
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
    from (select id, kontonummer, bemerkung from neu except select id, kontonummer, bemerkung from alt) anders));
  umnummeriert := array(
    select id from (select id, kontonummer from neu except select id, kontonummer from alt) anders);
  if cardinality(umnummeriert) > 0 then
    perform schreibe_patchobjekt_liste(array(select id from patchobjekt where pachtkonto_id = any(umnummeriert)));
  end if;
  return null;
end $$;

create or replace function frist_pachtkonto() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from pachtkonto_frist where id in (select id from alt);
  elsif tg_op = 'INSERT' then
    perform schreibe_pachtkonto_frist(array(select id from neu));
  else
    perform schreibe_pachtkonto_frist(array(
      select id
      from (
        select id, status, vertragsart, pachtbeginn, pachtende, pachtjahr_beginn, vertragsform, kuendigungsregel,
          verlaengerung_monate, anfrage_erhalten_am, vertragsschluss_am, angezeigt_am
        from neu
        except
        select id, status, vertragsart, pachtbeginn, pachtende, pachtjahr_beginn, vertragsform, kuendigungsregel,
          verlaengerung_monate, anfrage_erhalten_am, vertragsschluss_am, angezeigt_am
        from alt
      ) anders));
  end if;
  return null;
end $$;

create or replace function zaehle_pachtkonto() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into zaehler
    select 'pachtkonto', status, count(*) from neu group by status
    union all
    select 'vorauszahlung_unbekannt', '', count(*)
    from neu
    where ist_vorauszahlend is null and status in ('aktiv', 'gekuendigt')
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into zaehler
    select 'pachtkonto', status, -count(*) from alt group by status
    union all
    select 'vorauszahlung_unbekannt', '', -count(*)
    from alt
    where ist_vorauszahlend is null and status in ('aktiv', 'gekuendigt')
    having count(*) > 0;
  else
    insert into zaehler
    select 'pachtkonto', status, sum(n)
    from (select status, 1 n from neu union all select status, -1 from alt) t
    group by status
    having sum(n) <> 0
    union all
    select 'vorauszahlung_unbekannt', '', sum(n)
    from (
      select status, ist_vorauszahlend, 1 n from neu
      union all
      select status, ist_vorauszahlend, -1 from alt
    ) t
    where ist_vorauszahlend is null and status in ('aktiv', 'gekuendigt')
    having sum(n) <> 0
    -- Its open due dates come or go with its being inactive.
    union all
    select 'faelligkeit_inaktiv', f.faellig_am::text, sum(w.n)
    from (
      select id, sum(n) n
      from (
        select id, 1 n from neu where status = 'inaktiv'
        union all
        select id, -1 from alt where status = 'inaktiv'
      ) t
      group by id
      having sum(n) <> 0
    ) w
    join faelligkeit f on f.pachtkonto_id = w.id
    where f.status = 'offen'
    group by f.faellig_am;
  end if;
  return null;
end $$;

create or replace function liste_patchobjekt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from neu where pachtkonto_id is not null));
    perform schreibe_patchobjekt_liste(array(select id from neu));
  elsif tg_op = 'DELETE' then
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from alt where pachtkonto_id is not null));
    delete from patchobjekt_liste where id in (select id from alt);
  else
    -- The account that an object has left, and the one that it has come to.
    perform schreibe_pachtkonto_liste(array(
      select pachtkonto_id
      from (
        (select id, pachtkonto_id, suchtext_lage from neu except select id, pachtkonto_id, suchtext_lage from alt)
        union all
        (select id, pachtkonto_id, suchtext_lage from alt except select id, pachtkonto_id, suchtext_lage from neu)
      ) anders
      where pachtkonto_id is not null
      group by pachtkonto_id));
    perform schreibe_patchobjekt_liste(array(select id from neu));
  end if;
  return null;
end $$;

create or replace function frist_patchobjekt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform schreibe_pachtkonto_frist(array(select distinct pachtkonto_id from neu where pachtkonto_id is not null));
  elsif tg_op = 'DELETE' then
    perform schreibe_pachtkonto_frist(array(select distinct pachtkonto_id from alt where pachtkonto_id is not null));
  else
    perform schreibe_pachtkonto_frist(array(
      select pachtkonto_id
      from (
        (select id, pachtkonto_id, objektart, bundesland, flaeche_qm from neu
          except select id, pachtkonto_id, objektart, bundesland, flaeche_qm from alt)
        union all
        (select id, pachtkonto_id, objektart, bundesland, flaeche_qm from alt
          except select id, pachtkonto_id, objektart, bundesland, flaeche_qm from neu)
      ) anders
      where pachtkonto_id is not null
      group by pachtkonto_id));
  end if;
  return null;
end $$;

create or replace function liste_kontakt() returns trigger language plpgsql as $$
declare
  umbenannt bigint[];
begin
  if tg_op = 'DELETE' then
    delete from kontakt_liste where id in (select id from alt);
    delete from pachtkonto_liste_kontakt where kontakt_id in (select id from alt);
    return null;
  end if;
  insert into kontakt_liste as l
  select b.* from neu join kontakt_suchbild b using (id)
  on conflict (id) do update set (sortierung, typ, zahlungsmoral, zahlungsart, ort, suchtext) = (excluded.sortierung,
    excluded.typ, excluded.zahlungsmoral, excluded.zahlungsart, excluded.ort, excluded.suchtext)
  where l is distinct from excluded;
  if tg_op = 'UPDATE' then
    delete from kontakt_liste where id in (select id from neu where aufgegangen_in is not null);
    umbenannt := array(
      select id from (select id, suchtext_partei from neu except select id, suchtext_partei from alt) anders);
    update pachtkonto_liste_kontakt l
    set suchtext = such_worte(neu.suchtext_partei)
    from neu
    where l.kontakt_id = neu.id and l.kontakt_id = any(umbenannt);
    perform schreibe_pachtkonto_liste(array(
      select distinct b.pachtkonto_id
      from pachtkonto_beteiligter b
      where b.kontakt_id = any(umbenannt) and b.rolle in ('paechter', 'verpaechter')
        and not exists (
          select from pachtkonto_liste_partei l where l.pachtkonto_id = b.pachtkonto_id and l.kontakt_id = b.kontakt_id
        )));
  end if;
  return null;
end $$;

create or replace function liste_beteiligter() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from pachtkonto_liste_partei l
    using alt
    where l.pachtkonto_id = alt.pachtkonto_id and l.kontakt_id = alt.kontakt_id
      and not exists (
        select
        from pachtkonto_beteiligter b
        where b.pachtkonto_id = l.pachtkonto_id and b.kontakt_id = l.kontakt_id and b.rolle <> 'bevollmaechtigter'
      );
  end if;
  if tg_op = 'INSERT' then
    perform lagere_parteien_aus(array_agg(pachtkonto_id), array_agg(kontakt_id))
    from neu
    where rolle <> 'bevollmaechtigter';
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from neu where rolle <> 'bevollmaechtigter'));
  elsif tg_op = 'DELETE' then
    perform schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from alt where rolle <> 'bevollmaechtigter'));
  else
    perform lagere_parteien_aus(array_agg(pachtkonto_id), array_agg(kontakt_id))
    from (
      select id, pachtkonto_id, kontakt_id, rolle from neu except select id, pachtkonto_id, kontakt_id, rolle from alt
    ) anders
    where rolle <> 'bevollmaechtigter';
    perform schreibe_pachtkonto_liste(array(
      select pachtkonto_id
      from (
        (select id, pachtkonto_id, kontakt_id, rolle from neu except select id, pachtkonto_id, kontakt_id, rolle from alt)
        union all
        (select id, pachtkonto_id, kontakt_id, rolle from alt except select id, pachtkonto_id, kontakt_id, rolle from neu)
      ) anders
      group by pachtkonto_id));
  end if;
  return null;
end $$;
