import { kontoStatus } from "../../kern/pacht/typen.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import {
  type AenderungFilter,
  type BemerkungFilter,
  bemerkbare,
  type DashboardSummary,
  type JuengsteBemerkung,
  type Ressource,
  ressourcen,
  type Tagesstufen,
} from "./schema.ts";

type Laeufe = DashboardSummary["buchungslaeufe"];

/** Every status in the order of the value set, also those that nothing has. */
export const countKonten = (sql: Db) => sql<DashboardSummary["pachtkonten"]["jeStatus"]>`
  select s.status, coalesce(sum(z.anzahl), 0) anzahl
  from unnest(${kontoStatus}::text[]) with ordinality s (status, nr)
  left join zaehler z on z.bereich = 'pachtkonto' and z.schluessel = s.status
  group by s.status, s.nr
  order by s.nr`;

const count = async (sql: Db, bereich: "kontakt" | "vorauszahlung_unbekannt"): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select coalesce(sum(anzahl), 0) anzahl from zaehler where bereich = ${bereich}`;
  return zeile?.anzahl ?? 0;
};

export const countUnbekannteVorauszahlung = (sql: Db) => count(sql, "vorauszahlung_unbekannt");

export const countKontakte = (sql: Db) => count(sql, "kontakt");

/** Leases that end, by how soon. */
export const countPachtenden = async (sql: Db, heute: string): Promise<Tagesstufen> => {
  const [zeile] = await sql<Tagesstufen[]>`
    select count(*) filter (where pachtende <= ${heute}::date + 30) "in30_tagen",
      count(*) filter (where pachtende <= ${heute}::date + 90) "in90_tagen",
      count(*) "in365_tagen"
    from pachtkonto
    where pachtende between ${heute}::date and ${heute}::date + 365 and status in ('aktiv', 'gekuendigt')`;
  return zeile ?? { in30Tagen: 0, in90Tagen: 0, in365Tagen: 0 };
};

/** All of them, less those of inactive accounts. */
export const countFaelligkeiten = async (sql: Db, heute: string): Promise<DashboardSummary["faelligkeiten"]> => {
  const [zeile] = await sql<DashboardSummary["faelligkeiten"][]>`
    select coalesce(sum(anzahl) filter (where tag < ${heute}), 0) ueberfaellig,
      coalesce(sum(anzahl) filter (where tag = ${heute}), 0) heute,
      coalesce(sum(anzahl) filter (where tag between ${heute} and ${heute}::date + 30), 0) "in30_tagen"
    from (
      select schluessel::date tag, case bereich when 'faelligkeit' then anzahl else -anzahl end anzahl
      from zaehler
      where bereich in ('faelligkeit', 'faelligkeit_inaktiv')
    ) t`;
  return zeile ?? { ueberfaellig: 0, heute: 0, in30Tagen: 0 };
};

type Hebungszahlen = Omit<DashboardSummary["hebungen"], "ueberfaellig">;

export const countHebungen = async (sql: Db): Promise<Hebungszahlen> => {
  const [zeile] = await sql<Hebungszahlen[]>`
    select count(*) filter (where status = 'geplant') geplant, count(*) filter (where status = 'aktiv') aktiv
    from hebung
    where status in ('geplant', 'aktiv')`;
  return zeile ?? { geplant: 0, aktiv: 0 };
};

type Laufsummen = Omit<Laeufe, "jahr" | "letzter">;

export const findLaufsummen = async (sql: Db, jahr: number): Promise<Laufsummen> => {
  const [zeile] = await sql<Laufsummen[]>`
    select count(*) anzahl, coalesce(sum(anzahl_dokumente), 0) anzahl_dokumente,
      coalesce(sum(paechter_brutto_cent), 0) paechter_brutto_cent,
      coalesce(sum(verpaechter_brutto_cent), 0) verpaechter_brutto_cent,
      coalesce(sum(gebuehr_brutto_cent), 0) gebuehr_brutto_cent, coalesce(sum(auszahlung_cent), 0) auszahlung_cent
    from buchungslauf
    where status = 'abgeschlossen' and belegdatum between make_date(${jahr}, 1, 1) and make_date(${jahr}, 12, 31)`;
  return zeile as Laufsummen;
};

export const findLetztenLauf = async (sql: Db): Promise<Laeufe["letzter"]> => {
  const [zeile] = await sql<NonNullable<Laeufe["letzter"]>[]>`
    select id, datum, beendet_am, anzahl_konten
    from buchungslauf
    where status = 'abgeschlossen' and beendet_am is not null
    order by beendet_am desc
    limit 1`;
  return zeile ?? null;
};

export type Taetigkeitszeile = {
  id: number;
  zeitpunkt: string;
  benutzerId: number | null;
  benutzerName: string;
  aktion: string;
  ressource: Ressource;
  ressourceId: string | null;
  /** What a clerk calls the record, also one that the entry deletes; null when it has no name or is gone since. */
  name: string | null;
  felder: string[];
};

/** The entries that `seite` holds, with the name of each record and the fields that changed. */
const mitNamen = (sql: Db, seite: Fragment): Fragment => sql`
  with seite as materialized (${seite})
  select s.id, s.zeitpunkt, s.benutzer_id, s.benutzer_name, s.aktion, s.ressource, s.ressource_id,
    coalesce(case s.ressource
      when 'kontakt' then (select anzeigename from kontakt where id = s.nr)
      when 'pachtkonto' then (select kontonummer from pachtkonto where id = s.nr)
      when 'patchobjekt' then (select bezeichnung from patchobjekt where id = s.nr)
      when 'positionsart' then (select name from positionsart where id = s.nr)
      when 'kontaktart' then (select name from kontaktart where id = s.nr)
      when 'hebung' then (select k.kontonummer from hebung h join pachtkonto k on k.id = h.pachtkonto_id where h.id = s.nr)
      when 'position' then (
        select k.kontonummer
        from pachtkonto_position p
        join pachtkonto k on k.id = p.pachtkonto_id
        where p.id = s.nr)
      when 'indexreihe' then (select name from indexreihe where id = s.nr)
      when 'indexfassung' then (
        select r.name from indexfassung f join indexreihe r on r.id = f.reihe_id where f.id = s.nr)
      when 'import' then (select dateiname from importlauf where id = s.nr)
      when 'archivbeleg' then (select belegnummer from archiv_beleg where id = s.nr)
      when 'archivkonto' then (select kontonummer from archivkonto where id = s.nr)
      when 'pachtkonto_dokument' then (select dateiname from pachtkonto_dokument where id = s.nr)
    end, case when s.aktion = 'loeschen' then (
      select case
        when s.ressource not in ('hebung', 'position') then w ->> 'alt'
        else (select kontonummer from pachtkonto where id = (w ->> 'alt')::bigint)
      end
      from jsonb_array_elements(s.werte::jsonb) w
      where w ->> 'feld' = case s.ressource
        when 'kontakt' then 'anzeigename'
        when 'pachtkonto' then 'kontonummer'
        when 'patchobjekt' then 'bezeichnung'
        when 'pachtkonto_dokument' then 'dateiname'
        when 'hebung' then 'pachtkontoId'
        when 'position' then 'pachtkontoId'
        else 'name'
      end)
    end) name,
    array(select w ->> 'feld' from jsonb_array_elements(s.werte::jsonb) w) felder
  from (
    select seite.*, coalesce(w.werte, '[]') werte,
      case when ressource_id ~ '^[0-9]{1,15}$' then ressource_id::bigint end nr
    from seite
    left join auditwert w on w.auditlog_id = seite.id
  ) s
  order by s.zeitpunkt desc, s.id desc`;

export const listTaetigkeiten = (sql: Db, limit: number) => sql<Taetigkeitszeile[]>`
  ${mitNamen(
    sql,
    sql`
      select id, zeitpunkt, benutzer_id, benutzer_name, aktion, ressource, ressource_id
      from auditlog
      where ressource in ${sql([...ressourcen])}
      order by zeitpunkt desc, id desc
      limit ${limit}`,
  )}`;

const geaendert = (sql: Db, { benutzerId, ressource }: AenderungFilter, seit: Date): Fragment => sql`
  zeitpunkt >= ${seit.toISOString()}::timestamptz and ressource in ${sql(ressource ?? [...ressourcen])}
  ${benutzerId ? sql`and benutzer_id = ${benutzerId}` : sql`and benutzer_id is not null`}`;

export const listAenderungen = (sql: Db, filter: AenderungFilter, seit: Date) => sql<Taetigkeitszeile[]>`
  ${mitNamen(
    sql,
    sql`
      select id, zeitpunkt, benutzer_id, benutzer_name, aktion, ressource, ressource_id
      from auditlog
      where ${geaendert(sql, filter, seit)}
      order by zeitpunkt desc, id desc
      limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`,
  )}`;

export const countAenderungen = async (sql: Db, filter: AenderungFilter, seit: Date): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) total from auditlog where ${geaendert(sql, filter, seit)}`;
  return zeile?.total ?? 0;
};

const anRessource = (sql: Db, { ressource }: BemerkungFilter): Fragment =>
  ressource ? sql`ressource in ${sql(ressource)}` : sql`true`;

/** The remarks of a record that was merged are those of the one that is left. */
const heutige = (sql: Db): Fragment => sql`
  coalesce(case ressource
    when 'kontakt' then (select aufgegangen_in from kontakt k where k.id = ressource_id)
    when 'patchobjekt' then (select aufgegangen_in from patchobjekt o where o.id = ressource_id)
  end, ressource_id)`;

export const listBemerkungen = (sql: Db, filter: BemerkungFilter) => sql<JuengsteBemerkung[]>`
  with seite as materialized (
    select id, zeitpunkt, benutzer_id, benutzer_name, ressource, ${heutige(sql)} ressource_id, bemerkung
    from bemerkung_verlauf
    where ${anRessource(sql, filter)}
    order by zeitpunkt desc, id desc
    limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}
  )
  select id, zeitpunkt, benutzer_id, benutzer_name, ressource, ressource_id, bemerkung,
    case ressource
      when 'kontakt' then (select anzeigename from kontakt where id = ressource_id)
      when 'pachtkonto' then (select kontonummer from pachtkonto where id = ressource_id)
      when 'patchobjekt' then (select bezeichnung from patchobjekt where id = ressource_id)
    end name
  from seite
  order by zeitpunkt desc, id desc`;

export const countBemerkungen = async (sql: Db, { ressource }: BemerkungFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select coalesce(sum(anzahl), 0) total
    from zaehler
    where bereich = 'bemerkung' and schluessel in ${sql(ressource ?? [...bemerkbare])}`;
  return zeile?.total ?? 0;
};

/** Makes the rows of each count one again, when there are many. */
export const updateZaehlerGefaltet = (sql: Db, ab: number) => sql`
  select falte_zaehler()
  where (select count(*) from zaehler) >= ${ab}`;
