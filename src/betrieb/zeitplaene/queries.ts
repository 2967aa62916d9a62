import { zeitpunkt } from "../../technik/database/anweisung/suche.ts";
import type { Db } from "../../technik/database/pool.ts";
import { zeitzone } from "./plan.ts";
import type { Zeitplan } from "./schema.ts";

type Zeile = Pick<Zeitplan, "naechsterLaufAm" | "laeufe"> & { name: string };

const laeufeJePlan = 14;

/** Its last runs and the next one, of each of these. */
export const listLaeufe = (sql: Db, plaene: readonly { name: string; uhrzeit: string }[], jetzt: Date) => sql<Zeile[]>`
  with jetzt as (select ${jetzt.toISOString()}::timestamptz am)
  select p.name, case when heute.am > jetzt.am then heute.am else morgen.am end naechster_lauf_am, l.laeufe
  from unnest(${plaene.map(({ name }) => name)}::text[], ${plaene.map(({ uhrzeit }) => uhrzeit)}::text[])
    with ordinality p (name, uhrzeit, nr)
  cross join jetzt
  cross join lateral (select ((jetzt.am at time zone ${zeitzone})::date + p.uhrzeit::time) at time zone ${zeitzone} am) heute
  cross join lateral (
    select ((jetzt.am at time zone ${zeitzone})::date + 1 + p.uhrzeit::time) at time zone ${zeitzone} am
  ) morgen
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object(
      'auftragId', a.id, 'status', a.status, 'ausgeloestVon', a.benutzer_name, 'begonnenAm', ${zeitpunkt(sql, "a.begonnen_am")},
      'beendetAm', ${zeitpunkt(sql, "a.beendet_am")}, 'dauerMs', round(extract(epoch from a.beendet_am - a.begonnen_am) * 1000),
      'ergebnis', a.ergebnis, 'ursache', a.ursache) order by a.id desc), '[]') laeufe
    from (
      select id, status, benutzer_name, begonnen_am, beendet_am, ergebnis, ursache
      from auftrag
      where art = p.name
      order by id desc
      limit ${laeufeJePlan}
    ) a
  ) l
  order by p.nr`;

/** `sekunden` since 1970. */
export type Erfolg = { name: string; sekunden: number | null };

/**
 * When each of these succeeded last, however many runs have failed since. Where none ever did, or none within the time
 * that jobs are kept, it is when its queue was made: from then on there was something to do.
 */
export const listErfolge = (sql: Db, namen: readonly string[]) => sql<Erfolg[]>`
  select p.name, extract(epoch from coalesce(
    (select a.beendet_am from auftrag a where a.art = p.name and a.status = 'fertig' order by a.id desc limit 1),
    (select q.created_on from jobs.queue q where q.name = p.name)))::float8 sekunden
  from unnest(${namen}::text[]) with ordinality p (name, nr)
  order by p.nr`;
