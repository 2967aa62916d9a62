-- How far the letters of a run are, kept with it: counting a hundred thousand each time somebody looks would be slow.
alter table buchungslauf
  add column pdf_erstellt integer not null default 0,
  add column pdf_fehlgeschlagen integer not null default 0;

update buchungslauf l
set pdf_erstellt = z.erstellt, pdf_fehlgeschlagen = z.fehlgeschlagen
from (
  select b.buchungslauf_id, count(*) filter (where p.status = 'erstellt') erstellt,
    count(*) filter (where p.status = 'fehlgeschlagen') fehlgeschlagen
  from archiv_pdf p
  join archiv_beleg b on b.id = p.beleg_id
  group by b.buchungslauf_id
) z
where z.buchungslauf_id = l.id;

create function zaehle_pdfs() returns trigger language plpgsql as $$
begin
  -- Always in one order, so that two who store letters of several runs never wait for each other.
  perform from buchungslauf
    where id in (select b.buchungslauf_id from neu n join archiv_beleg b on b.id = n.beleg_id)
    order by id
    for no key update;
  update buchungslauf l
  set pdf_erstellt = l.pdf_erstellt + z.erstellt, pdf_fehlgeschlagen = l.pdf_fehlgeschlagen + z.fehlgeschlagen
  from (
    select b.buchungslauf_id, count(*) filter (where n.status = 'erstellt') erstellt,
      count(*) filter (where n.status = 'fehlgeschlagen') fehlgeschlagen
    from neu n
    join archiv_beleg b on b.id = n.beleg_id
    group by b.buchungslauf_id
  ) z
  where z.buchungslauf_id = l.id;
  if tg_op = 'UPDATE' then
    update buchungslauf l
    set pdf_erstellt = l.pdf_erstellt - z.erstellt, pdf_fehlgeschlagen = l.pdf_fehlgeschlagen - z.fehlgeschlagen
    from (
      select b.buchungslauf_id, count(*) filter (where a.status = 'erstellt') erstellt,
        count(*) filter (where a.status = 'fehlgeschlagen') fehlgeschlagen
      from alt a
      join archiv_beleg b on b.id = a.beleg_id
      group by b.buchungslauf_id
    ) z
    where z.buchungslauf_id = l.id;
  end if;
  return null;
end $$;
create trigger zaehle_neue after insert on archiv_pdf referencing new table as neu
  for each statement execute function zaehle_pdfs();
create trigger zaehle_geaenderte after update on archiv_pdf referencing old table as alt new table as neu
  for each statement execute function zaehle_pdfs();

-- Many letters in one document, drawn by the worker. It can be made again, so it goes after some days.
create table sammeldatei (
  id bigint generated always as identity primary key,
  art text not null check (art in ('gesamt', 'entwurf')),
  -- What it is of, and of which state of it.
  schluessel text not null,
  stand text not null,
  buchungslauf_id uuid references buchungslauf,
  -- A draft: the billed day, and the day on which it was asked for.
  datum date,
  heute date,
  -- In the order of the letters: documents of the run, accounts of the draft.
  ids bigint[] not null,
  fortschritt integer not null default 0,
  job_id uuid not null,
  fehler text,
  angelegt_am timestamptz not null default now(),
  fertig_am timestamptz,
  unique (art, schluessel),
  check ((art = 'gesamt') = (buchungslauf_id is not null)),
  check ((art = 'entwurf') = (datum is not null and heute is not null))
);
create index on sammeldatei (buchungslauf_id);

create table sammeldatei_teil (
  datei_id bigint not null references sammeldatei on delete cascade,
  nr integer not null check (nr > 0),
  -- So many of the file's ids are in this part and those before it.
  bis integer not null,
  anzahl integer not null check (anzahl > 0),
  -- Letters that could not be drawn: a sheet in their place says so.
  nicht_erstellt integer not null default 0,
  erster text not null,
  letzter text not null,
  groesse bigint not null check (groesse > 0),
  sha256 text not null,
  abgeholt_am timestamptz,
  primary key (datei_id, nr)
);

-- Pieces of one size, the last one shorter.
create table sammeldatei_stueck (
  datei_id bigint not null,
  teil integer not null,
  nr integer not null check (nr >= 0),
  inhalt bytea not null,
  primary key (datei_id, teil, nr),
  foreign key (datei_id, teil) references sammeldatei_teil on delete cascade
);
alter table sammeldatei_stueck alter column inhalt set storage external;

grant select, insert, delete on sammeldatei to pacht_app;
grant select, delete on sammeldatei to pacht_worker;
grant update (fortschritt, fehler, fertig_am) on sammeldatei to pacht_worker;
grant select on sammeldatei_teil, sammeldatei_stueck to pacht_app;
grant update (abgeholt_am) on sammeldatei_teil to pacht_app;
grant select, insert on sammeldatei_teil, sammeldatei_stueck to pacht_worker;
