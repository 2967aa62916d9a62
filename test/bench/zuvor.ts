/**
 * The tables that a run is published to, as they were when each reference was looked up once a row and days that may not
 * overlap stood in an index of ranges; to be run on a copy of today's database by its owner.
 */
export const tabellenZuvor = `
drop trigger bezug on archivkonto;
drop trigger bezug_lauf on archivkonto;
drop trigger bezug on archiv_beleg;
drop trigger bezug on archiv_zeile;
drop trigger bezug on archiv_steuer;
drop trigger bezug on gebuchter_zeitraum;
drop trigger bezug_lauf on gebuchter_zeitraum;
drop trigger getrennt_neu on gebuchter_zeitraum;
drop trigger bezug_lauf_geaendert on faelligkeit;
drop trigger getrennt_geaendert on faelligkeit;

alter table archivkonto
  add foreign key (buchungslauf_id) references buchungslauf (id),
  add foreign key (pachtkonto_id) references pachtkonto (id);
alter table archiv_beleg
  add foreign key (archivkonto_id) references archivkonto (id),
  add foreign key (aussteller_id) references archiv_aussteller (id),
  add foreign key (buchungslauf_id) references buchungslauf (id),
  add foreign key (faelligkeit_id) references faelligkeit (id),
  add foreign key (kontakt_id) references kontakt (id),
  add foreign key (pachtkonto_id) references pachtkonto (id),
  add foreign key (storno_von_id) references archiv_beleg (id);
alter table archiv_zeile add foreign key (beleg_id) references archiv_beleg (id);
alter table archiv_steuer add foreign key (beleg_id) references archiv_beleg (id);
alter table gebuchter_zeitraum
  add exclude using gist (pachtkonto_id with =, daterange(zeitraum_von, zeitraum_bis, '[]') with &&)
    where (storniert_am is null),
  add foreign key (buchungslauf_id) references buchungslauf (id),
  add foreign key (faelligkeit_id) references faelligkeit (id),
  add foreign key (pachtkonto_id) references pachtkonto (id);
alter table faelligkeit
  add exclude using gist (pachtkonto_id with =, daterange(zeitraum_von, zeitraum_bis, '[]') with &&)
    where (status <> 'entfallen'),
  add foreign key (buchungslauf_id) references buchungslauf (id),
  add foreign key (pachtkonto_id) references pachtkonto (id) on delete cascade;

drop index archiv_beleg_nach_belegdatum, archiv_beleg_nach_brutto, faelligkeit_beginn, faelligkeit_buchungslauf_id_idx,
  gebuchter_zeitraum_beginn;
create index on archiv_beleg (belegdatum, id) include (belegart, brutto_cent);
create index on archiv_beleg (brutto_cent, id);
create index on faelligkeit (buchungslauf_id);
create index on faelligkeit (pachtkonto_id, zeitraum_von)`;

/** The statements of that time: documents came in no order. */
export function anweisungZuvor(text: string): string {
  return text.replace(/\s+order by s\.id\s*$/, "");
}
