-- Where the keys of a checked file led, so that its execution can tell whether they still lead there. A key that led
-- nowhere has no row: its record was to be new.
create table importlauf_verweis (
  importlauf_id bigint not null references importlauf on delete cascade,
  art text not null check (art in ('kontakt', 'patchobjekt', 'pachtkonto', 'kontonummer', 'position', 'fassung',
    'hebung', 'positionsart')),
  -- A version of a position is known by the key of the position and its first day.
  schluessel text not null,
  datensatz_id bigint not null,
  primary key (importlauf_id, art, schluessel)
);

grant select, insert, delete on importlauf_verweis to pacht_worker;
