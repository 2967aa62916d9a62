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
