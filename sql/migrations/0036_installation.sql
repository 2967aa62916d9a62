-- A mark of this installation: a key that an export makes of an id leads to its record here, and nowhere else.
create table installation (
  ist_einzig boolean primary key default true check (ist_einzig),
  kennung text not null default substr(md5(gen_random_uuid()::text), 1, 6) check (kennung ~ '^[0-9a-f]{6}$')
);
insert into installation default values;
grant select on installation to pacht_app, pacht_worker;
