-- An index for everything that a list can be sorted by, the id last: ties go by it, forwards and backwards.
drop index pachtkonto_pachtbeginn_idx, pachtkonto_pachtende_idx, pachtkonto_letzte_hebung_idx,
  pachtkonto_naechste_hebung_idx, pachtkonto_schlussabrechnung_idx, hebung_status_wirksam_ab_idx;
create index on pachtkonto (pachtbeginn, id);
create index on pachtkonto (pachtende, id);
create index on pachtkonto (letzte_hebung, id);
create index on pachtkonto (naechste_hebung, id);
create index on pachtkonto (schlussabrechnung, id);
create index on patchobjekt (flaeche_qm, id);
create index on patchobjekt (geprueft_am, id);
create index on kontakt_liste (ort, id);
create index on hebung (wirksam_ab, id);
create index on hebung (status, wirksam_ab, id);
create index on hebung (abgeschlossen_am, id);
create index on archiv_beleg (brutto_cent, id);
