-- What is no more leaves the lists by its keys. Asked row by row whether it is still there, a nested loop read all objects
-- for each of them, wherever the statistics call a table small that a transaction has just filled.
create or replace function schreibe_patchobjekt_liste(ids bigint[]) returns void language plpgsql
set enable_nestloop = on as $$
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
  where id = any(array(
    select unnest(ids) except select id from patchobjekt where id = any(ids) and aufgegangen_in is null));
end $$;

create or replace function schreibe_pachtkonto_liste(ids bigint[]) returns void language plpgsql
set enable_nestloop = on as $$
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
  delete from pachtkonto_liste
  where id = any(array(select unnest(ids) except select id from pachtkonto where id = any(ids)));
end $$;
