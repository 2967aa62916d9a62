-- The agreed end of accounts that were under notice before 0064 kept it: without it the withdrawal of such a notice would
-- make a lease for a fixed term one without an end. The audit log has it, as the first value that pachtende had since the
-- notice.
create temporary table vereinbart on commit drop as
with kuendigung as (
  select distinct on (k.id) k.id, k.pachtende, e.id as eintrag
  from pachtkonto k
  join auditlog e on e.ressource = 'pachtkonto' and e.ressource_id = k.id::text
  join auditwert w on w.auditlog_id = e.id
  where k.status in ('gekuendigt', 'ausgelaufen') and k.kuendigung_zum is not null and k.vereinbartes_ende is null
    and w.werte::jsonb @> '[{"feld": "status", "alt": "aktiv", "neu": "gekuendigt"}]'
  order by k.id, e.id desc
)
select k.id, case when wechsel.eintrag is null then k.pachtende else wechsel.vorher end as pachtende
from kuendigung k
left join lateral (
  select e.id as eintrag,
    (jsonb_path_query_first(w.werte::jsonb, '$[*] ? (@.feld == "pachtende").alt') #>> '{}')::date as vorher
  from auditlog e
  join auditwert w on w.auditlog_id = e.id
  where e.ressource = 'pachtkonto' and e.ressource_id = k.id::text and e.id >= k.eintrag
    and w.werte::jsonb @> '[{"feld": "pachtende"}]'
  order by e.id
  limit 1
) wechsel on true;

-- Nothing that anybody has read changes: no version, no list, no preview.
alter table pachtkonto disable trigger user;
update pachtkonto k set vereinbartes_ende = v.pachtende from vereinbart v where v.id = k.id and v.pachtende is not null;
alter table pachtkonto enable trigger user;
