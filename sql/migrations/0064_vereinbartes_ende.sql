-- A notice sets the end of a lease; withdrawn, it leaves the contract as it was. What end that had is kept meanwhile.
alter table pachtkonto add column vereinbartes_ende date;

create function merke_vereinbartes_ende() returns trigger language plpgsql as $$
begin
  if new.status = 'gekuendigt' and old.status = 'aktiv' then
    new.vereinbartes_ende := old.pachtende;
  elsif new.status = 'aktiv' then
    new.vereinbartes_ende := null;
  end if;
  return new;
end $$;
create trigger vereinbartes_ende before update on pachtkonto
  for each row when (old.status is distinct from new.status) execute function merke_vereinbartes_ende();
