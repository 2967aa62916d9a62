import type { PositionVersion } from "../../kern/pacht/typen.ts";
import type { Klauseldauer } from "../../kern/wertsicherung/hinweise.ts";
import type { Wertsicherung } from "../../kern/wertsicherung/klausel.ts";
import type { Klauselkonto } from "../../kern/wertsicherung/vorschlag.ts";
import type { Db } from "../../technik/database/pool.ts";

export type Klauselzeile = Klauselkonto &
  Klauseldauer & {
    id: number;
    kontonummer: string;
    bezeichnung: string | null;
    wertsicherung: Wertsicherung;
    /** An increase is planned or active: what comes of it is not known yet. */
    hatOffene: boolean;
    /** The last increase was not proposed by the clause. */
    istLetzteVonHand: boolean;
  };

/** Which accounts: all, or these; from the one after `nach` on. */
type Klauselumfang = { auswahl: readonly number[] | null; nach: number; anzahl: number };

/** Accounts with a clause that can still change their rent, by id. */
export const listKlauselkonten = (sql: Db, { auswahl, nach, anzahl }: Klauselumfang) => sql<Klauselzeile[]>`
  select k.id, k.kontonummer, k.bezeichnung, k.wertsicherung, k.vertragsschluss_am, k.pachtbeginn, k.pachtende,
    k.abrechnung_ab, k.letzte_hebung, s.letzte_stufe, g.gebucht_bis, coalesce(h.hat_offene, false) hat_offene,
    coalesce(h.ist_letzte_von_hand, false) ist_letzte_von_hand
  from (
    select *
    from pachtkonto k
    where k.id > ${nach} and k.wertsicherung is not null and k.status <> 'inaktiv' and k.schlussabrechnung is null
      ${auswahl ? sql`and k.id = any(${auswahl})` : sql``}
    order by k.id
    limit ${anzahl}
  ) k
  left join lateral (
    select max(g.zeitraum_bis) gebucht_bis
    from gebuchter_zeitraum g
    where g.pachtkonto_id = k.id and g.storniert_am is null
  ) g on true
  left join lateral (
    select bool_or(h.status <> 'abgeschlossen') hat_offene,
      bool_or(h.status = 'abgeschlossen' and h.herkunft is null and h.wirksam_ab = k.letzte_hebung) ist_letzte_von_hand
    from hebung h
    where h.pachtkonto_id = k.id and h.status <> 'storniert'
  ) h on true
  left join lateral (
    select max(h.wirksam_ab) letzte_stufe
    from hebung h
    where k.wertsicherung ->> 'art' = 'staffel' and h.pachtkonto_id = k.id and h.status = 'abgeschlossen'
      and (h.position_ids is null or not exists (
        select from pachtkonto_position p
        join positionsart a on a.id = p.positionsart_id
        where p.pachtkonto_id = k.id and a.erhoehbar and p.intervall <> 'einmalig'
          and coalesce(p.gueltig_von, '-infinity') <= h.wirksam_ab and coalesce(p.gueltig_bis, 'infinity') >= h.wirksam_ab
          and not exists (
            select from hebung andere
            where andere.pachtkonto_id = k.id and andere.status = 'abgeschlossen' and andere.wirksam_ab = h.wirksam_ab
              and (andere.position_ids is null or p.ursprung_id = any(andere.position_ids)))))
  ) s on true
  order by k.id`;

/** The recurring positions of these accounts, as the calculation takes them. */
export const listPositionen = (sql: Db, pachtkontoIds: number[]) => sql<(PositionVersion & { pachtkontoId: number })[]>`
  select p.pachtkonto_id, p.id, p.ursprung_id, p.positionsart_id, coalesce(p.bezeichnung, a.name) bezeichnung, p.betrag_cent,
    p.intervall, p.gueltig_von, p.gueltig_bis, coalesce(p.steuersatz_bp, a.steuersatz_bp) steuersatz_bp,
    case when coalesce(p.steuersatz_bp, a.steuersatz_bp) = 0 then a.steuerbefreiung_grund end steuerbefreiung_grund,
    p.anteilig, a.erhoehbar, a.weiterleitung
  from pachtkonto_position p
  join positionsart a on a.id = p.positionsart_id
  where p.pachtkonto_id = any(${pachtkontoIds}) and p.intervall <> 'einmalig'
  order by p.pachtkonto_id, p.id`;
