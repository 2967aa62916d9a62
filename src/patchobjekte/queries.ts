import type { Db, Fragment } from "../database/pool.ts";
import { aneinander, worte } from "../database/suche.ts";
import { type Patchobjekt, type PatchobjektFilter, patchobjektStatus, type StatusCount } from "./schema.ts";

const spalten = (sql: Db): Fragment => sql`
  id, version, bezeichnung, objektart, status, strasse, hausnummer, adresszusatz, plz, ort, land, gemarkung, flur,
  flurstueck_zaehler, flurstueck_nenner, flaeche_qm, pachtkonto_id, geprueft_am, bemerkung, erstellt_am, geaendert_am`;

/**
 * Each word stands in the object or in the number of its account. A union, so that either side has its trigram index;
 * `lower` first, because it settles nearly every number at a fraction of the price of `such_text`.
 */
const gefunden = (sql: Db, search: string | undefined): Fragment =>
  aneinander(
    sql,
    worte(search).map(
      (wort) => sql`
        and id in (
          select id from patchobjekt where suchtext like such_muster(${wort})
          union all
          select o.id
          from pachtkonto k
          join patchobjekt o on o.pachtkonto_id = k.id
          where k.suchtext like such_muster(${wort})
            and (lower(k.kontonummer) like such_muster(${wort}) or such_text(k.kontonummer) like such_muster(${wort})))`,
    ),
  );

const bedingung = (sql: Db, { search, status, pachtkontoId }: PatchobjektFilter): Fragment => sql`
  true ${gefunden(sql, search)}
  ${status && !status.includes("alle") ? sql`and status in ${sql(status)}` : sql``}
  ${pachtkontoId ? sql`and pachtkonto_id = ${pachtkontoId}` : sql``}`;

export const listPatchobjekte = (sql: Db, filter: PatchobjektFilter) => sql<Patchobjekt[]>`
  select ${spalten(sql)}
  from patchobjekt
  where ${bedingung(sql, filter)}
  order by lower(bezeichnung), id
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const zaehlePatchobjekte = async (sql: Db, filter: PatchobjektFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) as total from patchobjekt where ${bedingung(sql, filter)}`;
  return zeile?.total ?? 0;
};

/** Every status in the order of the value set, also those that no object has. */
export const zaehleStatus = (sql: Db) => sql<StatusCount[]>`
  select s.status, coalesce(o.anzahl, 0) as anzahl
  from unnest(${[...patchobjektStatus]}::text[]) with ordinality s (status, nr)
  left join (select status, count(*) as anzahl from patchobjekt group by status) o using (status)
  order by s.nr`;

export const findPatchobjekt = async (sql: Db, id: number): Promise<Patchobjekt | undefined> => {
  const [zeile] = await sql<Patchobjekt[]>`select ${spalten(sql)} from patchobjekt where id = ${id}`;
  return zeile;
};

/** Locks the row until the end of the transaction, so that two clerks change it one after the other. */
export const findPatchobjektGesperrt = async (sql: Db, id: number): Promise<Patchobjekt | undefined> => {
  const [zeile] = await sql<Patchobjekt[]>`select ${spalten(sql)} from patchobjekt where id = ${id} for update`;
  return zeile;
};

/** The account stays until the end of the transaction. */
export const istPachtkonto = async (sql: Db, id: number): Promise<boolean> => {
  const [zeile] = await sql`select 1 from pachtkonto where id = ${id} for key share`;
  return zeile !== undefined;
};

type Werte = Omit<Patchobjekt, "id" | "version" | "erstelltAm" | "geaendertAm">;

const alsZeile = (werte: Werte) => ({
  bezeichnung: werte.bezeichnung,
  objektart: werte.objektart,
  status: werte.status,
  strasse: werte.strasse,
  hausnummer: werte.hausnummer,
  adresszusatz: werte.adresszusatz,
  plz: werte.plz,
  ort: werte.ort,
  land: werte.land,
  gemarkung: werte.gemarkung,
  flur: werte.flur,
  flurstueck_zaehler: werte.flurstueckZaehler,
  flurstueck_nenner: werte.flurstueckNenner,
  flaeche_qm: werte.flaecheQm,
  pachtkonto_id: werte.pachtkontoId,
  geprueft_am: werte.geprueftAm,
  bemerkung: werte.bemerkung,
});

export const insertPatchobjekt = async (sql: Db, werte: Werte): Promise<Patchobjekt> => {
  const [zeile] = await sql<Patchobjekt[]>`
    insert into patchobjekt ${sql(alsZeile(werte))} returning ${spalten(sql)}`;
  return zeile as Patchobjekt;
};

export const updatePatchobjekt = async (sql: Db, id: number, werte: Werte): Promise<Patchobjekt> => {
  const [zeile] = await sql<Patchobjekt[]>`
    update patchobjekt set ${sql(alsZeile(werte))} where id = ${id} returning ${spalten(sql)}`;
  return zeile as Patchobjekt;
};

export const deletePatchobjekt = (sql: Db, id: number) => sql`delete from patchobjekt where id = ${id}`;
