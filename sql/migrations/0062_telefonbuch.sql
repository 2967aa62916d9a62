-- Names in the order of a telephone book (DIN 5007-2): ä is where ae is, é where e is, whatever the database sorts by.
create or replace view kontakt_suchbild as
  select k.id, such_norm(k.anzeigename) as sortierung, k.typ, k.zahlungsmoral, k.zahlungsart, such_text(k.ort) as ort,
    w.suchtext
  from kontakt k
  cross join lateral such_worte(such_text(concat_ws(' ', k.titel, k.vorname, k.nachname, k.firma, k.strasse,
    k.hausnummer, k.plz, k.ort, k.email, k.telefon, k.iban))) w (suchtext)
  where k.aufgegangen_in is null;

create or replace view patchobjekt_suchbild as
  select o.id, such_norm(o.bezeichnung) as sortierung, o.status, o.pachtkonto_id,
    such_worte(concat_ws(' ', such_text(concat_ws(' ', o.bezeichnung, k.kontonummer)), o.suchtext_lage)) as suchtext
  from patchobjekt o
  left join pachtkonto k on k.id = o.pachtkonto_id
  where o.aufgegangen_in is null;

update kontakt_liste l
set sortierung = such_norm(k.anzeigename)
from kontakt k
where k.id = l.id and l.sortierung <> such_norm(k.anzeigename);

update patchobjekt_liste l
set sortierung = such_norm(o.bezeichnung)
from patchobjekt o
where o.id = l.id and l.sortierung <> such_norm(o.bezeichnung);
