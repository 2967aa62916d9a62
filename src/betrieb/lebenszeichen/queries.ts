import type { Db } from "../../technik/database/pool.ts";

export type Prozess = { id: string; art: "server" | "worker"; rechner: string; version: string };

export const upsertLebenszeichen = (sql: Db, { id, art, rechner, version }: Prozess, arbeitetAn: string[]) => sql`
  insert into lebenszeichen (id, art, rechner, version, arbeitet_an)
  values (${id}, ${art}, ${rechner}, ${version}, ${arbeitetAn})
  on conflict (id) do update
  set gesehen_am = now(), arbeitet_an = excluded.arbeitet_an`;

export type Zeichen = Omit<Prozess, "id"> & {
  zustand: "laeuft" | "still";
  gestartetAm: string;
  gesehenAm: string;
  arbeitetAn: string[];
};

export const listLebenszeichen = (sql: Db, stillNachSekunden: number) => sql<Zeichen[]>`
  select art, rechner, version, gestartet_am, gesehen_am, arbeitet_an,
    case when gesehen_am > now() - make_interval(secs => ${stillNachSekunden}) then 'laeuft' else 'still' end zustand
  from lebenszeichen
  where beendet_am is null
  order by art, gestartet_am, id`;

export const updateBeendet = (sql: Db, id: string) => sql`
  update lebenszeichen set gesehen_am = now(), beendet_am = now(), arbeitet_an = '{}' where id = ${id}`;

type Letztes = { gesehenAm: string | null; zugegen: boolean; lebt: boolean };

/**
 * By the clock of the database, which all processes have in common.
 *
 * @returns `zugegen`: there is one that has not ended properly
 */
export const findLetztesDesWorkers = async (sql: Db, stillNachSekunden: number): Promise<Letztes> => {
  const [zeile] = await sql<Letztes[]>`
    select max(gesehen_am) gesehen_am, count(*) filter (where beendet_am is null) > 0 zugegen,
      coalesce(max(gesehen_am) filter (where beendet_am is null) > now() - make_interval(secs => ${stillNachSekunden}),
        false) lebt
    from lebenszeichen
    where art = 'worker'`;
  return zeile ?? { gesehenAm: null, zugegen: false, lebt: false };
};

export const deleteAlteLebenszeichen = (sql: Db, jetzt: string) => sql`
  delete from lebenszeichen
  where gesehen_am <= ${jetzt}::timestamptz - interval '1 day'`;
