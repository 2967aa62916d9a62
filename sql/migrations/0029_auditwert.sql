-- The values of the audit log lie in rows of their own, so that a person's can be erased and the seal still holds: the
-- sealed text of an entry has the SHA-256 of a random salt and its values instead of them. An entry without values has
-- neither. What the seal was before stands in an entry of its own.

-- Values ----------------------------------------------------------------------------------------------------------------

-- Both rewrites of the table give each row what it needs at once; an update would write every index again.
alter table auditlog add column salz bytea not null default uuid_send(gen_random_uuid());

-- `werte` is canonical JSON text: the same bytes give the same hash for ever.
create table auditwert (
  auditlog_id bigint not null,
  salz bytea not null,
  werte text not null
);
insert into auditwert (auditlog_id, salz, werte) select id, salz, werte from auditlog where werte <> '[]' order by id;
alter table auditwert add primary key (auditlog_id), add check (octet_length(salz) = 16);

alter table auditlog
  alter column werte drop not null,
  alter column werte type bytea
    using case when werte <> '[]' then sha256(salz || convert_to(werte, 'UTF8')) end;
alter table auditlog rename column werte to werte_hash;
alter table auditlog drop column salz, add check (octet_length(werte_hash) = 32);

-- Values go with an entry of the same transaction that names their entries, and the log's own never.
create function verlange_loescheintrag() returns trigger language plpgsql as $$
begin
  if exists (select from alt join auditlog a on a.id = alt.auditlog_id where a.ressource = 'auditlog')
    or exists (
      select auditlog_id from alt
      except
      select genannt::bigint
      from auditlog a
      join auditwert w on w.auditlog_id = a.id
      cross join lateral jsonb_path_query(w.werte::jsonb, '$[*] ? (@.feld == "werte").neu[*]') genannt
      where a.xid = pg_current_xact_id() and a.ressource = 'auditlog' and a.aktion = 'loeschen'
    ) then
    raise exception 'Werte des Audit-Logs gehen nur mit einem Löscheintrag, der sie nennt'
      using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger nur_mit_loescheintrag after delete on auditwert
  referencing old table as alt for each statement execute function verlange_loescheintrag();
create trigger unveraenderlich before update on auditwert
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on auditwert
  for each statement execute function verweigere_aenderung();

grant select, insert on auditwert to pacht_app, pacht_worker;
grant delete on auditwert to pacht_app;

-- Seal ------------------------------------------------------------------------------------------------------------------

-- The chain goes on in the order in which it stands. What did not hold before keeps its hash, so that it does not hold
-- now either: sealing anew hides nothing.
create function pg_temp.als_json(inhalt text) returns text language sql immutable as $$
  select coalesce(to_json(inhalt)::text, 'null')
$$;
create function pg_temp.kette_weiter(vorher bytea, inhalt text, sonst bytea) returns bytea language sql immutable as $$
  select case when inhalt is null then sonst else sha256(vorher || convert_to(inhalt, 'UTF8')) end
$$;
create aggregate pg_temp.kette(text, bytea) (
  sfunc = pg_temp.kette_weiter, stype = bytea,
  initcond = '\x0000000000000000000000000000000000000000000000000000000000000000'
);

create temporary table neues_glied on commit drop as
with eintrag as (
  select e.nr, e.auditlog_id, e.hash, a.id is not null as ist_da, coalesce(w.werte, '[]') as werte, a.werte_hash,
    coalesce(lag(e.hash) over (order by e.nr), decode(repeat('00', 32), 'hex')) as vorher,
    '[' || concat_ws(',', pg_temp.als_json(a.id::text),
      pg_temp.als_json(to_char(a.zeitpunkt at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')),
      pg_temp.als_json(a.benutzer_id::text), pg_temp.als_json(a.benutzer_name), pg_temp.als_json(a.aktion),
      pg_temp.als_json(a.ressource), pg_temp.als_json(a.ressource_id)) || ',' as davor,
    ',' || concat_ws(',', pg_temp.als_json(a.anfrage_id), pg_temp.als_json(a.xid::text)) || ']' as danach
  from siegel_eintrag e
  left join auditlog a on a.id = e.auditlog_id
  left join auditwert w on w.auditlog_id = a.id
)
select nr, auditlog_id, hash as alt, pg_temp.kette(
    case
      when ist_da and hash = sha256(vorher || convert_to(davor || pg_temp.als_json(werte) || danach, 'UTF8'))
      then davor || pg_temp.als_json(encode(werte_hash, 'hex')) || danach
    end, hash) over (order by nr) as neu
from eintrag;

with ende as (
  select uuid_send(gen_random_uuid()) as salz,
    format('[{"alt":"%s","feld":"kopf","neu":"%s"},{"alt":null,"feld":"eintraege","neu":%s}]',
      encode(s.hash, 'hex'), encode(g.neu, 'hex'), s.bis) as werte
  from (select bis, hash from siegel order by nr desc limit 1) s
  join neues_glied g on g.nr = s.bis
), eintrag as (
  insert into auditlog (benutzer_name, aktion, ressource, werte_hash)
  select 'System', 'versiegeln', 'auditlog', sha256(salz || convert_to(werte, 'UTF8')) from ende
  returning id
)
insert into auditwert (auditlog_id, salz, werte) select id, salz, werte from eintrag cross join ende;

alter table siegel disable trigger unveraenderlich;
update siegel s set hash = g.neu from neues_glied g where g.nr = s.bis and g.alt = s.hash;
alter table siegel enable trigger unveraenderlich;

alter table siegel_eintrag disable trigger unveraenderlich_ganz;
truncate siegel_eintrag;
alter table siegel_eintrag enable trigger unveraenderlich_ganz;
insert into siegel_eintrag (nr, auditlog_id, hash) select nr, auditlog_id, neu from neues_glied order by nr;

drop aggregate pg_temp.kette(text, bytea);
drop function pg_temp.kette_weiter(bytea, text, bytea), pg_temp.als_json(text);
