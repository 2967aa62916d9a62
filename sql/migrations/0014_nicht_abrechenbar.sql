-- Who was due but left out of a run, with the reasons: how many, and the first thousand by name.
alter table buchungslauf
  add column anzahl_nicht_abrechenbar integer not null default 0,
  add column nicht_abrechenbar jsonb not null default '[]';
