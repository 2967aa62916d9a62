import type { Rolle } from "../../kern/rechte.ts";
import { alsZeilen } from "../../technik/database/anweisung/massen.ts";
import type { Db, Fragment, Tx } from "../../technik/database/pool.ts";
import type { Befund } from "../format/blaetter.ts";
import { type Blatt, blattnamen } from "../format/blattnamen.ts";
import { kontaktschluessel } from "./herkunft/queries.ts";
import type { Planzeile, Zaehlung } from "./plan/planung.ts";
import type { Verweisart } from "./plan/verweise/verweisart.ts";
import type { BefundFilter } from "./schema.ts";

// The file -----------------------------------------------------------------------------------------------------------

export type Importzeile = {
  id: number;
  dateiname: string;
  groesse: number;
  blatt: Blatt | null;
  status: "wird_geprueft" | "geprueft" | "wird_ausgefuehrt" | "ausgefuehrt";
  ueberschreiben: boolean;
  zeilen: number;
  zaehlung: Partial<Record<Blatt, Zaehlung>>;
  /** The newest of the jobs that repeat each other. */
  auftragId: number | null;
  auftragStatus: "wartend" | "laeuft" | "fertig" | "fehlgeschlagen" | "abgebrochen" | null;
  ursache: string | null;
  benutzerId: number | null;
  benutzerName: string;
  rollen: Rolle[];
  anfrageId: string | null;
  angelegtAm: string;
  geprueftAm: string | null;
  ausgefuehrtAm: string | null;
  fehler: number;
  hinweise: number;
};

const spalten = (sql: Db): Fragment => sql`
  i.id, i.dateiname, i.groesse, i.blatt, i.status, i.ueberschreiben, i.zeilen, i.zaehlung, a.id auftrag_id,
  a.status auftrag_status, a.ursache, i.benutzer_id, i.benutzer_name, i.rollen, i.anfrage_id, i.angelegt_am,
  i.geprueft_am, i.ausgefuehrt_am,
  (select count(*) from importlauf_befund b where b.importlauf_id = i.id and b.schwere = 'fehler') fehler,
  (select count(*) from importlauf_befund b where b.importlauf_id = i.id and b.schwere = 'hinweis') hinweise`;

export const findImport = async (sql: Db, id: number): Promise<Importzeile | undefined> => {
  const [zeile] = await sql<Importzeile[]>`
    select ${spalten(sql)}
    from importlauf i
    left join lateral (
      with recursive kette as (
        select id, status, ursache from auftrag where id = i.auftrag_id
        union all
        select n.id, n.status, n.ursache from kette k join auftrag n on n.wiederholung_von = k.id
      )
      select id, status, ursache from kette order by id desc limit 1
    ) a on true
    where i.id = ${id}`;
  return zeile;
};

/** Locks it until the end of the transaction: of two executions the second waits, and finds it done. */
export const findImportGesperrt = async (sql: Db, id: number): Promise<Importzeile | undefined> => {
  await sql`select id from importlauf where id = ${id} for no key update`;
  return findImport(sql, id);
};

type NeuerImport = Pick<
  Importzeile,
  "dateiname" | "groesse" | "blatt" | "benutzerId" | "benutzerName" | "rollen" | "anfrageId"
> & {
  sha256: string;
};

export const insertImport = async (sql: Db, neu: NeuerImport): Promise<number> => {
  const [zeile] = await sql<{ id: number }[]>`
    insert into importlauf (dateiname, groesse, sha256, blatt, benutzer_id, benutzer_name, rollen, anfrage_id)
    values (${neu.dateiname}, ${neu.groesse}, ${neu.sha256}, ${neu.blatt}, ${neu.benutzerId}, ${neu.benutzerName},
      ${neu.rollen}, ${neu.anfrageId})
    returning id`;
  return Number(zeile?.id);
};

export const insertStueck = (sql: Db, importId: number, nr: number, inhalt: Uint8Array) => sql`
  insert into importlauf_stueck (importlauf_id, nr, inhalt) values (${importId}, ${nr}, ${inhalt})`;

export const listStuecke = (sql: Db, importId: number) => sql<{ inhalt: Uint8Array }[]>`
  select inhalt from importlauf_stueck where importlauf_id = ${importId} order by nr`;

export const updateAuftrag = (sql: Db, id: number, auftragId: number) => sql`
  update importlauf set auftrag_id = ${auftragId} where id = ${id}`;

export const updateGelesen = (sql: Db, id: number, zeilen: number) => sql`
  update importlauf set zeilen = ${zeilen} where id = ${id}`;

export const updateGeprueft = (sql: Db, id: number, zaehlung: Importzeile["zaehlung"]) => sql`
  update importlauf
  set status = 'geprueft', zaehlung = ${sql.json(zaehlung)}, geprueft_am = clock_timestamp()
  where id = ${id}`;

export const updateBeauftragt = (
  sql: Db,
  id: number,
  auftragId: number,
  ueberschreiben: boolean,
  wer: Pick<NeuerImport, "benutzerId" | "benutzerName" | "rollen" | "anfrageId">,
) => sql`
  update importlauf
  set status = 'wird_ausgefuehrt', auftrag_id = ${auftragId}, ueberschreiben = ${ueberschreiben},
    benutzer_id = ${wer.benutzerId}, benutzer_name = ${wer.benutzerName}, rollen = ${wer.rollen},
    anfrage_id = ${wer.anfrageId}
  where id = ${id}`;

export const updateAusgefuehrt = (sql: Db, id: number, zaehlung: Importzeile["zaehlung"]) => sql`
  update importlauf
  set status = 'ausgefuehrt', zaehlung = ${sql.json(zaehlung)}, ausgefuehrt_am = now()
  where id = ${id}`;

/** Staged imports of more than 30 days ago, with all that was staged. */
export const deleteAlteImporte = (sql: Db, bis: string) => sql`
  delete from importlauf where angelegt_am <= ${bis}::timestamptz - interval '30 days'`;

// Rows and findings --------------------------------------------------------------------------------------------------

export const deleteGelesenes = async (sql: Db, id: number): Promise<void> => {
  await sql`delete from importlauf_zeile where importlauf_id = ${id}`;
  await sql`delete from importlauf_befund where importlauf_id = ${id}`;
};

export const insertZeilen = (sql: Db, importId: number, zeilen: readonly Planzeile[]) => {
  const felder = ["blatt", "zeile", "werte", "istLesbar"] as const;
  return sql`
    insert into importlauf_zeile (importlauf_id, blatt, zeile, werte, ist_lesbar)
    select ${importId}, blatt, zeile, werte, ist_lesbar
    from ${alsZeilen(sql, "importlauf_zeile", felder, zeilen)} n`;
};

/** What a row is and what it refers to. */
const kopffelder = ["importSchluessel", "kontonummer", "pachtkontoId"];

/** All rows of a sheet with the values that rows know each other by. */
export const listKoepfe = (sql: Db, importId: number, blatt: Blatt) => sql<Planzeile[]>`
  select blatt, zeile, ist_lesbar,
    (select coalesce(jsonb_object_agg(feld, werte -> feld), '{}') from unnest(${kopffelder}::text[]) feld
      where werte ? feld) werte
  from importlauf_zeile
  where importlauf_id = ${importId} and blatt = ${blatt}
  order by zeile`;

/** What the rows of a sheet refer to in one field, each once. */
export const listVerweise = async (sql: Db, importId: number, blatt: Blatt, feld: string): Promise<string[]> => {
  const zeilen = await sql<{ verweis: string }[]>`
    select distinct werte ->> ${feld} verweis
    from importlauf_zeile
    where importlauf_id = ${importId} and blatt = ${blatt} and jsonb_typeof(werte -> ${feld}) = 'string'`;
  return zeilen.map(({ verweis }) => verweis);
};

/** The keys of the rows that refer to nothing in one field, each once. */
export const listSchluesselOhne = async (sql: Db, importId: number, blatt: Blatt, feld: string): Promise<string[]> => {
  const zeilen = await sql<{ schluessel: string }[]>`
    select distinct werte ->> 'importSchluessel' schluessel
    from importlauf_zeile
    where importlauf_id = ${importId} and blatt = ${blatt} and werte ->> ${feld} is null
      and jsonb_typeof(werte -> 'importSchluessel') = 'string'`;
  return zeilen.map(({ schluessel }) => schluessel);
};

/** @param zeilen only these */
export const listZeilen = (sql: Db, importId: number, blatt: Blatt, zeilen?: readonly number[]) => sql<Planzeile[]>`
  select blatt, zeile, werte, ist_lesbar
  from importlauf_zeile
  where importlauf_id = ${importId} and blatt = ${blatt}
    ${zeilen ? sql`and zeile = any(${zeilen}::integer[])` : sql``}
  order by zeile`;

const blattNr = (blatt: string | null): number => (blatt === null ? -1 : blattnamen.indexOf(blatt as Blatt));

export const insertBefunde = (sql: Db, importId: number, istVomLesen: boolean, befunde: readonly Befund[]) => {
  const felder = ["blattNr", "blatt", "zeile", "spalte", "schwere", "code", "text", "wert"] as const;
  const zeilen = befunde.map((befund) => ({ ...befund, blattNr: blattNr(befund.blatt) }));
  return sql`
    insert into importlauf_befund (importlauf_id, ist_vom_lesen, blatt_nr, blatt, zeile, spalte, schwere, code, text, wert)
    select ${importId}, ${istVomLesen}, blatt_nr, blatt, zeile, spalte, schwere, code, text, wert
    from ${alsZeilen(sql, "importlauf_befund", felder, zeilen)} n
    order by n.ordinality`;
};

export const deletePruefbefunde = (sql: Db, importId: number) => sql`
  delete from importlauf_befund where importlauf_id = ${importId} and not ist_vom_lesen`;

const gefiltert = (sql: Db, importId: number, { blatt, schwere, code }: BefundFilter): Fragment => sql`
  importlauf_id = ${importId}
  ${blatt ? sql`and blatt = any(${blatt})` : sql``}
  ${schwere ? sql`and schwere = any(${schwere})` : sql``}
  ${code ? sql`and code = any(${code})` : sql``}`;

export const listBefunde = (sql: Db, importId: number, filter: BefundFilter) => sql<Befund[]>`
  select blatt, zeile, spalte, schwere, code, text, wert
  from importlauf_befund
  where ${gefiltert(sql, importId, filter)}
  order by blatt_nr, zeile nulls first, id
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const countBefunde = async (sql: Db, importId: number, filter: BefundFilter): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select count(*) anzahl from importlauf_befund where ${gefiltert(sql, importId, filter)}`;
  return zeile?.anzahl ?? 0;
};

// Where keys led when a file was checked -----------------------------------------------------------------------------

export const deleteVerweise = (sql: Db, importId: number) => sql`
  delete from importlauf_verweis where importlauf_id = ${importId}`;

export const insertVerweise = (
  sql: Db,
  importId: number,
  art: Verweisart,
  verweise: readonly (readonly [schluessel: string, id: number])[],
) => sql`
  insert into importlauf_verweis (importlauf_id, art, schluessel, datensatz_id)
  select ${importId}, ${art}, schluessel, id
  from unnest(${verweise.map(([schluessel]) => schluessel)}::text[], ${verweise.map(([, id]) => id)}::bigint[])
    n (schluessel, id)`;

export const listGesehene = (sql: Db, importId: number) => sql<
  { art: Verweisart; schluessel: string; datensatzId: number }[]
>`
  select art, schluessel, datensatz_id from importlauf_verweis where importlauf_id = ${importId}`;

// What is forgotten --------------------------------------------------------------------------------------------------

export const deleteKontaktstaende = async (tx: Tx, kontaktIds: readonly number[]): Promise<void> => {
  await tx`delete from importschluessel where art = 'kontakt' and datensatz_id = any(${kontaktIds}::bigint[])`;
  await tx`delete from importstand where art = 'kontakt' and datensatz_id = any(${kontaktIds}::bigint[])`;
};

/** Codes of findings about what is in no staged row: a name that stands there is found by no search. */
const ungelesenes = [
  "blatt_doppelt",
  "blatt_unbekannt",
  "keine_zeilen",
  "kopf_fehlt",
  "spalte_doppelt",
  "spalte_unbekannt",
  "wert_ohne_spalte",
];

/**
 * Imports with a row of a contact that has one of the keys, whatever he is called there; in whose name, rows or findings
 * one of the words stands; or of which something was not read: the file is not checked yet, its check failed, or reading
 * it ended with an error about more than a row. Their pieces go with them.
 */
export const deleteImporteMit = (tx: Tx, woerter: readonly string[], schluessel: readonly string[]) => tx`
  delete from importlauf i
  where i.status = 'wird_geprueft'
    or exists (
      select from importlauf_befund b
      where b.importlauf_id = i.id and b.ist_vom_lesen
        and (b.code = any(${ungelesenes}) or b.schwere = 'fehler' and b.zeile is null))
    or exists (
      select from importlauf_zeile z
      where z.importlauf_id = i.id
        and ${kontaktschluessel(tx)} = any(${schluessel}::text[]))
    or exists (
      select from unnest(${woerter}::text[]) wort
      where position(wort in i.dateiname) > 0
        or exists (
          select from importlauf_zeile z
          where z.importlauf_id = i.id and position(btrim(to_json(wort)::text, '"') in z.werte::text) > 0)
        or exists (
          select from importlauf_befund b
          where b.importlauf_id = i.id and position(wort in concat_ws(' ', b.text, b.wert)) > 0))`;
