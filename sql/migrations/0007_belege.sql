-- What is made of the archive and stands beside it: letters, marks of the clerks, many letters in one file.

-- Letters -------------------------------------------------------------------------------------------------------------

-- No row: not made yet. A letter once made stays as it is.
create table archiv_pdf (
  beleg_id bigint primary key references archiv_beleg,
  status text not null check (status in ('erstellt', 'fehlgeschlagen')),
  versuche integer not null default 1,
  fehler text,
  layout_version integer,
  sha256 text,
  inhalt bytea,
  erstellt_am timestamptz not null default now(),
  check ((status = 'erstellt') = (inhalt is not null)),
  check ((status = 'erstellt') = (sha256 is not null)),
  check ((status = 'fehlgeschlagen') = (fehler is not null))
);
alter table archiv_pdf alter column inhalt set storage external;
create trigger unveraenderlich before update or delete on archiv_pdf
  for each row when (old.status = 'erstellt') execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on archiv_pdf
  for each statement execute function verweigere_aenderung();

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

-- A completed rent increase is kept with its letter. No row: not made yet. A letter once made stays as it is.
create table hebung_brief (
  hebung_id bigint primary key references hebung,
  layout_version integer not null,
  sha256 text not null,
  inhalt bytea not null,
  erstellt_am timestamptz not null default now()
);
alter table hebung_brief alter column inhalt set storage external;
create trigger unveraenderlich before update or delete on hebung_brief
  for each row execute function verweigere_aenderung();
create trigger unveraenderlich_ganz before truncate on hebung_brief
  for each statement execute function verweigere_aenderung();

-- Marks of the clerks -------------------------------------------------------------------------------------------------

create table archivkonto_markierung (
  archivkonto_id bigint primary key references archivkonto,
  version integer not null default 1,
  markierung text check (markierung in ('geprueft', 'rueckfrage', 'gesperrt')),
  notiz text,
  benutzer_name text not null,
  geaendert_am timestamptz not null default now()
);
create trigger version before update on archivkonto_markierung for each row execute function zaehle_version();

-- Many letters in one document ----------------------------------------------------------------------------------------

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

-- Rights --------------------------------------------------------------------------------------------------------------

grant select, insert, update on archiv_pdf to pacht_app, pacht_worker;
grant select, insert on hebung_brief to pacht_app, pacht_worker;
grant select, insert, update on archivkonto_markierung to pacht_app;
grant select on archivkonto_markierung to pacht_worker;
grant select, insert, delete on sammeldatei to pacht_app;
grant select, delete on sammeldatei to pacht_worker;
grant update (fortschritt, fehler, fertig_am) on sammeldatei to pacht_worker;
grant select on sammeldatei_teil, sammeldatei_stueck to pacht_app;
grant update (abgeholt_am) on sammeldatei_teil to pacht_app;
grant select, insert on sammeldatei_teil, sammeldatei_stueck to pacht_worker;
