-- What the erasure of a person's data needs.

-- Years whose documents are kept beyond their time: the assessment of their taxes can still change (§ 147 (3) AO).
create table aufbewahrung (
  id integer primary key default 1 check (id = 1),
  version integer not null default 1,
  offene_jahre integer[] not null default '{}',
  geaendert_am timestamptz not null default now()
);
insert into aufbewahrung default values;
create trigger version before update on aufbewahrung for each row execute function zaehle_version();
grant select, update on aufbewahrung to pacht_app;
grant select on aufbewahrung to pacht_worker;

-- A remark of before may go, but never say something else.
create function laesst_nur_leeren() returns trigger language plpgsql as $$
begin
  if new.bemerkung is not null or to_jsonb(new) - 'bemerkung' <> to_jsonb(old) - 'bemerkung' then
    raise exception 'Frühere Bemerkungen lassen sich nur leeren' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger nur_leeren before update on bemerkung_verlauf for each row execute function laesst_nur_leeren();
grant update (bemerkung) on bemerkung_verlauf to pacht_app;

-- Words that nobody has any more.
grant delete on duplikat_haeufigkeit to pacht_app;

-- Files that were uploaded to be imported, and what an import left of him.
grant delete on importlauf, importschluessel, importstand to pacht_app;
