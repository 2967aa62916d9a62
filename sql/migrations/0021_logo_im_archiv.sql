-- The logo as it was when a run was booked, kept once for each picture beside the company data of that day.

create table archiv_logo (
  sha256 text primary key,
  medientyp text not null check (medientyp in ('image/png', 'image/jpeg')),
  breite integer not null check (breite > 0),
  hoehe integer not null check (hoehe > 0),
  inhalt bytea not null,
  check (sha256 = encode(sha256(inhalt), 'hex'))
);
alter table archiv_logo alter column inhalt set storage external;
create trigger unveraenderlich before update or delete on archiv_logo
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on archiv_logo
  for each statement execute function verweigere_aenderung();

-- null: no logo that day.
alter table archiv_aussteller add column logo_sha256 text references archiv_logo;

grant select, insert on archiv_logo to pacht_app;
grant select on archiv_logo to pacht_worker;
