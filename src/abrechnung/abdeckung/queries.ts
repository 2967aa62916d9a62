import type { Db } from "../../technik/database/pool.ts";
import type { AbdeckungBuchung, AbdeckungFaelligkeit } from "./schema.ts";

export type Abdeckungskonto = {
  pachtkontoId: number;
  kontonummer: string;
  ersterTag: string;
  pachtende: string | null;
  schlussabrechnung: string | null;
};

export const findAbdeckungskonto = async (sql: Db, id: number): Promise<Abdeckungskonto | undefined> => {
  const [zeile] = await sql<Abdeckungskonto[]>`
    select id pachtkonto_id, kontonummer, greatest(pachtbeginn, abrechnung_ab) erster_tag, pachtende, schlussabrechnung
    from pachtkonto
    where id = ${id}`;
  return zeile;
};

/** Open and booked due dates, by day. */
export const listGeltendeFaelligkeiten = (sql: Db, pachtkontoId: number) => sql<AbdeckungFaelligkeit[]>`
  select id, zeitraum_von, zeitraum_bis, faellig_am, art
  from faelligkeit
  where pachtkonto_id = ${pachtkontoId} and status <> 'entfallen'
  order by zeitraum_von`;

/** Everything that was ever booked for the account, also what is cancelled, with its documents. */
export const listBuchungen = (sql: Db, pachtkontoId: number) => sql<AbdeckungBuchung[]>`
  with buchung as (
    select g.buchungslauf_id, k.id archivkonto_id, g.faelligkeit_id,
      case when s.archivkonto_id is null then 'regulaer' else 'schlussabrechnung' end art,
      g.zeitraum_von, g.zeitraum_bis, g.storniert_am
    from gebuchter_zeitraum g
    join archivkonto k on k.buchungslauf_id = g.buchungslauf_id and k.pachtkonto_id = g.pachtkonto_id
    left join schlussabrechnung s on s.archivkonto_id = k.id and s.faelligkeit_id = g.faelligkeit_id
    where g.pachtkonto_id = ${pachtkontoId}
    union all
    select buchungslauf_id, archivkonto_id, null, 'schlussabrechnung', zeitraum_von, zeitraum_bis, storniert_am
    from schlussabrechnung
    where pachtkonto_id = ${pachtkontoId} and faelligkeit_id is null
  )
  select b.buchungslauf_id, b.archivkonto_id, b.faelligkeit_id, b.art, b.zeitraum_von, b.zeitraum_bis, b.storniert_am,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'belegnummer', a.belegnummer, 'belegart', a.belegart,
        'grundart', coalesce(o.belegart, a.belegart), 'belegdatum', a.belegdatum, 'kontaktId', a.kontakt_id,
        'kontakt', a.empfaenger ->> 'anzeigename', 'nettoCent', a.netto_cent, 'steuerCent', a.steuer_cent,
        'bruttoCent', a.brutto_cent, 'auszahlungCent', a.auszahlung_cent, 'stornoVonId', a.storno_von_id) order by a.id)
      from archiv_beleg a
      left join archiv_beleg o on o.id = a.storno_von_id
      where a.archivkonto_id = b.archivkonto_id and a.faelligkeit_id is not distinct from b.faelligkeit_id
    ), '[]') dokumente
  from buchung b
  order by b.zeitraum_von, b.archivkonto_id`;
