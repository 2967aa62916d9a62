import { warteschlangen } from "../../technik/database/boss.ts";
import type { Db } from "../../technik/database/pool.ts";
import {
  type AngehalteneUebergabe,
  type Datenbank,
  type Lauf,
  type Schreiben,
  type Uebergabe,
  uebergabestaende,
  type Warteschlange,
} from "./schema.ts";

export const findDatenbank = async (sql: Db): Promise<Datenbank> => {
  const [zeile] = await sql<Datenbank[]>`
    select current_setting('server_version') version, pg_database_size(current_database()) groesse_bytes,
      count(*) verbindungen, current_setting('max_connections')::int verbindungen_hoechstens,
      round(extract(epoch from max(clock_timestamp() - xact_start) filter (where pid <> pg_backend_pid())))::int
        laengste_transaktion_sekunden
    from pg_stat_activity
    where datname = current_database()`;
  if (!zeile) throw new Error("Die Datenbank sagt nichts über sich.");
  return zeile;
};

/** Each queue in the order of the code, also those that are empty. */
export const listWarteschlangen = (sql: Db) => sql<Warteschlange[]>`
  select q.name,
    count(*) filter (where j.state in ('created', 'retry')) wartend,
    count(*) filter (where j.state = 'active') laufend,
    count(*) filter (where j.state = 'failed') fehlgeschlagen,
    -- Of none there is no oldest: greatest() alone would make 0 of nothing.
    case when count(*) filter (where j.state in ('created', 'retry')) > 0 then
      greatest(0, round(extract(epoch from clock_timestamp()
        - min(greatest(j.created_on, j.start_after)) filter (where j.state in ('created', 'retry')))))::int
      end aeltester_sekunden
  from unnest(${Object.keys(warteschlangen)}::text[]) with ordinality q (name, nr)
  left join jobs.job j on j.name = q.name and j.state in ('created', 'retry', 'active', 'failed')
  group by q.name, q.nr
  order by q.nr`;

/** By kept counts: each document of the archive has its row in the hand-over, each run the number of its letters. */
export const findSchreiben = async (sql: Db): Promise<Schreiben> => {
  const [zeile] = await sql<Schreiben[]>`
    select l.erstellt gezeichnet, greatest(0, d.anzahl - l.erstellt - l.fehlgeschlagen) fehlend, l.fehlgeschlagen
    from (select coalesce(sum(anzahl), 0) anzahl from zaehler where bereich = 'extaccounting') d
    cross join (
      select coalesce(sum(pdf_erstellt), 0) erstellt, coalesce(sum(pdf_fehlgeschlagen), 0) fehlgeschlagen
      from buchungslauf
    ) l`;
  return zeile ?? { gezeichnet: 0, fehlend: 0, fehlgeschlagen: 0 };
};

/** Documents by their state in the hand-over, which each of them has: together they are the archive. */
export const listUebergaben = (sql: Db) => sql<Uebergabe[]>`
  select s.zustand, coalesce(sum(z.anzahl), 0) anzahl
  from unnest(${uebergabestaende}::text[]) with ordinality s (zustand, nr)
  left join zaehler z on z.bereich = 'extaccounting' and split_part(z.schluessel, ' ', 1) = s.zustand
  group by s.zustand, s.nr
  order by s.nr`;

/** Jobs of the hand-over that do not go on by themselves, one of a kind at most. */
export const listAngehaltene = (sql: Db) => sql<AngehalteneUebergabe[]>`
  select id, art, ursache
  from extaccounting_auftrag
  where status = 'angehalten' and weiter_am is null
  order by id`;

export const listLaufende = (sql: Db) => sql<Lauf[]>`
  select id, datum, begonnen_am, benutzer_name, anzahl_konten
  from buchungslauf
  where status = 'laufend'
  order by begonnen_am`;
