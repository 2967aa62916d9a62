import type { Db, Fragment } from "../../technik/database/pool.ts";

/** State of the document `d`: pending or legacy where nothing was ever tried. */
export const zustandSpalte = (sql: Db): Fragment => sql`
  case when d.zustand <> 'offen' then d.zustand
    when d.belegdatum < (select integrationsstart from extaccounting_einstellungen) then 'legacy'
    else 'pending' end`;

/** Whether the account of the archived document `b` is marked so. */
export const istGesperrt = (sql: Db): Fragment => sql`
  exists (select from archivkonto_markierung m
    where m.archivkonto_id = b.archivkonto_id and m.markierung = 'gesperrt')`;

/** First day whose documents are handed over; null: none is too old. */
export type Integrationsstart = string | null;

/** Before any other day, where there is no start. */
export function startTag(start: Integrationsstart): string {
  return start ?? "0001-01-01";
}

/** One condition for each of the states that stand for what is asked for. */
export function teilzustaende(sql: Db, state: string, start: Integrationsstart): Fragment[] {
  if (state === "pending")
    return [sql`d.zustand = 'offen' and d.belegdatum >= ${startTag(start)}`, sql`d.zustand = 'pending'`];
  if (state === "legacy") return [sql`d.zustand = 'offen' and d.belegdatum < ${startTag(start)}`];
  return [sql`d.zustand = ${state}`];
}

export function verknuepft(sql: Db, teile: Fragment[], wort: Fragment): Fragment {
  return teile.reduce((bisher, teil) => sql`${bisher} ${wort} ${teil}`);
}

export function zustandIst(sql: Db, state: string, start: Integrationsstart): Fragment {
  return state === "all"
    ? sql`true`
    : sql`(${verknuepft(
        sql,
        teilzustaende(sql, state, start).map((teil) => sql`(${teil})`),
        sql`or`,
      )})`;
}

const nieAussen = (sql: Db, d: string): Fragment => sql`
  ${sql(d)}.zustand in ('offen', 'pending', 'failed', 'deleted') and ${sql(d)}.extern_nummer is null`;

/** `b` and `d`: a cancelled document that was never sent, or the Storno of one. */
export const istUebersprungen = (sql: Db): Fragment => sql`
  (case
    when b.storno_von_id is null then ${nieAussen(sql, "d")}
      and exists (select from archiv_beleg s where s.storno_von_id = b.id)
    else d.zustand in ('offen', 'pending', 'failed')
      and exists (select from extaccounting_dokument o where o.beleg_id = b.storno_von_id and ${nieAussen(sql, "o")})
  end)`;
