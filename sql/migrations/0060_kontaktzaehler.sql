-- Contacts are counted by what their list is filtered by: a count of half a million of them was a scan of their rows.
-- The key is zahlungsmoral, zahlungsart and typ, which alone may hold blanks.
create or replace function zaehle_kontakt() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into zaehler
    select 'kontakt', concat_ws(' ', zahlungsmoral, zahlungsart, typ), count(*)
    from neu
    group by zahlungsmoral, zahlungsart, typ;
  elsif tg_op = 'DELETE' then
    insert into zaehler
    select 'kontakt', concat_ws(' ', zahlungsmoral, zahlungsart, typ), -count(*)
    from alt
    group by zahlungsmoral, zahlungsart, typ;
  else
    insert into zaehler
    select 'kontakt', concat_ws(' ', zahlungsmoral, zahlungsart, typ), sum(n)
    from (
      select zahlungsmoral, zahlungsart, typ, 1 n from neu where aufgegangen_in is null
      union all
      select zahlungsmoral, zahlungsart, typ, -1 from alt where aufgegangen_in is null
    ) t
    group by zahlungsmoral, zahlungsart, typ
    having sum(n) <> 0;
  end if;
  return null;
end $$;

lock table kontakt in share row exclusive mode;
delete from zaehler where bereich = 'kontakt';
insert into zaehler
select 'kontakt', concat_ws(' ', zahlungsmoral, zahlungsart, typ), count(*)
from kontakt
where aufgegangen_in is null
group by zahlungsmoral, zahlungsart, typ;
