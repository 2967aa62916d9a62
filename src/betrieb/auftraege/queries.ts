import type { Warteschlange } from "../../technik/database/boss.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import type { Auftrag, AuftragFilter } from "./schema.ts";

/** `laufId`, `abruf` and `importId` lead to the result of those that have one. */
export type Auftragszeile = Omit<Auftrag, "ergebnisUnter"> & {
  benutzerId: number | null;
  laufId: string | null;
  /** Address of a combined file, behind that of the API. */
  abruf: string | null;
  importId: number | null;
};

/** Jobs of all kinds; how far they are, and for those of the hand-over everything else, stands in tables of their own. */
const alle = (sql: Db): Fragment => sql`
  select a.id, a.art, a.benutzer_id, a.benutzer_name angelegt_von, a.angelegt_am, a.ergebnis,
    case e.status when 'laufend' then 'laeuft' when 'angehalten' then 'wartend' when 'abgeschlossen' then 'fertig'
      else coalesce(e.status, a.status) end status,
    coalesce(e.begonnen_am, a.begonnen_am) begonnen_am, coalesce(e.beendet_am, a.beendet_am) beendet_am,
    coalesce(e.ursache, a.ursache) ursache,
    coalesce(e.erledigt, s.fortschritt, l.pdf_erstellt + l.pdf_fehlgeschlagen) erledigt,
    case when e.ist_ermittelt then e.gesamt else cardinality(s.ids) end gesamt,
    l.id lauf_id,
    case when a.art in ('import-pruefung', 'import-ausfuehrung') then (a.daten ->> 'importId')::bigint end import_id,
    case a.art when 'sammeldatei' then a.daten ->> 'abruf' end abruf
  from auftrag a
  left join extaccounting_auftrag e on a.art = 'extaccounting' and e.id = (a.daten ->> 'auftragId')::bigint
  left join sammeldatei s on a.art = 'sammeldatei' and s.job_id = a.job_id
  left join buchungslauf l on a.art = 'pdf-lauf' and l.id = (a.daten ->> 'buchungslaufId')::uuid`;

const offen = (sql: Db): Fragment => sql`t.status in ('wartend', 'laeuft')`;

const spalten = (sql: Db): Fragment => sql`
  t.id, t.art, t.status, t.benutzer_id, t.angelegt_von, t.angelegt_am, t.begonnen_am, t.beendet_am, t.ursache, t.ergebnis,
  t.lauf_id, t.abruf, t.import_id, (select max(n.id) from auftrag n where n.wiederholung_von = t.id) wiederholt_durch,
  case when ${offen(sql)} then t.erledigt end fortschritt,
  case when ${offen(sql)} then coalesce(t.gesamt,
    (select count(*) from archiv_beleg b where b.buchungslauf_id = t.lauf_id having t.lauf_id is not null)) end gesamt`;

const gefiltert = (sql: Db, { art, status }: AuftragFilter, benutzerId: number | null): Fragment => sql`
  true
  ${art === undefined ? sql`` : sql`and t.art = any(${art})`}
  ${status === undefined ? sql`` : sql`and t.status = any(${status})`}
  ${benutzerId === null ? sql`` : sql`and t.benutzer_id = ${benutzerId}`}`;

/** @param benutzerId whose; null: everybody's */
export const listAuftraege = (sql: Db, filter: AuftragFilter, benutzerId: number | null) => sql<Auftragszeile[]>`
  select ${spalten(sql)}
  from (
    select t.* from (${alle(sql)}) t
    where ${gefiltert(sql, filter, benutzerId)}
    order by t.id desc
    limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}
  ) t
  order by t.id desc`;

export const countAuftraege = async (sql: Db, filter: AuftragFilter, benutzerId: number | null): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select count(*) anzahl from (${alle(sql)}) t where ${gefiltert(sql, filter, benutzerId)}`;
  return zeile?.anzahl ?? 0;
};

export const findAuftrag = async (sql: Db, id: number): Promise<Auftragszeile | undefined> => {
  const [zeile] = await sql<Auftragszeile[]>`
    select ${spalten(sql)} from (${alle(sql)}) t where t.id = ${id}`;
  return zeile;
};

/** As it was queued, to queue it once more. */
export const findEinreihung = async (
  tx: Db,
  id: number,
): Promise<{ art: Warteschlange; daten: object } | undefined> => {
  const [zeile] = await tx<{ art: Warteschlange; daten: object }[]>`select art, daten from auftrag where id = ${id}`;
  return zeile;
};
