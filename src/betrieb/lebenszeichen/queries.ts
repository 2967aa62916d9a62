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
  order by art, gestartet_am, id`;

export const deleteLebenszeichen = (sql: Db, id: string) => sql`delete from lebenszeichen where id = ${id}`;

/** By the clock of the database, which all processes have in common. */
export const findLetztesDesWorkers = async (
  sql: Db,
  stillNachSekunden: number,
): Promise<{ gesehenAm: string | null; lebt: boolean }> => {
  const [zeile] = await sql<{ gesehenAm: string | null; lebt: boolean }[]>`
    select max(gesehen_am) gesehen_am,
      coalesce(max(gesehen_am) > now() - make_interval(secs => ${stillNachSekunden}), false) lebt
    from lebenszeichen
    where art = 'worker'`;
  return zeile ?? { gesehenAm: null, lebt: false };
};

export const deleteAlteLebenszeichen = (sql: Db, jetzt: string) => sql`
  delete from lebenszeichen
  where gesehen_am <= ${jetzt}::timestamptz - interval '1 day'`;
