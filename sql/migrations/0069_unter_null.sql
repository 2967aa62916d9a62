-- Nearly all that lies below zero is a Storno, often a whole run of them. What else does is few, and a list of it read
-- every Storno, or the whole archive, to find them.
create index archiv_beleg_unter_null on archiv_beleg (belegdatum, (id + 0)) include (id, belegart, brutto_cent)
  where brutto_cent < 0 and storno_von_id is null;
