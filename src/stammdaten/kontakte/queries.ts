import { alsZeilen, setzung } from "../../technik/database/anweisung/massen.ts";
import { ordnungVon } from "../../technik/database/anweisung/sortierung.ts";
import { datensatzSpalten, fest, spaltenFuer } from "../../technik/database/anweisung/spalten.ts";
import { enthaelt, leseSeite, type Seitentext, worte } from "../../technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import type { Kontaktwerte } from "./pruefung.ts";
import { type Kontakt, type KontaktFilter, type Kontaktstand, schreibbareFelder } from "./schema.ts";
import { kontaktsortierung } from "./sortierung.ts";

const ohneMandat = schreibbareFelder.filter((feld) => feld !== "sepaMandat");

/** Named as on the wire, so that the database can make the JSON of a list. */
const spalten = fest(
  (sql) => sql`
    ${datensatzSpalten(sql, "kontakt")}, ${spaltenFuer(sql, [...ohneMandat, "anzeigename"], "kontakt")},
    case when kontakt.sepa_mandat_referenz is not null
      then json_build_object('referenz', kontakt.sepa_mandat_referenz, 'datum', kontakt.sepa_mandat_datum)
      end "sepaMandat"`,
);

const vereinbart = (sql: Db, ja: boolean): Fragment => sql`
  and ${ja ? sql`` : sql`not`} exists (
    select from kontakt k where k.id = kontakt_liste.id and k.gutschrift_vereinbart_am is not null)`;

/** Kind, morale and way of payment are counted already, see 0060_kontaktzaehler.sql. */
const anzahlGezaehlter = (sql: Db, { typ, zahlungsmoral, zahlungsart }: KontaktFilter): Fragment => sql`(
  select coalesce(sum(anzahl), 0)
  from zaehler
  where bereich = 'kontakt'
    ${zahlungsmoral ? sql`and split_part(schluessel, ' ', 1) in ${sql(zahlungsmoral.map(String))}` : sql``}
    ${zahlungsart ? sql`and split_part(schluessel, ' ', 2) in ${sql(zahlungsart)}` : sql``}
    ${typ ? sql`and regexp_replace(schluessel, '^\\S+ \\S+ ', '') in ${sql(typ)}` : sql``})`;

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
    bekannt: gesucht || gutschriftVereinbart ? undefined : anzahlGezaehlter(sql, filter),
    zeile: sql`select ${spalten(sql)} from kontakt where kontakt.id = seite.id`,
  });
};

export const findKontakt = async (sql: Db, id: number): Promise<Kontakt | undefined> => {
  const [zeile] = await sql<Kontakt[]>`
    select ${spalten(sql)} from kontakt where id = ${id} and aufgegangen_in is null`;
  return zeile;
};

/** A deleted contact's fields that were not null, as the entry of its deletion keeps them until they are erased. */
export const findGeloeschten = async (
  sql: Db,
  id: number,
): Promise<(Pick<Kontaktstand, "id" | "typ" | "anzeigename"> & Partial<Kontaktstand>) | undefined> => {
  const [zeile] = await sql<{ felder: Kontaktstand }[]>`
    select jsonb_object_agg(f.feld, f.alt) as felder
    from auditlog a
    join auditwert w on w.auditlog_id = a.id
    cross join jsonb_to_recordset(w.werte::jsonb) f (feld text, alt jsonb)
    where a.ressource = 'kontakt' and a.ressource_id = ${String(id)} and a.aktion = 'loeschen'
    group by a.id`;
  return zeile?.felder;
};

/** Those of the ids whose data were erased, also where the contact is gone: the entry of it stays for good. */
export const listGeleerte = async (sql: Db, ids: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select distinct ressource_id::bigint as id
    from auditlog
    where ressource = 'kontakt' and ressource_id = any(${ids.map(String)}::text[]) and aktion = 'personendaten_loeschen'`;
  return zeilen.map(({ id }) => id);
};

export const listKontakteMitIds = (sql: Db, ids: readonly number[]) => sql<Kontakt[]>`
  select ${spalten(sql)} from kontakt where id = any(${ids}::bigint[]) order by id`;

/**
 * Locks the rows until the end of the transaction, so that two clerks change them one after the other; a booking that
 * only refers to a contact need not wait.
 */
export const listKontakteGesperrt = (sql: Db, ids: readonly number[]) => sql<Kontakt[]>`
  select ${spalten(sql)}
  from kontakt
  where id = any(${ids}::bigint[]) and aufgegangen_in is null
  order by id
  for no key update`;

/** The contact that this one was merged into. */
export const findAufgegangenIn = async (sql: Db, id: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ aufgegangenIn: number }[]>`
    select aufgegangen_in from kontakt where id = ${id} and aufgegangen_in is not null`;
  return zeile?.aufgegangenIn;
};

/** One that was merged into this contact. */
export const findAufgegangener = async (sql: Db, id: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`select id from kontakt where aufgegangen_in = ${id} limit 1`;
  return zeile?.id;
};

/** From now on `geht` and all that were merged into it lead to `bleibt`. @returns the latter */
export const updateAufgegangen = async (sql: Db, geht: number, bleibt: number): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    update kontakt set aufgegangen_in = ${bleibt} where id = ${geht} or aufgegangen_in = ${geht} returning id`;
  return zeilen.map(({ id }) => id).filter((id) => id !== geht);
};

/** The same back again. */
export const updateGetrennt = (sql: Db, geht: number, mitgenommen: readonly number[]) => sql`
  update kontakt
  set aufgegangen_in = case when id = ${geht} then null else ${geht}::bigint end
  where id = ${geht} or id = any(${mitgenommen}::bigint[])`;

/** Those that were merged into the contact, at whatever remove. */
export const listAufgegangene = (sql: Db, id: number) => sql<Kontakt[]>`
  select ${spalten(sql)} from kontakt where aufgegangen_in = ${id} order by id`;

/** The same, locked until the end of the transaction. */
export const listAufgegangeneGesperrt = (sql: Db, id: number) => sql<Kontakt[]>`
  select ${spalten(sql)} from kontakt where aufgegangen_in = ${id} order by id for no key update`;

const geschrieben = [...ohneMandat, "sepaMandatReferenz", "sepaMandatDatum"] as const;

const alsZeile = <W extends Kontaktwerte>({ sepaMandat, ...werte }: W) => ({
  ...werte,
  sepaMandatReferenz: sepaMandat?.referenz ?? null,
  sepaMandatDatum: sepaMandat?.datum ?? null,
});

/** The new contacts; their ids are in the order given. */
export const insertKontakte = async (sql: Db, werte: readonly Kontaktwerte[]): Promise<Kontakt[]> => {
  const neue = await sql<Kontakt[]>`
    insert into kontakt (${sql(geschrieben)})
    select ${sql(geschrieben)}
    from ${alsZeilen(sql, "kontakt", geschrieben, werte.map(alsZeile))} n
    order by n.ordinality
    returning ${spalten(sql)}`;
  return neue.toSorted((a, b) => a.id - b.id);
};

export const updateKontakte = (sql: Db, werte: readonly (Kontaktwerte & { id: number })[]) => sql<Kontakt[]>`
  update kontakt
  set ${setzung(sql, geschrieben)}
  from ${alsZeilen(sql, "kontakt", ["id", ...geschrieben], werte.map(alsZeile))} n
  where kontakt.id = n.id
  returning ${spalten(sql)}`;

export const deleteKontakt = (sql: Db, id: number) => sql`delete from kontakt where id = ${id}`;

/** Those of the names that are kinds of contacts. */
export const listKontaktartnamen = async (sql: Db, namen: readonly string[]): Promise<string[]> => {
  const zeilen = await sql<{ name: string }[]>`select name from kontaktart where name = any(${namen}::text[])`;
  return zeilen.map(({ name }) => name);
};

export const listAlleKontaktartnamen = async (sql: Db): Promise<string[]> => {
  const zeilen = await sql<{ name: string }[]>`select name from kontaktart order by name`;
  return zeilen.map(({ name }) => name);
};

/** What keeps a contact from being deleted. */
export const countVerwendungen = async (sql: Db, id: number): Promise<{ pachtkonten: number; belege: number }> => {
  const [zeile] = await sql<{ pachtkonten: number; belege: number }[]>`
    select
      (select count(distinct pachtkonto_id) from pachtkonto_beteiligter where kontakt_id = ${id}) as pachtkonten,
      (select count(*) from archiv_beleg where kontakt_id = ${id}) as belege`;
  return zeile ?? { pachtkonten: 0, belege: 0 };
};
