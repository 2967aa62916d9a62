-- An account that comes with thousands of others gets its rows for lists and deadlines once, when its parties and objects
-- are there, not with each of them anew: whoever sets this calls the two functions at the end, without it.
create function schreibt_neue_spaeter() returns boolean language sql stable
return coalesce(current_setting('pacht.neue_konten_spaeter', true), '') = 'ja';

create or replace function schreibe_pachtkonto_liste(ids bigint[]) returns void language plpgsql
  set enable_nestloop to on as $$
begin
  if schreibt_neue_spaeter() then
    ids := array(select id from pachtkonto_liste where id = any(ids));
  end if;
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
  delete from pachtkonto_liste
  where id = any(array(select unnest(ids) except select id from pachtkonto where id = any(ids)));
end $$;

create or replace function schreibe_pachtkonto_frist(ids bigint[]) returns void language plpgsql
  set enable_nestloop to on as $$
begin
  if schreibt_neue_spaeter() then
    ids := array(select id from pachtkonto_frist where id = any(ids));
  end if;
  if cardinality(ids) = 0 then
    return;
  end if;
  perform from pachtkonto_liste where id = any(ids) order by id for update;
  insert into pachtkonto_frist as f
  select id, grundlage, beginn from pachtkonto_fristbild where id = any(ids)
  on conflict (id) do update set (grundlage, beginn) = (excluded.grundlage, excluded.beginn)
  where f is distinct from excluded;
end $$;
