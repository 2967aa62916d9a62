import type { Rolle } from "../../kern/rechte.ts";
import type { Db } from "../../technik/database/pool.ts";

/** Of this provider, with the role now. */
export const countBenutzerMit = async (sql: Db, aussteller: string, rolle: Rolle): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select count(*) as anzahl from benutzer where aussteller = ${aussteller} and ${rolle} = any (rollen)`;
  return zeile?.anzahl ?? 0;
};

/** The newest sign-in that brought no role, with what its audit entry says. */
export const findLetzteOhneRolle = async (sql: Db, aussteller: string) => {
  const [zeile] = await sql<{ name: string; werte: string }[]>`
    select a.benutzer_name as name, a.werte
    from benutzer b
    join lateral (
      select benutzer_name, coalesce(werte, '[]') as werte
      from auditlog
      left join auditwert on auditlog_id = id
      where benutzer_id = b.id and aktion = 'anmeldung'
      order by zeitpunkt desc, id desc
      limit 1
    ) a on true
    where b.aussteller = ${aussteller} and b.rollen = '{}'
    order by b.letzte_anmeldung_am desc
    limit 1`;
  return zeile;
};

/** Its clock, and what it takes for the time of day in Berlin. */
export const findUhr = async (sql: Db) => {
  const [zeile] = await sql<{ jetzt: string; berlin: string; version: number }[]>`
    select t.jetzt, to_char(t.jetzt at time zone 'Europe/Berlin', 'YYYY-MM-DD HH24:MI') as berlin,
      current_setting('server_version_num')::integer as version
    from (select clock_timestamp() as jetzt) t`;
  return zeile as NonNullable<typeof zeile>;
};

/** How its lower() takes umlauts; the LC_CTYPE that it asks for that, with which a database is made for good. */
export const findZeichen = async (sql: Db) => {
  const [zeile] = await sql<{ kennt: boolean; zeichen: string }[]>`
    select lower('ÄÖÜ') = 'äöü' as kennt, datctype as zeichen from pg_database where datname = current_database()`;
  return zeile as NonNullable<typeof zeile>;
};
