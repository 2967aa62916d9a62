import type { Db, Fragment } from "../../technik/database/pool.ts";
import { grenzenMs, type Messung } from "./stufen.ts";

type Prozess = { id: string; art: "server" | "worker" };

/** Adds to the minute that it is by the clock of the database, which all processes have in common. */
export const upsertVerlauf = (sql: Db, { id, art }: Prozess, { stufen, fehler, hoechsteMs }: Messung) => sql`
  insert into betriebsverlauf as v (minute, prozess, art, stufen, fehler, hoechste_ms)
  values (date_trunc('minute', now()), ${id}, ${art}, ${stufen}, ${fehler}, ${hoechsteMs})
  on conflict (minute, prozess) do update
  set stufen = (select array_agg(a + b order by nr) from unnest(v.stufen, excluded.stufen) with ordinality u (a, b, nr)),
    fehler = v.fehler + excluded.fehler, hoechste_ms = greatest(v.hoechste_ms, excluded.hoechste_ms)`;

/** What all processes of a kind did in a stretch of time; null where none gave a sign of life. */
type Abschnitt = { beginntAm: string; server: Messung | null; worker: Messung | null };

const stufensummen = (sql: Db): Fragment[] =>
  [...grenzenMs, null].map((_, nr) => sql`${nr === 0 ? sql`` : sql`,`} sum(stufen[${nr + 1}::int])`);

const jeArt = (sql: Db, art: string): Fragment => sql`
  (select jsonb_build_object('stufen', s.stufen, 'fehler', s.fehler, 'hoechsteMs', s.hoechste_ms)
    from summen s
    where s.beginnt_am = a.beginnt_am and s.art = ${art})`;

/** The last `stunden` up to now in stretches of `minuten`, the oldest first. */
export const listAbschnitte = (sql: Db, stunden: number, minuten: number) => sql<Abschnitt[]>`
  with zeit as (
    select make_interval(mins => ${minuten}) schritt,
      date_bin(make_interval(mins => ${minuten}), now(), 'epoch') ende
  ), beginn as (
    select ende - make_interval(hours => ${stunden}) + schritt am from zeit
  ), summen as (
    select date_bin((select schritt from zeit), minute, 'epoch') beginnt_am, art, array[${stufensummen(sql)}] stufen,
      sum(fehler) fehler, max(hoechste_ms) hoechste_ms
    from betriebsverlauf
    where minute >= (select am from beginn)
    group by 1, art
  )
  select a.beginnt_am, ${jeArt(sql, "server")} server, ${jeArt(sql, "worker")} worker
  from zeit, beginn, generate_series(beginn.am, zeit.ende, zeit.schritt) a (beginnt_am)
  order by a.beginnt_am`;

export const deleteAltenVerlauf = (sql: Db, jetzt: string) => sql`
  delete from betriebsverlauf
  where minute <= ${jetzt}::timestamptz - interval '1 day'`;
