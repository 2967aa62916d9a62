import type { Belegart } from "../../../kern/pacht/typen.ts";
import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { BelegZeile, Empfaengerkreis, KontaktZeile } from "./spalten.ts";

const arten: Record<Empfaengerkreis, Belegart[]> = {
  paechter: ["rechnung", "schlussrechnung"],
  verpaechter: ["gutschrift", "gebuehrenrechnung"],
};

const nummernfeld: Record<Empfaengerkreis, string> = { paechter: "debitornummer", verpaechter: "kreditornummer" };

/** The documents of a run to lessees or lessors, and those that cancel one of them, whenever that was. */
const dokumente = (sql: Db, laufId: string, kreis: Empfaengerkreis): Fragment => sql`
  archiv_beleg b
  left join archiv_beleg o on o.id = b.storno_von_id
  where b.buchungslauf_id = ${laufId} and coalesce(o.belegart, b.belegart) = any(${arten[kreis]})`;

/** Of a run to one circle, by belegnummer. */
export const listBelegIds = async (sql: Db, laufId: string, kreis: Empfaengerkreis): Promise<number[]> => {
  const [alle] = await sql<{ ids: number[] }[]>`
    select coalesce(array_agg(b.id order by b.belegnummer), '{}') ids
    from ${dokumente(sql, laufId, kreis)}`;
  return alle?.ids ?? [];
};

export const countBelege = async (sql: Db, laufId: string, kreis: Empfaengerkreis): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`select count(*) anzahl from ${dokumente(sql, laufId, kreis)}`;
  return zeile?.anzahl ?? 0;
};

export const listBelege = (sql: Db, ids: number[], kreis: Empfaengerkreis) => sql<BelegZeile[]>`
  select b.belegnummer, b.belegart, coalesce(o.belegart, b.belegart) grundart, b.belegdatum, b.kontonummer,
    b.empfaenger ->> 'anzeigename' kontakt, b.empfaenger ->> ${nummernfeld[kreis]} personenkonto, b.zeitraum_von,
    b.zeitraum_bis, b.faellig_am, b.zahlbar_bis, b.netto_cent, b.steuer_cent, b.brutto_cent, b.auszahlung_cent,
    b.empfaenger ->> 'iban' iban, b.empfaenger ->> 'bic' bic,
    coalesce(b.empfaenger ->> 'kontoinhaber', b.empfaenger ->> 'anzeigename') kontoinhaber,
    b.empfaenger ->> 'zahlungsart' zahlungsart, b.empfaenger #>> '{sepaMandat,referenz}' mandatsreferenz,
    o.belegnummer storno_zu, b.empfaenger ->> 'umsatzsteuerStatus' umsatzsteuer_status,
    (select json_agg(json_build_object('steuersatzBp', s.steuersatz_bp,
      'steuerbefreiungGrund', s.steuerbefreiung_grund)) from archiv_steuer s where s.beleg_id = b.id) steuergruppen
  from archiv_beleg b
  left join archiv_beleg o on o.id = b.storno_von_id
  where b.id = any(${ids})
  order by b.belegnummer`;

/** The documents of each contact and bank account, by name. */
export const listKontaktgruppen = (sql: Db, laufId: string, kreis: Empfaengerkreis) => sql<{ ids: number[] }[]>`
  select array_agg(b.id) ids
  from ${dokumente(sql, laufId, kreis)}
  group by b.kontakt_id, b.empfaenger ->> 'iban'
  order by ${nachName(sql)}`;

export const countKontaktgruppen = async (sql: Db, laufId: string, kreis: Empfaengerkreis): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select count(*) anzahl
    from (
      select distinct b.kontakt_id, b.empfaenger ->> 'iban'
      from ${dokumente(sql, laufId, kreis)}
    ) gruppe`;
  return zeile?.anzahl ?? 0;
};

const nachName = (sql: Db): Fragment => sql`
  such_norm(max(b.empfaenger ->> 'anzeigename')), b.kontakt_id, b.empfaenger ->> 'iban'`;

export const listKontakte = (sql: Db, ids: number[], kreis: Empfaengerkreis) => sql<KontaktZeile[]>`
  select max(b.empfaenger ->> 'anzeigename') kontakt, max(b.empfaenger ->> ${nummernfeld[kreis]}) personenkonto,
    count(*) anzahl,
    case when count(*) <= 20 then string_agg(b.belegnummer, ', '
        order by left(b.belegnummer, 8), length(b.belegnummer), b.belegnummer)
      else (
        select string_agg(spanne, ', ' order by spanne)
        from (
          select concat_ws(' bis ', erste, nullif(letzte, erste)) spanne
          from (
            -- The millionth number of a year is longer than those before it.
            select (array_agg(nummer order by length(nummer), nummer))[1] erste,
              (array_agg(nummer order by length(nummer) desc, nummer desc))[1] letzte
            from unnest(array_agg(b.belegnummer)) nummer
            group by regexp_replace(nummer, '\\d+$', '')
          ) enden
        ) je_nummernkreis
      ) end belegnummern,
    min(b.zahlbar_bis) zahlbar_bis,
    coalesce(sum(b.netto_cent) filter (where not g.gebuehr), 0)::bigint netto_cent,
    coalesce(sum(b.steuer_cent) filter (where not g.gebuehr), 0)::bigint steuer_cent,
    coalesce(sum(b.brutto_cent) filter (where not g.gebuehr), 0)::bigint brutto_cent,
    coalesce(sum(b.brutto_cent) filter (where g.gebuehr), 0)::bigint gebuehr_brutto_cent,
    coalesce(sum(b.auszahlung_cent), 0)::bigint auszahlung_cent,
    b.empfaenger ->> 'iban' iban, max(b.empfaenger ->> 'bic') bic,
    max(coalesce(b.empfaenger ->> 'kontoinhaber', b.empfaenger ->> 'anzeigename')) kontoinhaber,
    max(b.empfaenger ->> 'zahlungsart') zahlungsart, max(b.empfaenger #>> '{sepaMandat,referenz}') mandatsreferenz
  from archiv_beleg b
  left join archiv_beleg o on o.id = b.storno_von_id
  cross join lateral (select coalesce(o.belegart, b.belegart) = 'gebuehrenrechnung' gebuehr) g
  where b.id = any(${ids})
  group by b.kontakt_id, b.empfaenger ->> 'iban'
  order by ${nachName(sql)}`;
