-- The archive by kind and amount without a look at its wide rows; and the few letters that failed.
drop index archiv_beleg_belegdatum_id_idx;
create index on archiv_beleg (belegdatum, id) include (belegart, brutto_cent);
create index archiv_pdf_fehlgeschlagen on archiv_pdf (beleg_id) where status = 'fehlgeschlagen';
