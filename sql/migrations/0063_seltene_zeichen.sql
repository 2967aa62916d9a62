-- Billing tells a clerk before the letter is made that its font lacks a character. Of most texts it need not ask: they are
-- within the first blocks of Unicode, which the font has whole (`src/kern/pacht/schriftzeichen.ts`).
create function hat_seltene_zeichen(text) returns boolean language sql immutable parallel safe
  return $1 ~ '[^ -~\u00a0-\u0181]';

-- Of what stands in the address field. Billing reads it of each party of each account.
alter table kontakt add column hat_seltene_zeichen boolean not null generated always as (hat_seltene_zeichen(
  coalesce(firma, '') || coalesce(anrede, '') || coalesce(titel, '') || coalesce(vorname, '') || coalesce(nachname, '')
  || coalesce(strasse, '') || coalesce(hausnummer, '') || coalesce(adresszusatz, '') || coalesce(plz, '')
  || coalesce(ort, ''))) stored;
