import type { Db, Fragment } from "../../technik/database/pool.ts";
import { ordnungVon } from "../../technik/database/sortierung.ts";
import { datensatzSpalten, spaltenFuer } from "../../technik/database/spalten.ts";
import { enthaelt, leseSeite, type Seitentext, worte } from "../../technik/database/suche.ts";
import { type Kontakt, type KontaktFilter, schreibbareFelder } from "./schema.ts";
import { kontaktsortierung } from "./sortierung.ts";

const ohneMandat = schreibbareFelder.filter((feld) => feld !== "sepaMandat");

/** Named as on the wire, so that the database can make the JSON of a list. */
const spalten = (sql: Db): Fragment => sql`
  ${datensatzSpalten(sql)}, ${spaltenFuer(sql, [...ohneMandat, "anzeigename"])},
  case when sepa_mandat_referenz is not null
    then json_build_object('referenz', sepa_mandat_referenz, 'datum', sepa_mandat_datum) end "sepaMandat"`;

const vereinbart = (sql: Db, ja: boolean): Fragment => sql`
  and ${ja ? sql`` : sql`not`} exists (
    select from kontakt k where k.id = kontakt_liste.id and k.gutschrift_vereinbart_am is not null)`;

export const listKontakte = (sql: Db, filter: KontaktFilter): Promise<Seitentext> => {
  const { typ, zahlungsmoral, zahlungsart, gutschriftVereinbart } = filter;
  const ort = filter.ort?.trim();
  const gesucht = worte(filter.search).length > 0 || Boolean(ort);
  const ordnung = ordnungVon(kontaktsortierung, filter.sort);
  return leseSeite(sql, {
    ...filter,
    gesucht,
    treffer: sql`
      select id, ${sql(ordnung.spalte)} wert
      from kontakt_liste
      where true ${enthaelt(sql, "suchtext", filter.search)}
        ${typ ? sql`and typ in ${sql(typ)}` : sql``}
        ${zahlungsmoral ? sql`and zahlungsmoral in ${sql(zahlungsmoral)}` : sql``}
        ${zahlungsart ? sql`and zahlungsart in ${sql(zahlungsart)}` : sql``}
        ${gutschriftVereinbart ? vereinbart(sql, gutschriftVereinbart === "ja") : sql``}
        ${ort ? sql`and ort like (select such_muster(${ort}))` : sql``}`,
    ordnung,
    // Without a filter the contacts are counted already.
    bekannt:
      gesucht || typ || zahlungsmoral || zahlungsart || gutschriftVereinbart
        ? undefined
        : sql`(select coalesce(sum(anzahl), 0) from zaehler where bereich = 'kontakt')`,
    zeile: sql`select ${spalten(sql)} from kontakt where kontakt.id = seite.id`,
  });
};

export const findKontakt = async (sql: Db, id: number): Promise<Kontakt | undefined> => {
  const [zeile] = await sql<Kontakt[]>`select ${spalten(sql)} from kontakt where id = ${id}`;
  return zeile;
};

/**
 * Locks the row until the end of the transaction, so that two clerks change it one after the other; a booking that only
 * refers to the contact need not wait.
 */
export const findKontaktGesperrt = async (sql: Db, id: number): Promise<Kontakt | undefined> => {
  const [zeile] = await sql<Kontakt[]>`select ${spalten(sql)} from kontakt where id = ${id} for no key update`;
  return zeile;
};

type Werte = Pick<Kontakt, (typeof schreibbareFelder)[number]>;

const geschrieben = (sql: Db, werte: Werte) => {
  const mandat = {
    sepaMandatReferenz: werte.sepaMandat?.referenz ?? null,
    sepaMandatDatum: werte.sepaMandat?.datum ?? null,
  };
  return sql({ ...werte, ...mandat }, ...ohneMandat, "sepaMandatReferenz", "sepaMandatDatum");
};

export const insertKontakt = async (sql: Db, werte: Werte): Promise<Kontakt> => {
  const [zeile] = await sql<Kontakt[]>`insert into kontakt ${geschrieben(sql, werte)} returning ${spalten(sql)}`;
  return zeile as Kontakt;
};

export const updateKontakt = async (sql: Db, id: number, werte: Werte): Promise<Kontakt> => {
  const [zeile] = await sql<Kontakt[]>`
    update kontakt set ${geschrieben(sql, werte)} where id = ${id} returning ${spalten(sql)}`;
  return zeile as Kontakt;
};

export const deleteKontakt = (sql: Db, id: number) => sql`delete from kontakt where id = ${id}`;

export const findKontaktartId = async (sql: Db, name: string): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`select id from kontaktart where name = ${name}`;
  return zeile?.id;
};

/** What keeps a contact from being deleted. */
export const countVerwendungen = async (sql: Db, id: number): Promise<{ pachtkonten: number; belege: number }> => {
  const [zeile] = await sql<{ pachtkonten: number; belege: number }[]>`
    select
      (select count(distinct pachtkonto_id) from pachtkonto_beteiligter where kontakt_id = ${id}) as pachtkonten,
      (select count(*) from archiv_beleg where kontakt_id = ${id}) as belege`;
  return zeile ?? { pachtkonten: 0, belege: 0 };
};
