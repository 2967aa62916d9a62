-- The time that a document's own supply took, whatever the period of its account: who becomes lessee on 1 September is
-- billed for the time from 1 September.

alter table stapel_beleg add column leistung_von date not null, add column leistung_bis date not null;

alter table archiv_beleg add column leistung_von date, add column leistung_bis date;

-- What is booked gets the days of its lines; a settlement, whose lines are whole booked periods, its own period; a fee
-- document the days of its Gutschrift.
alter table archiv_beleg disable trigger unveraenderlich;
update archiv_beleg b
set leistung_von = case when b.art = 'regulaer' then z.von else b.zeitraum_von end,
  leistung_bis = case when b.art = 'regulaer' then z.bis else b.zeitraum_bis end
from (select beleg_id, min(zeitraum_von) von, max(zeitraum_bis) bis from archiv_zeile group by beleg_id) z
where z.beleg_id = b.id;
update archiv_beleg g
set leistung_von = b.leistung_von, leistung_bis = b.leistung_bis
from archiv_beleg b
where b.gebuehr_beleg_id = g.id;
set constraints all immediate;
alter table archiv_beleg enable trigger unveraenderlich;

alter table archiv_beleg
  alter column leistung_von set not null,
  alter column leistung_bis set not null,
  add check (leistung_von <= leistung_bis);
