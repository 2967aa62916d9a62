import type { Angeschrieben } from "../../../kern/pacht/schnappschuss.ts";
import type { Db } from "../../../technik/database/pool.ts";

export type Partei = Angeschrieben & { rolle: "paechter" | "verpaechter" };

/** Lessees and lessors of a day, each once in a role, the main contact first. */
export const listParteien = (sql: Db, pachtkontoId: number, am: string) => sql<Partei[]>`
  select b.rolle, k.anzeigename, k.ist_organisation, k.anrede, k.titel, k.vorname, k.nachname, k.firma, k.strasse,
    k.hausnummer, k.adresszusatz, k.plz, k.ort, k.land, k.debitornummer
  from (
    select rolle, kontakt_id, bool_or(hauptkontakt) hauptkontakt
    from pachtkonto_beteiligter
    where pachtkonto_id = ${pachtkontoId} and rolle in ('paechter', 'verpaechter')
      and daterange(gueltig_von, gueltig_bis, '[]') @> ${am}::date
    group by rolle, kontakt_id
  ) b
  join kontakt k on k.id = b.kontakt_id
  order by b.rolle, b.hauptkontakt desc, k.id`;
