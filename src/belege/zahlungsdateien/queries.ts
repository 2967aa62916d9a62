import { aneinander, zeitpunkt } from "../../technik/database/anweisung/suche.ts";
import type { Db, Fragment, Tx } from "../../technik/database/pool.ts";
import type { Abruf, Zahlungsdatei, ZahlungsdateiFilter } from "./schema.ts";
import type { SepaArt, ZahlungsBeleg } from "./sepa/zahlungen.ts";

/** How many documents are judged before other requests have their turn. */
const jeStapel = 100;

/**
 * The documents of a run by belegnummer, with marking, Storno, the live file that holds them, and what the contacts'
 * records say now. Where one was merged, its own bank account and mandate hold for the letters that name them until a
 * clerk changes those of the contact that is left; that contact's hold for the others.
 */
export const listZahlungsbelege = (tx: Tx, laufId: string): AsyncIterable<ZahlungsBeleg[]> =>
  tx<ZahlungsBeleg[]>`
    select b.id, b.belegnummer, b.belegart, b.kontonummer, b.leistung_von, b.leistung_bis, b.zahlbar_bis,
      b.brutto_cent, b.auszahlung_cent, b.empfaenger, a.daten ->> 'glaeubigerId' glaeubiger_id,
      s.belegnummer stornonummer, m.markierung, h.iban heute_iban, h.zahlungsart heute_zahlungsart,
      h.sepa_mandat_referenz || ' ' || h.sepa_mandat_datum heute_mandat,
      coalesce(h.bank_bestaetigt_am, case when n.iban = h.iban then n.bank_bestaetigt_am end) bank_bestaetigt_am,
      z.zahlungsdatei_id,
      exists (select from gutschrift_widerspruch w where w.beleg_id = b.id and w.erledigt_am is null) ist_widersprochen
    from archiv_beleg b
    join archiv_aussteller a on a.id = b.aussteller_id
    join kontakt k on k.id = b.kontakt_id
    left join kontakt n on n.id = k.aufgegangen_in
    join kontakt h on h.id = case
      when k.aufgegangen_in is null or (b.empfaenger ->> 'iban' = k.iban and gilt_bank_weiter(k.id)) then k.id
      else k.aufgegangen_in end
    left join archiv_beleg s on s.storno_von_id = b.id
    left join archivkonto_markierung m on m.archivkonto_id = b.archivkonto_id
    left join zahlungsdatei_beleg z on z.beleg_id = b.id and not z.verworfen
    where b.buchungslauf_id = ${laufId}
    order by b.belegnummer`.cursor(jeStapel);

type NeueDatei = {
  buchungslaufId: string;
  art: SepaArt;
  nachrichtenId: string;
  dateiname: string;
  istAuswahl: boolean;
  anzahl: number;
  summeCent: number;
  anzahlAusgelassen: number;
  sha256: string;
  groesse: number;
  benutzerName: string;
  erstelltAm: string;
};

export const insertZahlungsdatei = async (tx: Tx, datei: NeueDatei): Promise<number> => {
  const [zeile] = await tx<{ id: number }[]>`insert into zahlungsdatei ${tx(datei)} returning id`;
  return Number(zeile?.id);
};

export const insertBelege = (tx: Tx, dateiId: number, zahlungen: readonly { id: number; betragCent: number }[]) => tx`
  insert into zahlungsdatei_beleg (zahlungsdatei_id, beleg_id, betrag_cent)
  select ${dateiId}, b, c
  from unnest(${zahlungen.map(({ id }) => id)}::bigint[], ${zahlungen.map((z) => z.betragCent)}::bigint[]) z (b, c)`;

export const insertStueck = (tx: Tx, dateiId: number, nr: number, inhalt: Uint8Array) => tx`
  insert into zahlungsdatei_stueck (zahlungsdatei_id, nr, inhalt) values (${dateiId}, ${nr}, ${inhalt})`;

export const findStueck = async (sql: Db, dateiId: number, nr: number): Promise<Uint8Array | undefined> => {
  const [zeile] = await sql<{ inhalt: Uint8Array }[]>`
    select inhalt from zahlungsdatei_stueck where zahlungsdatei_id = ${dateiId} and nr = ${nr}`;
  return zeile?.inhalt;
};

export const insertAbruf = (tx: Tx, dateiId: number, wann: string, benutzerName: string) => tx`
  insert into zahlungsdatei_abruf (zahlungsdatei_id, zeitpunkt, benutzer_name)
  values (${dateiId}, ${wann}, ${benutzerName})`;

export const updateVerworfen = (tx: Tx, id: number, wann: string, von: string, grund: string) => tx`
  update zahlungsdatei
  set verworfen_am = ${wann}, verworfen_von = ${von}, verworfen_grund = ${grund}
  where id = ${id}`;

/** Until this transaction ends nobody discards the file. */
export const halteZahlungsdatei = (tx: Tx, id: number) => tx`
  select
  from zahlungsdatei
  where id = ${id}
  for share`;

export const sperreZahlungsdatei = (tx: Tx, id: number) => tx`
  select
  from zahlungsdatei
  where id = ${id}
  for no key update`;

const spalten = (sql: Db): Fragment => sql`
  z.id, z.buchungslauf_id, l.datum, z.art, z.nachrichten_id, z.dateiname, z.ist_auswahl, z.anzahl, z.summe_cent,
  z.anzahl_ausgelassen, z.sha256, z.erstellt_am, z.benutzer_name erstellt_von,
  case when z.verworfen then json_build_object('am', ${zeitpunkt(sql, "z.verworfenAm")}, 'von', z.verworfen_von,
    'grund', z.verworfen_grund) end verworfen,
  (
    select coalesce(json_agg(json_build_object('zeitpunkt', ${zeitpunkt(sql, "zeitpunkt")}, 'benutzer', benutzer_name)
      order by id desc), '[]')
    from (
      select a.id, a.zeitpunkt, a.benutzer_name
      from zahlungsdatei_abruf a
      where a.zahlungsdatei_id = z.id
      order by a.id desc
      limit 20
    ) letzte
  ) abrufe`;

const bedingung = (sql: Db, { buchungslaufId, art }: Pick<ZahlungsdateiFilter, "buchungslaufId" | "art">): Fragment =>
  sql`true ${aneinander(sql, [
    buchungslaufId === undefined ? sql`` : sql`and z.buchungslauf_id = ${buchungslaufId}`,
    art === undefined ? sql`` : sql`and z.art = ${art}`,
  ])}`;

export const listZahlungsdateien = (sql: Db, filter: ZahlungsdateiFilter) => sql<Zahlungsdatei[]>`
  select ${spalten(sql)}
  from zahlungsdatei z
  join buchungslauf l on l.id = z.buchungslauf_id
  where ${bedingung(sql, filter)}
  order by z.id desc
  limit ${filter.limit} offset ${(filter.page - 1) * filter.limit}`;

export const countZahlungsdateien = async (sql: Db, filter: ZahlungsdateiFilter): Promise<number> => {
  const [zeile] = await sql<{ total: number }[]>`
    select count(*) total from zahlungsdatei z where ${bedingung(sql, filter)}`;
  return zeile?.total ?? 0;
};

/** The files of a run and kind that may be at the bank. */
export const listLebende = (sql: Db, laufId: string, art: SepaArt, hoechstens: number) => sql<Zahlungsdatei[]>`
  select ${spalten(sql)}
  from zahlungsdatei z
  join buchungslauf l on l.id = z.buchungslauf_id
  where z.buchungslauf_id = ${laufId} and z.art = ${art} and not z.verworfen
  order by z.id
  limit ${hoechstens}`;

export type Dateizeile = Zahlungsdatei & { groesse: number | null };

export const findZahlungsdatei = async (sql: Db, id: number): Promise<Dateizeile | undefined> => {
  const [zeile] = await sql<Dateizeile[]>`
    select ${spalten(sql)}, z.groesse
    from zahlungsdatei z
    join buchungslauf l on l.id = z.buchungslauf_id
    where z.id = ${id}`;
  return zeile;
};

/** Which files of the run have left the house; the latest first. */
export const listAbrufe = (tx: Tx, laufId: string, art: SepaArt) => tx<Abruf[]>`
  select z.id zahlungsdatei_id, a.zeitpunkt, a.benutzer_name benutzer, z.nachrichten_id, z.anzahl, z.summe_cent
  from zahlungsdatei z
  join zahlungsdatei_abruf a on a.zahlungsdatei_id = z.id
  where z.buchungslauf_id = ${laufId} and z.art = ${art}
  order by a.id desc
  limit 20`;
