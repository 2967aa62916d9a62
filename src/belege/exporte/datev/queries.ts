import type { Tx } from "../../../technik/database/pool.ts";
import type { DatevBeleg } from "./kontierung.ts";

/** How many documents are posted before other requests have their turn. */
const jeStapel = 100;

/**
 * The documents of a run by belegnummer, with their amounts and with the account numbers of today. One whose contact was
 * merged stays on that contact's own number, where its open item stands.
 */
export const listDatevBelege = (tx: Tx, laufId: string): AsyncIterable<DatevBeleg[]> =>
  tx<DatevBeleg[]>`
    select b.belegnummer, coalesce(o.belegart, b.belegart) grundart, o.id is not null ist_storno, b.belegdatum,
      b.zahlbar_bis, b.kontonummer, b.kontakt_id, b.empfaenger ->> 'anzeigename' kontakt,
      coalesce(k.debitornummer, n.debitornummer) debitornummer, coalesce(k.kreditornummer, n.kreditornummer) kreditornummer,
      coalesce((
        select jsonb_agg(jsonb_build_object('steuersatzBp', z.steuersatz_bp,
          'steuerbefreiungGrund', z.steuerbefreiung_grund, 'positionsart', p.name, 'erloeskonto', p.erloeskonto,
          'nettoCent', z.netto_cent) order by z.steuersatz_bp desc, z.steuerbefreiung_grund, z.positionsart_id)
        from (
          select positionsart_id, steuersatz_bp, steuerbefreiung_grund, sum(netto_cent) netto_cent
          from archiv_zeile
          where beleg_id = b.id
          group by positionsart_id, steuersatz_bp, steuerbefreiung_grund
        ) z
        left join positionsart p on p.id = z.positionsart_id
      ), '[]') netto,
      coalesce((
        select jsonb_agg(jsonb_build_object('steuersatzBp', s.steuersatz_bp,
          'steuerbefreiungGrund', s.steuerbefreiung_grund, 'nettoCent', s.netto_cent,
          'steuerCent', s.steuer_cent) order by s.nr)
        from archiv_steuer s
        where s.beleg_id = b.id
      ), '[]') steuer
    from archiv_beleg b
    join kontakt k on k.id = b.kontakt_id
    left join kontakt n on n.id = k.aufgegangen_in
    left join archiv_beleg o on o.id = b.storno_von_id
    where b.buchungslauf_id = ${laufId}
    order by b.belegnummer`.cursor(jeStapel);
