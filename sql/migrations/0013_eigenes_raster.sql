-- What is booked stays true, also when it is cancelled: a period that a storno opens again is billed in the grid that it
-- was booked in, whatever grid the account has by now. null: the account's.

alter table faelligkeit add column pachtjahr_beginn text;
alter table faelligkeit add column zahlungsrhythmus text;
alter table faelligkeit add check ((pachtjahr_beginn is null) = (zahlungsrhythmus is null));
alter table faelligkeit add check (zahlungsrhythmus in ('monatlich', 'vierteljaehrlich', 'halbjaehrlich', 'jaehrlich'));

-- Another grid, or another first day, holds from the day after the last booked one: what stands cancelled behind that is
-- planned anew.
create function gib_raster_frei() returns trigger language plpgsql as $$
begin
  update faelligkeit f
  set pachtjahr_beginn = null, zahlungsrhythmus = null
  where f.pachtkonto_id = new.id and f.status <> 'gebucht' and f.zahlungsrhythmus is not null
    and not exists (
      select from gebuchter_zeitraum g
      where g.pachtkonto_id = new.id and g.storniert_am is null and g.zeitraum_bis >= f.zeitraum_von
    );
  return null;
end $$;
create trigger raster_frei
  after update of pachtbeginn, abrechnung_ab, pachtjahr_beginn, zahlungsrhythmus on pachtkonto
  for each row when ((old.pachtbeginn, old.abrechnung_ab, old.pachtjahr_beginn, old.zahlungsrhythmus)
    is distinct from (new.pachtbeginn, new.abrechnung_ab, new.pachtjahr_beginn, new.zahlungsrhythmus))
  execute function gib_raster_frei();
