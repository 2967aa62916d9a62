-- A contact who is on thousands of accounts is renamed in one row: beyond its two-hundredth account the search text of
-- an account leaves it out, and the account is found by what is kept once for the contact.

-- Contacts of more accounts than that, with the words by which all of these are found.
create table pachtkonto_liste_kontakt (
  kontakt_id bigint primary key,
  suchtext text not null
);

-- Which parties the search text of an account leaves out. What is in here stays until the party goes, so that nobody's
-- thousand accounts are written anew when he gets one more or one less.
create table pachtkonto_liste_partei (
  pachtkonto_id bigint not null,
  kontakt_id bigint not null,
  primary key (pachtkonto_id, kontakt_id)
);
create index on pachtkonto_liste_partei (kontakt_id, pachtkonto_id);

grant select, insert, update, delete on pachtkonto_liste_kontakt, pachtkonto_liste_partei to pacht_app, pacht_worker;

create function parteien_im_suchtext() returns integer language sql immutable parallel safe return 200;

create or replace view pachtkonto_suchbild as
select k.id, k.kontonummer, k.status, k.pachtbeginn, k.pachtende, k.schlussabrechnung, k.ist_vorauszahlend, k.hebemonat,
  k.letzte_hebung,
  such_worte(concat_ws(' ', such_text(concat_ws(' ', k.kontonummer, k.bemerkung)), p.suchtext, o.suchtext)) suchtext
from pachtkonto k
left join lateral (
  select string_agg(distinct p.suchtext_partei, ' ') suchtext
  from pachtkonto_beteiligter b
  join kontakt p on p.id = b.kontakt_id
  where b.pachtkonto_id = k.id and b.rolle in ('paechter', 'verpaechter')
    and not exists (
      select from pachtkonto_liste_partei l where l.pachtkonto_id = b.pachtkonto_id and l.kontakt_id = b.kontakt_id
    )
) p on true
left join lateral (
  select string_agg(distinct o.suchtext_lage, ' ') suchtext from patchobjekt o where o.pachtkonto_id = k.id
) o on true;

-- New parties, pair by pair: of a contact that now has too many, they are left out of the texts.
create function lagere_parteien_aus(konten bigint[], kontakte bigint[]) returns void language plpgsql as $$
declare
  vielfache bigint[] := array(
    select k.id
    from (select distinct unnest(kontakte) id) k
    where exists (select from pachtkonto_beteiligter b where b.kontakt_id = k.id offset parteien_im_suchtext())
    order by k.id);
begin
  if cardinality(vielfache) = 0 then
    return;
  end if;
  insert into pachtkonto_liste_kontakt
  select id, such_worte(suchtext_partei) from kontakt where id = any(vielfache) order by id
  on conflict do nothing;
  insert into pachtkonto_liste_partei
  select n.pachtkonto_id, n.kontakt_id
  from unnest(konten, kontakte) n (pachtkonto_id, kontakt_id)
  where n.kontakt_id = any(vielfache)
  on conflict do nothing;
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
    perform lagere_parteien_aus(array_agg(neu.pachtkonto_id), array_agg(neu.kontakt_id))
    from neu
    join alt using (id)
    where neu.rolle <> 'bevollmaechtigter'
      and (neu.pachtkonto_id, neu.kontakt_id, neu.rolle) <> (alt.pachtkonto_id, alt.kontakt_id, alt.rolle);
    perform schreibe_pachtkonto_liste(array(
      select distinct k.id
      from neu
      join alt using (id)
      cross join lateral (values (neu.pachtkonto_id), (alt.pachtkonto_id)) k (id)
      where (neu.pachtkonto_id, neu.kontakt_id, neu.rolle) <> (alt.pachtkonto_id, alt.kontakt_id, alt.rolle)));
  end if;
  return null;
end $$;

create or replace function liste_kontakt() returns trigger language plpgsql as $$
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
    update pachtkonto_liste_kontakt l
    set suchtext = such_worte(neu.suchtext_partei)
    from neu
    join alt using (id)
    where l.kontakt_id = neu.id and neu.suchtext_partei <> alt.suchtext_partei;
    perform schreibe_pachtkonto_liste(array(
      select distinct b.pachtkonto_id
      from neu
      join alt using (id)
      join pachtkonto_beteiligter b on b.kontakt_id = neu.id and b.rolle in ('paechter', 'verpaechter')
      where neu.suchtext_partei <> alt.suchtext_partei
        and not exists (
          select from pachtkonto_liste_partei l where l.pachtkonto_id = b.pachtkonto_id and l.kontakt_id = b.kontakt_id
        )));
  end if;
  return null;
end $$;

-- All parties at once: the first two hundred accounts of a contact keep it in their text.
create function lagere_alle_parteien_aus() returns void language sql as $$
  delete from pachtkonto_liste_partei;
  delete from pachtkonto_liste_kontakt;
  insert into pachtkonto_liste_partei
  select pachtkonto_id, kontakt_id
  from (
    select distinct pachtkonto_id, kontakt_id, dense_rank() over (partition by kontakt_id order by pachtkonto_id) nr
    from pachtkonto_beteiligter
    where rolle <> 'bevollmaechtigter' and kontakt_id in (
      select kontakt_id from pachtkonto_beteiligter group by kontakt_id having count(*) > parteien_im_suchtext()
    )
  ) t
  where nr > parteien_im_suchtext();
  insert into pachtkonto_liste_kontakt
  select id, such_worte(suchtext_partei)
  from kontakt
  where id in (select kontakt_id from pachtkonto_liste_partei);
$$;
revoke execute on function lagere_alle_parteien_aus() from public;

-- As before, after the parties.
create or replace function fuelle_listen() returns void language plpgsql as $$
begin
  delete from kontakt_liste;
  delete from patchobjekt_liste;
  delete from pachtkonto_liste;
  delete from pachtkonto_frist;
  perform lagere_alle_parteien_aus();
  insert into kontakt_liste select * from kontakt_suchbild;
  insert into patchobjekt_liste select * from patchobjekt_suchbild;
  insert into pachtkonto_liste select * from pachtkonto_suchbild;
  insert into pachtkonto_frist select id, grundlage, beginn from pachtkonto_fristbild;
end $$;

select lagere_alle_parteien_aus();
select schreibe_pachtkonto_liste(array(select distinct pachtkonto_id from pachtkonto_liste_partei));
