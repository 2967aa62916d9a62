import type { KontoStatus } from "../../../kern/pacht/typen.ts";
import { nachgeschlagen } from "../../../technik/database/anweisung/massen.ts";
import type { Db } from "../../../technik/database/pool.ts";

type Geschlossen = { id: number; kontonummer: string; status: KontoStatus; datum: string };

/** Closes the accounts that the run settles; one that is settled already is not among the answers. */
export const updateSchlussabgerechnet = (tx: Db, laufId: string) => tx<Geschlossen[]>`
  update pachtkonto k
  set schlussabrechnung = l.datum, status = 'ausgelaufen'
  from stapel_schlussabrechnung s
  join buchungslauf l on l.id = s.buchungslauf_id
  join pachtkonto alt on alt.id = s.pachtkonto_id
  where s.buchungslauf_id = ${laufId} and k.id = s.pachtkonto_id and k.schlussabrechnung is null
  returning k.id, k.kontonummer, alt.status, l.datum`;

/** What was planned past the end is billed no more. Found by the accounts alone, see `nachgeschlagen`. */
export const updateNachEndeEntfallen = (tx: Db, laufId: string) => tx`
  update faelligkeit f
  set status = 'entfallen'
  from stapel_schlussabrechnung s
  where s.buchungslauf_id = ${laufId} and f.pachtkonto_id = s.pachtkonto_id and f.status || '' = 'offen'
    and f.zeitraum_von > s.zeitraum_bis
    and f.pachtkonto_id = any(array(select pachtkonto_id from stapel_schlussabrechnung where buchungslauf_id = ${laufId}))`;

export const insertSchlussabrechnungen = (tx: Db, laufId: string) => tx`
  insert into schlussabrechnung (archivkonto_id, buchungslauf_id, pachtkonto_id, faelligkeit_id, zeitraum_von,
    zeitraum_bis, faellig_am)
  select archivkonto_id, buchungslauf_id, pachtkonto_id, faelligkeit_id, zeitraum_von, zeitraum_bis, faellig_am
  from stapel_schlussabrechnung
  where buchungslauf_id = ${laufId}
  order by archivkonto_id`;

/** Ties the settlements to the bookings that they correct; fewer than asked for when one was cancelled meanwhile. */
export const insertSchlusskorrekturen = (tx: Db, laufId: string) => tx`
  insert into schlussabrechnung_korrektur (archivkonto_id, faelligkeit_id, buchungslauf_id)
  select s.archivkonto_id, g.faelligkeit_id, g.buchungslauf_id
  from stapel_schlussabrechnung s
  cross join unnest(s.korrigiert) f (id)
  ${nachgeschlagen(tx, tx`select * from gebuchter_zeitraum where faelligkeit_id = f.id`)} g
  where s.buchungslauf_id = ${laufId} and g.storniert_am is null`;

export const countStapelSchlussabrechnungen = async (
  tx: Db,
  laufId: string,
): Promise<{ konten: number; korrekturen: number }> => {
  const [zeile] = await tx<{ konten: number; korrekturen: number }[]>`
    select count(*) konten, coalesce(sum(cardinality(korrigiert)), 0) korrekturen
    from stapel_schlussabrechnung
    where buchungslauf_id = ${laufId}`;
  return zeile ?? { konten: 0, korrekturen: 0 };
};
