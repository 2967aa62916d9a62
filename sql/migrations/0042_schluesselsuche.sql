-- The database takes any index that has the key to look up what a foreign key names, also where it comes last, while its
-- statistics call a full table empty: each row written then cost as much as the archive is long. The lists of the
-- archive go by `id + 0`, which is the same order and no key; the id beside it spares them the wide rows.
drop index archiv_beleg_belegdatum_id_belegart_brutto_cent_idx, archiv_beleg_brutto_cent_id_idx;
create index archiv_beleg_nach_belegdatum on archiv_beleg (belegdatum, (id + 0)) include (id, belegart, brutto_cent);
create index archiv_beleg_nach_brutto on archiv_beleg (brutto_cent, (id + 0)) include (id);
