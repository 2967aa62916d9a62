-- Combined files may also hold the letters of rent increases before their completion.
alter table sammeldatei
  drop constraint sammeldatei_art_check,
  drop constraint sammeldatei_check1,
  add constraint sammeldatei_art_check check (art in ('gesamt', 'entwurf', 'hebungsentwurf')),
  add constraint sammeldatei_check1 check ((art <> 'gesamt') = (datum is not null and heute is not null));
