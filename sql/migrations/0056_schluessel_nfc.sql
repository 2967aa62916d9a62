-- Keys of imports are compared as they read. Where both spellings have been given each keeps its own record.
update importschluessel s
set schluessel = n.nfc
from (
  select distinct on (art, nfc) art, schluessel, nfc
  from importschluessel
  cross join lateral normalize(schluessel, NFC) nfc
  where schluessel is not nfc normalized
  order by art, nfc, datensatz_id
) n
where s.art = n.art and s.schluessel = n.schluessel
  and not exists (select from importschluessel b where b.art = n.art and b.schluessel = n.nfc);
