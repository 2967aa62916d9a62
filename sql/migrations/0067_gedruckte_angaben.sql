-- Beside name and address letters print who holds the account and the numbers of a contact. The column is made anew, since
-- PostgreSQL changes the expression of a generated one from version 17 on only.
alter table kontakt
  drop column hat_seltene_zeichen,
  add column hat_seltene_zeichen boolean not null generated always as (hat_seltene_zeichen(
    coalesce(firma, '') || coalesce(anrede, '') || coalesce(titel, '') || coalesce(vorname, '') || coalesce(nachname, '')
    || coalesce(strasse, '') || coalesce(hausnummer, '') || coalesce(adresszusatz, '') || coalesce(plz, '')
    || coalesce(ort, '') || coalesce(kontoinhaber, '') || coalesce(debitornummer, '') || coalesce(kreditornummer, '')
    || coalesce(steuernummer, ''))) stored;
