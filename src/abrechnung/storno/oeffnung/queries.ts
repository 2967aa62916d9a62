import { nachgeschlagen } from "../../../technik/database/anweisung/massen.ts";
import type { Db } from "../../../technik/database/pool.ts";
import { faelligkeitIds, type Vorgang, zeitraeume } from "../vorgang.ts";

export const updateSchlussabrechnungen = (tx: Db, archivkontoIds: number[]) => tx`
  update schlussabrechnung
  set storniert_am = now()
  where archivkonto_id = any(${archivkontoIds}) and storniert_am is null`;

type Kontozustand = { id: number; status: string; schlussabrechnung: string | null };

export const listKontozustaende = (tx: Db, ids: number[]) => tx<Kontozustand[]>`
  select id, status, schlussabrechnung
  from pachtkonto
  where id = any(${ids})
  order by id`;

/** No longer settled: run out where the end has passed, under notice if there was one, else running. */
export const updateWiederOffen = (tx: Db, ids: number[], heute: string) => tx`
  update pachtkonto
  set schlussabrechnung = null,
    status = case
      when pachtende < ${heute} then 'ausgelaufen'
      when kuendigung_zum is null then 'aktiv'
      else 'gekuendigt'
    end
  where id = any(${ids})`;

/** Found by the due dates and nothing else that an index knows, see `nachgeschlagen`. */
export const updateZeitraeume = (tx: Db, vorgaenge: readonly Vorgang[]) => tx`
  update gebuchter_zeitraum g
  set storniert_am = now()
  from ${zeitraeume(tx, vorgaenge)}
  where g.faelligkeit_id = any(${faelligkeitIds(vorgaenge)})
    and g.faelligkeit_id = v.faelligkeit_id and g.buchungslauf_id::text = v.buchungslauf_id::text
    and coalesce(g.storniert_am, 'infinity') = 'infinity'`;

/** Open again, each in the grid that it was booked in; found likewise. */
export const updateFaelligkeitenOffen = (tx: Db, vorgaenge: readonly Vorgang[]) => tx`
  update faelligkeit f
  set status = 'offen', buchungslauf_id = null, pachtjahr_beginn = coalesce(f.pachtjahr_beginn, a.pachtjahr_beginn),
    zahlungsrhythmus = coalesce(f.zahlungsrhythmus, a.zahlungsrhythmus)
  from ${zeitraeume(tx, vorgaenge)}
  ${nachgeschlagen(
    tx,
    tx`
      select konto ->> 'pachtjahrBeginn' pachtjahr_beginn, konto ->> 'zahlungsrhythmus' zahlungsrhythmus
      from archivkonto
      where id = v.archivkonto_id`,
  )} a
  where f.id = any(${faelligkeitIds(vorgaenge)}) and f.id = v.faelligkeit_id
    and f.status || '' = 'gebucht' and coalesce(f.buchungslauf_id::text, '') = v.buchungslauf_id::text`;

/** A preview or a run that computed with what was booked for these accounts has to compute again. */
export const updateEingabeGeaendert = (tx: Db, pachtkontoIds: number[]) => tx`
  update pachtkonto
  set eingabe_geaendert_am = clock_timestamp()
  where id = any(${pachtkontoIds})`;
