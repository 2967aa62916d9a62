import type { Db } from "../../technik/database/pool.ts";

type Monat = { monat: string; anzahl: number; betragCent: number; berechnetAm: string };

export const listMonate = (sql: Db) => sql<Monat[]>`
  select to_char(monat, 'YYYY-MM') monat, anzahl, betrag_cent, berechnet_am
  from ausblick
  order by monat`;

export const deleteMonate = (tx: Db) => tx`delete from ausblick`;

/**
 * One row for each of these months, the first with all that is open from before. A period costs what its positions cost
 * in so many months, less where it is shorter or a position holds for a part of it: by days, whatever the account's
 * own method is. One that is not pro-rated costs once what its first version in the period says.
 */
export const insertMonate = (tx: Db, heute: string, monate: number) => tx`
  with monat as (
    select (date_trunc('month', ${heute}::date) + make_interval(months => n))::date beginn, n
    from generate_series(0, ${monate - 1}::int) n
  ), rhythmus (name, monate) as (
    values ('monatlich', 1), ('vierteljaehrlich', 3), ('halbjaehrlich', 6), ('jaehrlich', 12)
  ), offen as (
    select f.id, f.pachtkonto_id, f.zeitraum_von von, f.zeitraum_bis bis, r.monate, k.pachtbeginn,
      greatest(date_trunc('month', f.faellig_am)::date, (select min(beginn) from monat)) beginn,
      (f.zeitraum_von + make_interval(months => r.monate))::date - f.zeitraum_von tage_voll
    from faelligkeit f
    join pachtkonto k on k.id = f.pachtkonto_id
    join rhythmus r on r.name = coalesce(f.zahlungsrhythmus, k.zahlungsrhythmus)
    where f.status = 'offen' and k.status <> 'inaktiv'
      and f.faellig_am < (select max(beginn) from monat) + interval '1 month'
  ), betrag as (
    select o.id, sum(case
      when p.intervall = 'einmalig' then p.betrag_cent
      else p.betrag_cent * o.monate::numeric / r.monate * case
        when p.anteilig then least(1, (least(o.bis, p.gueltig_bis) - greatest(o.von, p.gueltig_von) + 1)::numeric / o.tage_voll)
        else 1 end
      end) cent
    from offen o
    join pachtkonto_position p on p.pachtkonto_id = o.pachtkonto_id
    left join rhythmus r on r.name = p.intervall
    where case p.intervall
      when 'einmalig' then coalesce(p.gueltig_von, o.pachtbeginn) between o.von and o.bis
      else daterange(p.gueltig_von, p.gueltig_bis, '[]') && daterange(o.von, o.bis, '[]') end
      and (p.anteilig or p.intervall = 'einmalig' or not exists (
        select from pachtkonto_position frueher
        where frueher.pachtkonto_id = p.pachtkonto_id and frueher.ursprung_id = p.ursprung_id
          and frueher.gueltig_bis >= o.von and frueher.gueltig_bis < p.gueltig_von))
    group by o.id
  )
  insert into ausblick (monat, anzahl, betrag_cent)
  select m.beginn, count(o.id), coalesce(round(sum(b.cent)), 0)
  from monat m
  left join offen o on o.beginn = m.beginn
  left join betrag b on b.id = o.id
  group by m.beginn`;
