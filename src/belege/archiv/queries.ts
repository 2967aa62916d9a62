import { istStorno } from "../../kern/pacht/belegart.ts";
import { ordnungVon } from "../../technik/database/anweisung/sortierung.ts";
import { enthaelt, leseSeite, type Seitentext, worte, zeitpunkt } from "../../technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import type {
  ArchivEintrag,
  ArchivEintragDetail,
  ArchivFilter,
  Archivkonto,
  ArchivkontoDetail,
  ArchivkontoFilter,
} from "./schema.ts";
import { archivsortierung } from "./sortierung.ts";
import { titelspalte } from "./titel.ts";

/** Named as on the wire, so that the database can make the JSON of a list. */
const spalten = (sql: Db): Fragment => sql`
  b.id, b.buchungslauf_id "buchungslaufId", b.archivkonto_id "archivkontoId", b.pachtkonto_id "pachtkontoId",
  b.kontonummer, b.belegart, ${titelspalte(sql)}, b.belegnummer, b.belegdatum,
  b.zeitraum_von "zeitraumVon", b.zeitraum_bis "zeitraumBis",
  b.leistung_von "leistungVon", b.leistung_bis "leistungBis",
  b.faellig_am "faelligAm", b.zahlbar_bis "zahlbarBis", b.kontakt_id "kontaktId", b.empfaenger,
  b.netto_cent "nettoCent", b.steuer_cent "steuerCent", b.brutto_cent "bruttoCent",
  b.gebuehr_beleg_id "gebuehrBelegId", b.auszahlung_cent "auszahlungCent", b.storno_von_id "stornoVonId",
  (select v.buchungslauf_id from archiv_beleg v where v.id = b.storno_von_id) "stornoVonBuchungslaufId",
  (select s.id from archiv_beleg s where s.storno_von_id = b.id) "storniertDurchId",
  coalesce((select p.status from archiv_pdf p where p.beleg_id = b.id), 'offen') "pdfStatus",
  ${zeitpunkt(sql, "b.erstellt_am")} "erstelltAm"`;

const mitSchreiben = (sql: Db, stand: ArchivFilter["pdfStatus"]): Fragment => {
  switch (stand) {
    case undefined:
      return sql``;
    case "offen":
      return sql`and not exists (select from archiv_pdf p where p.beleg_id = b.id)`;
    case "erstellt":
      return sql`and exists (select from archiv_pdf p where p.beleg_id = b.id and p.status = 'erstellt')`;
    case "fehlgeschlagen":
      return sql`and exists (select from archiv_pdf p where p.beleg_id = b.id and p.status = 'fehlgeschlagen')`;
  }
};

/** The condition of `archiv_beleg_unter_null` in so many words: PostgreSQL does not see it in values that are handed in. */
const unterNull = (sql: Db, { belegart, bruttoBisCent }: ArchivFilter): Fragment =>
  bruttoBisCent !== undefined && bruttoBisCent < 0 && belegart && !belegart.some(istStorno)
    ? sql`and b.brutto_cent < 0 and b.storno_von_id is null`
    : sql``;

const bedingung = (sql: Db, filter: ArchivFilter): Fragment => {
  const { year, von, bis, belegart, kontaktId, pachtkontoId, buchungslaufId, bruttoVonCent, bruttoBisCent } = filter;
  return sql`
    ${
      year === undefined
        ? sql``
        : sql`and b.belegdatum >= make_date(${year}::integer, 1, 1)
            and b.belegdatum <= make_date(${year}::integer, 12, 31)`
    }
    ${von ? sql`and b.belegdatum >= ${von}` : sql``}
    ${bis ? sql`and b.belegdatum <= ${bis}` : sql``}
    ${belegart ? sql`and b.belegart in ${sql(belegart)}` : sql``}
    ${kontaktId ? sql`and b.kontakt_id = any(kontakt_mit_aufgegangenen(${kontaktId}))` : sql``}
    ${pachtkontoId ? sql`and b.pachtkonto_id = ${pachtkontoId}` : sql``}
    ${buchungslaufId ? sql`and b.buchungslauf_id = ${buchungslaufId}` : sql``}
    ${bruttoVonCent === undefined ? sql`` : sql`and b.brutto_cent >= ${bruttoVonCent}`}
    ${bruttoBisCent === undefined ? sql`` : sql`and b.brutto_cent <= ${bruttoBisCent}`}
    ${unterNull(sql, filter)}
    ${mitSchreiben(sql, filter.pdfStatus)}`;
};

/** How many there are of these kinds and this year: the series have no gaps. */
const anzahlNachReihen = (sql: Db, { year, belegart }: ArchivFilter): Fragment => sql`(
  select coalesce(sum(naechste - 1), 0)::bigint
  from nummernkreis
  where true ${year === undefined ? sql`` : sql`and jahr = ${year}`}
    ${belegart ? sql`and belegart in ${sql(belegart)}` : sql``})`;

/** Where nothing else is asked for, series and runs have counted: an archive of millions is not read for its number. */
const bekannt = (sql: Db, filter: ArchivFilter): Fragment | undefined => {
  const { pdfStatus, sort, page, limit, year, belegart, ...andere } = filter;
  if (Object.values(andere).some((wert) => wert !== undefined)) return;
  if (pdfStatus === undefined) return anzahlNachReihen(sql, filter);
  if (year !== undefined || belegart) return;
  if (pdfStatus === "erstellt") return sql`(select coalesce(sum(pdf_erstellt), 0) from buchungslauf)`;
  if (pdfStatus === "offen")
    return sql`(
      select ${anzahlNachReihen(sql, filter)} - coalesce(sum(pdf_erstellt + pdf_fehlgeschlagen), 0)
      from buchungslauf)`;
  return;
};

export const listArchivseite = (sql: Db, filter: ArchivFilter): Promise<Seitentext> => {
  const ordnung = ordnungVon(archivsortierung, filter.sort);
  return leseSeite(sql, {
    ...filter,
    gesucht: worte(filter.search).length > 0,
    // In the order of its indexes, whose id is an expression: see 0042_schluesselsuche.sql.
    treffer: sql`
      select b.id + 0 id, b.${sql(ordnung.spalte)} wert
      from archiv_beleg b
      where true ${enthaelt(sql, "b.suchtext", filter.search)} ${bedingung(sql, filter)}`,
    ordnung,
    bekannt: bekannt(sql, filter),
    zeile: sql`select ${spalten(sql)} from archiv_beleg b where b.id = seite.id`,
  });
};

type Archivbeleg = Omit<ArchivEintragDetail, "widerspruch">;

export const findBeleg = async (sql: Db, id: number): Promise<Archivbeleg | undefined> => {
  const [zeile] = await sql<Archivbeleg[]>`
    select ${spalten(sql)}, a.daten aussteller, b.storno_grund,
      (select p.fehler from archiv_pdf p where p.beleg_id = b.id) pdf_fehler,
      coalesce((
        select jsonb_agg(jsonb_build_object('ursprungId', z.ursprung_id, 'positionId', z.position_id,
          'positionsartId', z.positionsart_id, 'bezeichnung', z.bezeichnung, 'zeitraumVon', z.zeitraum_von,
          'zeitraumBis', z.zeitraum_bis, 'nettoCent', z.netto_cent, 'steuersatzBp', z.steuersatz_bp,
          'steuerbefreiungGrund', z.steuerbefreiung_grund, 'weiterleitung', z.weiterleitung,
          'herleitung', z.herleitung) order by z.nr)
        from archiv_zeile z
        where z.beleg_id = b.id
      ), '[]') zeilen,
      coalesce((
        select jsonb_agg(jsonb_build_object('steuersatzBp', s.steuersatz_bp,
          'steuerbefreiungGrund', s.steuerbefreiung_grund, 'nettoCent', s.netto_cent,
          'steuerCent', s.steuer_cent) order by s.nr)
        from archiv_steuer s
        where s.beleg_id = b.id
      ), '[]') steuergruppen
    from archiv_beleg b
    join archiv_aussteller a on a.id = b.aussteller_id
    where b.id = ${id}`;
  return zeile;
};

export const listBelegeDesKontos = (sql: Db, archivkontoId: number) => sql<ArchivEintrag[]>`
  select ${spalten(sql)}
  from archiv_beleg b
  where b.archivkonto_id = ${archivkontoId}
  order by b.zeitraum_von, b.id`;

const kontospalten = (sql: Db): Fragment => sql`
  k.id, k.buchungslauf_id, k.pachtkonto_id, k.kontonummer, l.datum, l.belegdatum, k.anzahl_dokumente,
  k.paechter_brutto_cent, k.verpaechter_brutto_cent, k.gebuehr_brutto_cent, coalesce(m.version, 1) as version,
  m.markierung, m.notiz markierung_notiz, m.benutzer_name markiert_von, m.geaendert_am markiert_am`;

const kontobedingung = (sql: Db, { buchungslaufId, pachtkontoId }: ArchivkontoFilter): Fragment => sql`
  true ${buchungslaufId === undefined ? sql`` : sql`and k.buchungslauf_id = ${buchungslaufId}`}
  ${pachtkontoId === undefined ? sql`` : sql`and k.pachtkonto_id = ${pachtkontoId}`}`;

const konten = (sql: Db): Fragment => sql`
  archivkonto k
  join buchungslauf l on l.id = k.buchungslauf_id
  left join archivkonto_markierung m on m.archivkonto_id = k.id`;

export const listArchivkonten = (sql: Db, filter: ArchivkontoFilter) => sql<Archivkonto[]>`
  select ${kontospalten(sql)}
  from ${konten(sql)}
  where ${kontobedingung(sql, filter)}
  order by k.id desc
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const countArchivkonten = async (sql: Db, filter: ArchivkontoFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) total from archivkonto k where ${kontobedingung(sql, filter)}`;
  return zeile?.total ?? 0;
};

export const findArchivkonto = async (
  sql: Db,
  id: number,
): Promise<Omit<ArchivkontoDetail, "dokumente"> | undefined> => {
  const [zeile] = await sql<Omit<ArchivkontoDetail, "dokumente">[]>`
    select ${kontospalten(sql)}, k.konto from ${konten(sql)} where k.id = ${id}`;
  return zeile;
};

export const findArchivkontoZeile = async (sql: Db, id: number): Promise<Archivkonto | undefined> => {
  const [zeile] = await sql<Archivkonto[]>`
    select ${kontospalten(sql)} from ${konten(sql)} where k.id = ${id}`;
  return zeile;
};

type Markierung = Pick<Archivkonto, "version" | "markierung"> & { notiz: string | null };

/** The row of an account that was never marked, for the change to count from. */
export const insertMarkierung = (tx: Db, id: number, benutzerName: string) => tx`
  insert into archivkonto_markierung (archivkonto_id, benutzer_name)
  values (${id}, ${benutzerName})
  on conflict do nothing`;

export const findMarkierungGesperrt = async (tx: Db, id: number): Promise<Markierung | undefined> => {
  const [zeile] = await tx<Markierung[]>`
    select version, markierung, notiz
    from archivkonto_markierung
    where archivkonto_id = ${id}
    for update`;
  return zeile;
};

export const updateMarkierung = (
  tx: Db,
  id: number,
  { markierung, notiz, benutzerName }: Omit<Markierung, "version"> & { benutzerName: string },
) => tx`
  update archivkonto_markierung
  set markierung = ${markierung}, notiz = ${notiz}, benutzer_name = ${benutzerName}
  where archivkonto_id = ${id}`;

type Xrechnung = { xml: Uint8Array<ArrayBuffer>; sha256: string; belegnummer: string };

export const findXrechnung = async (sql: Db, belegId: number): Promise<Xrechnung | undefined> => {
  const [zeile] = await sql<Xrechnung[]>`
    select x.inhalt xml, x.sha256, b.belegnummer
    from archiv_xrechnung x
    join archiv_beleg b on b.id = x.beleg_id
    where x.beleg_id = ${belegId}`;
  return zeile;
};

export const insertXrechnung = (sql: Db, belegId: number, sha256: string, inhalt: Uint8Array) => sql`
  insert into archiv_xrechnung (beleg_id, sha256, inhalt)
  values (${belegId}, ${sha256}, ${inhalt})
  on conflict do nothing`;
