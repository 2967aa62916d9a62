-- Operation: what users tell the operator.

create table feedback (
  id bigint generated always as identity primary key,
  benutzer_id bigint not null references benutzer,
  art text,
  seite text,
  text text not null,
  erstellt_am timestamptz not null default now(),
  check (art in ('fehler', 'wunsch', 'lob', 'frage'))
);
create index on feedback (benutzer_id, erstellt_am);

grant select, insert on feedback to pacht_app;
