import { enthaelt } from "../../technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import type { Zustand } from "../schema.ts";
import { type Integrationsstart, istGesperrt, istUebersprungen, zustandIst } from "../versuch/zustand.ts";
import type { Auftragsart, ExtaccountingJob, ExtaccountingJobRequest } from "./schema.ts";

export type Auswahl = Pick<ExtaccountingJobRequest, "dokumentIds" | "filter">;

export type Auftrag = {
  id: number;
  art: Auftragsart;
  status: ExtaccountingJob["status"];
  auswahl: Auswahl;
  istErmittelt: boolean;
  benutzerId: number | null;
  benutzerName: string;
};

export const findAuftrag = async (sql: Db, id: number): Promise<Auftrag | undefined> => {
  const [zeile] = await sql<Auftrag[]>`
    select id, art, status, auswahl, ist_ermittelt, benutzer_id, benutzer_name
    from extaccounting_auftrag
    where id = ${id}`;
  return zeile;
};

export const findOffenenGesperrt = async (
  tx: Db,
  art: Auftragsart,
): Promise<Pick<Auftrag, "id" | "status"> | undefined> => {
  const [zeile] = await tx<Pick<Auftrag, "id" | "status">[]>`
    select id, status
    from extaccounting_auftrag
    where art = ${art} and status in ('wartend', 'laufend', 'angehalten')
    for update`;
  return zeile;
};

/** Name of the advisory lock that a worker holds while it is at work on the job. */
export const bearbeitung = (auftragId: number | ""): string => `extaccounting auftrag ${auftragId}`;

/** Looks at the lock without taking it, which a worker that comes for the job would stumble over. */
const istInArbeit = (sql: Db): Fragment => sql`exists (
  select
  from pg_locks
  where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32 | objid::bigint) = hashtextextended(${bearbeitung("")} || extaccounting_auftrag.id, 0))`;

/** Not over yet; with `jetzt` only what is to go on by then: nobody is at work on it, and it waits for nobody. */
export const listOffene = async (sql: Db, jetzt: Date | null): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select id
    from extaccounting_auftrag
    where status in ('wartend', 'laufend', 'angehalten')
      ${jetzt === null ? sql`` : sql`and (status <> 'angehalten' or weiter_am <= ${jetzt.toISOString()}) and not ${istInArbeit(sql)}`}
    order by id`;
  return zeilen.map(({ id }) => id);
};

export const insertAuftrag = async (
  tx: Db,
  art: Auftragsart,
  auswahl: Auswahl,
  akteur: { id: number; name: string },
): Promise<number> => {
  const [zeile] = await tx<{ id: number }[]>`
    insert into extaccounting_auftrag (art, auswahl, benutzer_id, benutzer_name)
    values (${art}, ${tx.json(auswahl)}, ${akteur.id}, ${akteur.name})
    returning id`;
  return Number(zeile?.id);
};

/** The named documents, as far as there are such. */
export const insertGenannte = (tx: Db, auftragId: number, ids: number[]) => tx`
  insert into extaccounting_auftrag_dokument (auftrag_id, belegdatum, beleg_id)
  select distinct ${auftragId}::bigint, d.belegdatum, d.beleg_id
  from unnest(${ids}::bigint[]) t (id)
  join extaccounting_dokument d on d.beleg_id = t.id`;

/** The first id that there is no document for. */
export const findUnbekannten = async (tx: Db, ids: number[]): Promise<number | undefined> => {
  const [zeile] = await tx<{ id: number }[]>`
    select id from unnest(${ids}::bigint[]) t (id)
    where not exists (select from extaccounting_dokument d where d.beleg_id = t.id)
    order by id
    limit 1`;
  return zeile?.id;
};

/** What the filter finds now, without what is kept out or skipped anyway. */
export const insertGefilterte = (
  tx: Db,
  auftragId: number,
  state: Zustand,
  { search, belegdatumVon, belegdatumBis }: NonNullable<Auswahl["filter"]>,
  integrationsstart: Integrationsstart,
) => tx`
  insert into extaccounting_auftrag_dokument (auftrag_id, belegdatum, beleg_id)
  select ${auftragId}::bigint, d.belegdatum, d.beleg_id
  from extaccounting_dokument d
  join archiv_beleg b on b.id = d.beleg_id
  where ${zustandIst(tx, state, integrationsstart)} and not ${istGesperrt(tx)} and not ${istUebersprungen(tx)}
    ${enthaelt(tx, "suchtext", search)}
    ${belegdatumVon === undefined ? tx`` : tx`and d.belegdatum >= ${belegdatumVon}`}
    ${belegdatumBis === undefined ? tx`` : tx`and d.belegdatum <= ${belegdatumBis}`}`;

export const updateErmittelt = (tx: Db, id: number) => tx`
  update extaccounting_auftrag
  set ist_ermittelt = true,
    gesamt = (select count(*) from extaccounting_auftrag_dokument where auftrag_id = ${id})
  where id = ${id}`;

/** The next ones in the order of posting. */
export const listNaechste = async (sql: Db, auftragId: number, anzahl: number): Promise<number[]> => {
  const zeilen = await sql<{ belegId: number }[]>`
    select beleg_id
    from extaccounting_auftrag_dokument
    where auftrag_id = ${auftragId} and ergebnis is null
    order by belegdatum, beleg_id
    limit ${anzahl}`;
  return zeilen.map(({ belegId }) => belegId);
};

export type Einzelergebnis = "erfolgreich" | "fehlgeschlagen" | "ungeklaert" | "uebersprungen";

/** Counted once, whoever says it. */
export const updateErgebnis = (
  sql: Db,
  auftragId: number,
  belegId: number,
  ergebnis: Einzelergebnis,
  ursache: string | null,
) => sql`
  with neu as (
    update extaccounting_auftrag_dokument
    set ergebnis = ${ergebnis}, ursache = ${ursache}
    where auftrag_id = ${auftragId} and beleg_id = ${belegId} and ergebnis is null
    returning ergebnis
  )
  update extaccounting_auftrag a
  set erledigt = a.erledigt + 1, ${sql(ergebnis)} = ${sql("a")}.${sql(ergebnis)} + 1
  from neu
  where a.id = ${auftragId}`;

/** @returns false when it is over already */
export const updateLaeuft = async (sql: Db, id: number, jetzt: Date): Promise<boolean> =>
  (
    await sql`
      update extaccounting_auftrag
      set status = 'laufend', begonnen_am = coalesce(begonnen_am, ${jetzt.toISOString()}), ursache = null, weiter_am = null
      where id = ${id} and status in ('wartend', 'laufend', 'angehalten')`
  ).count > 0;

export const updateAngehalten = (sql: Db, id: number, ursache: string, weiterAm: Date | null) => sql`
  update extaccounting_auftrag
  set status = 'angehalten', ursache = ${ursache}, weiter_am = ${weiterAm === null ? null : weiterAm.toISOString()}
  where id = ${id} and status = 'laufend'`;

export const updateBeendet = (
  sql: Db,
  id: number,
  status: "abgeschlossen" | "abgebrochen",
  jetzt: Date,
  ursache: string | null,
) => sql`
  update extaccounting_auftrag
  set status = ${status}, beendet_am = ${jetzt.toISOString()}, ursache = ${ursache}, weiter_am = null
  where id = ${id} and status in ('wartend', 'laufend', 'angehalten')`;

/** What the list of all jobs has of those that have ended by then: their end stands here alone. */
export const deleteListeneintraege = (sql: Db, bis: string) => sql`
  delete from auftrag a
  using extaccounting_auftrag e
  where a.art = 'extaccounting' and e.id = (a.daten ->> 'auftragId')::bigint
    and e.beendet_am <= ${bis}::timestamptz - interval '90 days'`;

/** The latest fifty, or one. */
export const listAuftraege = (sql: Db, id: number | null = null) => sql<ExtaccountingJob[]>`
  select a.id, (select w.id from auftrag w where w.art = 'extaccounting' and (w.daten ->> 'auftragId')::bigint = a.id) auftrag_id,
    a.art, a.status, case when a.ist_ermittelt then a.gesamt end gesamt, a.erledigt, a.erfolgreich,
    a.fehlgeschlagen, a.ungeklaert, a.uebersprungen, a.ursache, a.weiter_am, a.benutzer_name angelegt_von, a.erstellt_am,
    a.begonnen_am, a.beendet_am,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', p.beleg_id, 'belegnummer', b.belegnummer, 'ergebnis', p.ergebnis,
        'ursache', p.ursache) order by p.ergebnis = 'uebersprungen', p.belegdatum, p.beleg_id)
      from (
        select beleg_id, belegdatum, ergebnis, ursache
        from extaccounting_auftrag_dokument
        where auftrag_id = a.id and ergebnis <> 'erfolgreich'
        order by ergebnis = 'uebersprungen', belegdatum, beleg_id
        limit 10
      ) p
      join archiv_beleg b on b.id = p.beleg_id
    ), '[]') probleme
  from extaccounting_auftrag a
  where ${id === null ? sql`true` : sql`a.id = ${id}`}
  order by a.id desc
  limit 50`;
