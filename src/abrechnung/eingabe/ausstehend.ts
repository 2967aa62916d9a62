import type { Db, Fragment } from "../../technik/database/pool.ts";

/**
 * That an account `k` with an end has its final settlement before it, which is due on the day after. One that ended before
 * its first billed day has one only if something of it is booked, which is looked up for that account alone: given
 * `exists`, a planner may read every booked period there is.
 */
export const schlussabrechnungStehtAus = (sql: Db): Fragment => sql`
  k.schlussabrechnung is null and (k.pachtende >= greatest(k.pachtbeginn, k.abrechnung_ab) or (
    select 1 from gebuchter_zeitraum g where g.pachtkonto_id = k.id and g.storniert_am is null limit 1) is not null)`;

/**
 * That account `k` is booked up to its end: with no due date open, only its final settlement can be left. One that is not
 * planned yet has none open either. Looked up for that account alone, likewise.
 */
export const istBisEndeGebucht = (sql: Db): Fragment => sql`
  (select 1 from gebuchter_zeitraum g
    where g.pachtkonto_id = k.id and g.storniert_am is null and g.zeitraum_bis >= k.pachtende limit 1) is not null`;
