import type { Tx } from "../../technik/database/pool.ts";
import type { Abruf } from "./schema.ts";
import type { SepaArt, ZahlungsBeleg } from "./sepa/zahlungen.ts";

/** How many documents are judged before other requests have their turn. */
const jeStapel = 100;

/** The documents of a run by belegnummer, with marking, Storno, and what the contacts' records say now. */
export const listZahlungsbelege = (tx: Tx, laufId: string): AsyncIterable<ZahlungsBeleg[]> =>
  tx<ZahlungsBeleg[]>`
    select b.id, b.belegnummer, b.belegart, b.kontonummer, b.zeitraum_von, b.zeitraum_bis, b.zahlbar_bis,
      b.brutto_cent, b.auszahlung_cent, b.empfaenger, a.daten ->> 'glaeubigerId' glaeubiger_id,
      s.belegnummer stornonummer, m.markierung, k.iban heute_iban, k.zahlungsart heute_zahlungsart,
      k.sepa_mandat_referenz || ' ' || k.sepa_mandat_datum heute_mandat, k.bank_bestaetigt_am
    from archiv_beleg b
    join archiv_aussteller a on a.id = b.aussteller_id
    join kontakt k on k.id = b.kontakt_id
    left join archiv_beleg s on s.storno_von_id = b.id
    left join archivkonto_markierung m on m.archivkonto_id = b.archivkonto_id
    where b.buchungslauf_id = ${laufId}
    order by b.belegnummer`.cursor(jeStapel);

/** Which files of the run have left the house, by the audit log; the latest first. */
export const listAbrufe = (tx: Tx, laufId: string, art: SepaArt) => tx<Abruf[]>`
  select a.zeitpunkt, a.benutzer_name benutzer, w.nachrichten_id, w.anzahl, w.summe_cent
  from auditlog a
  cross join lateral (
    select max(e ->> 'neu') filter (where e ->> 'feld' = 'art') art,
      max(e ->> 'neu') filter (where e ->> 'feld' = 'nachrichtenId') nachrichten_id,
      max(e ->> 'neu') filter (where e ->> 'feld' = 'anzahl')::integer anzahl,
      max(e ->> 'neu') filter (where e ->> 'feld' = 'summeCent')::bigint summe_cent
    from jsonb_array_elements(a.werte::jsonb) e
  ) w
  where a.aktion = 'export' and a.ressource = 'buchungslauf' and a.ressource_id = ${laufId}
    and w.art = ${`sepa-${art}`}
  order by a.zeitpunkt desc, a.id desc
  limit 20`;
