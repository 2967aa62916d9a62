import type { Vertrag } from "../../kern/fristen/vertrag.ts";
import { alsZeilen, setzung } from "../../technik/database/anweisung/massen.ts";
import { ordnungVon } from "../../technik/database/anweisung/sortierung.ts";
import { datensatzSpalten, fest, spaltenFuer } from "../../technik/database/anweisung/spalten.ts";
import { leseSeite, type Seitentext, worte } from "../../technik/database/anweisung/suche.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import type { Kontaktbild } from "./beteiligte.ts";
import { positionenAlsJson } from "./positionen/queries.ts";
import { type Kontostand, type Kontowerte, kontofelder, type Pachtkonto, type PachtkontoFilter } from "./schema.ts";
import { kontosortierung } from "./sortierung.ts";
import { listenzeilenMit } from "./suche.ts";

/** Named as on the wire, so that the database can make the JSON of a list. */
const spalten = fest(
  (sql) => sql`
    ${datensatzSpalten(sql, "k")},
    ${spaltenFuer(sql, [...kontofelder, "letzteHebung", "naechsteHebung", "schlussabrechnung"], "k")}`,
);

const alsPartei = (sql: Db): Fragment => sql`
  'kontaktId', b.kontakt_id, 'rolle', b.rolle, 'hauptkontakt', b.hauptkontakt, 'anteilZaehler', b.anteil_zaehler,
  'anteilNenner', b.anteil_nenner, 'gueltigVon', b.gueltig_von, 'gueltigBis', b.gueltig_bis,
  'anzeigename', p.anzeigename`;

const alsKontakt = (sql: Db): Fragment => sql`
  jsonb_build_object('strasse', p.strasse, 'hausnummer', p.hausnummer, 'plz', p.plz, 'ort', p.ort, 'land', p.land,
    'telefon', p.telefon, 'email', p.email, 'iban', p.iban, 'zahlungsart', p.zahlungsart)`;

/** The parties by role, each by day and entry. */
const alsListe = (sql: Db, felder: Fragment): Fragment => sql`
  json_agg(json_build_object(${felder}) order by b.rolle, b.gueltig_von nulls first, b.id)`;

const parteien = (sql: Db, felder: Fragment): Fragment => sql`
  coalesce((
    select ${alsListe(sql, felder)}
    from pachtkonto_beteiligter b join kontakt p on p.id = b.kontakt_id
    where b.pachtkonto_id = k.id), '[]')`;

const imMonat = (sql: Db, spalte: string, monat: string | undefined): Fragment =>
  monat === undefined
    ? sql``
    : sql`and k.${sql(spalte)} >= ${`${monat}-01`}::date
        and k.${sql(spalte)} < (${`${monat}-01`}::date + interval '1 month')::date`;

const vorauszahlend = { ja: true, nein: false, unbekannt: null } as const;

const ohneAlle = (status: PachtkontoFilter["status"]) => (status?.includes("alle") ? undefined : status);

const bedingung = (sql: Db, filter: PachtkontoFilter): Fragment => {
  const status = ohneAlle(filter.status);
  const zahlweise = filter.istVorauszahlend === "alle" ? undefined : filter.istVorauszahlend;
  return sql`
    ${status ? sql`and k.status in ${sql(status)}` : sql``}
    ${imMonat(sql, "pachtbeginn", filter.pachtbeginnMonat)}
    ${imMonat(sql, "pachtende", filter.pachtendeMonat)}
    ${filter.schlussabrechnung === "vorhanden" ? sql`and k.schlussabrechnung is not null` : sql``}
    ${filter.schlussabrechnung === "nicht_vorhanden" ? sql`and k.schlussabrechnung is null` : sql``}
    ${imMonat(sql, "schlussabrechnung", filter.schlussabrechnungMonat)}
    ${zahlweise ? sql`and k.ist_vorauszahlend is not distinct from ${vorauszahlend[zahlweise]}` : sql``}
    ${filter.hebemonat ? sql`and k.hebemonat in ${sql(filter.hebemonat)}` : sql``}
    ${imMonat(sql, "letzte_hebung", filter.letzteHebungMonat)}`;
};

/** Without a search text and with no filter but the status the accounts are counted already. */
const bekannt = (sql: Db, { search, status, sort, page, limit, ...filter }: PachtkontoFilter): Fragment | undefined => {
  if (worte(search).length > 0 || Object.values(filter).some((wert) => wert !== undefined && wert !== "alle")) return;
  const gewaehlt = ohneAlle(status);
  return sql`(
    select coalesce(sum(anzahl), 0)
    from zaehler
    where bereich = 'pachtkonto' ${gewaehlt ? sql`and schluessel in ${sql([...new Set(gewaehlt)])}` : sql``})`;
};

const listenzeile = fest(
  (sql) => sql`
    select ${spalten(sql)}, ${parteien(sql, alsPartei(sql))} beteiligte
    from pachtkonto k
    where k.id = seite.id`,
);

/** Words are looked for in the list's own rows, which carry the filters too; without one the accounts have indexes. */
export const listPachtkonten = (sql: Db, filter: PachtkontoFilter): Promise<Seitentext> => {
  const gesucht = worte(filter.search).length > 0;
  const ordnung = ordnungVon(kontosortierung, filter.sort);
  const nachgeschlagen = gesucht && ordnung.feld === "naechsteHebung";
  return leseSeite(sql, {
    ...filter,
    gesucht,
    treffer: listenzeilenMit(
      sql,
      filter.search,
      sql`
        select k.id, ${sql(`${nachgeschlagen ? "r" : "k"}.${ordnung.spalte}`)} wert
        from ${sql(gesucht ? "pachtkonto_liste" : "pachtkonto")} k
        ${nachgeschlagen ? sql`join pachtkonto r on r.id = k.id` : sql``}`,
      bedingung(sql, filter),
    ),
    ordnung,
    bekannt: bekannt(sql, filter),
    zeile: listenzeile(sql),
  });
};

/** What `pachtende` was before the notice. */
export const findVereinbartesEnde = async (tx: Db, id: number): Promise<string | null> => {
  const [zeile] = await tx<{ vereinbartesEnde: string | null }[]>`
    select vereinbartes_ende from pachtkonto where id = ${id}`;
  return zeile?.vereinbartesEnde ?? null;
};

type Kuendigungslage = {
  id: number;
  vereinbartesEnde: string | null;
  objekte: (Vertrag["objekte"][number] & { id: number })[];
};

/** What a notice of these accounts is judged by beside what they write of themselves. */
export const listKuendigungslagen = (sql: Db, ids: readonly number[]) => sql<Kuendigungslage[]>`
  select k.id, k.vereinbartes_ende, coalesce((
    select json_agg(json_build_object('id', o.id, 'objektart', o.objektart, 'flaecheQm', o.flaeche_qm,
      'bundesland', o.bundesland) order by o.id)
    from patchobjekt o where o.pachtkonto_id = k.id), '[]') objekte
  from pachtkonto k
  where k.id = any(${ids}::bigint[])`;

export const findPachtkontoId = async (sql: Db, id: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`select id from pachtkonto where id = ${id}`;
  return zeile?.id;
};

/** Nobody deletes the account. */
export const findPachtkontoIdGehalten = async (sql: Db, id: number): Promise<number | undefined> => {
  const [zeile] = await sql<{ id: number }[]>`select id from pachtkonto where id = ${id} for key share`;
  return zeile?.id;
};

/** Locks the accounts until the end of the transaction. */
export const listPachtkontoIdsGesperrt = async (sql: Db, ids: readonly number[]): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select id from pachtkonto where id = any(${ids}::bigint[]) order by id for update`;
  return zeilen.map(({ id }) => id);
};

/** An account as it is changed: with its parties, its own fields and the days of its planned increases. */
export type Kontobild = Pachtkonto & Pick<Kontostand, "feldwerte"> & { geplanteHebungen: { wirksamAb: string }[] };

export const listKontobilder = (sql: Db, ids: readonly number[]) => sql<Kontobild[]>`
  with parteien as (
    select b.pachtkonto_id, ${alsListe(sql, alsPartei(sql))} liste
    from pachtkonto_beteiligter b join kontakt p on p.id = b.kontakt_id
    where b.pachtkonto_id = any(${ids}::bigint[])
    group by b.pachtkonto_id
  ), geplante as (
    select h.pachtkonto_id, json_agg(json_build_object('wirksamAb', h.wirksam_ab)) liste
    from hebung h
    where h.pachtkonto_id = any(${ids}::bigint[]) and h.status = 'geplant'
    group by h.pachtkonto_id
  )
  select ${spalten(sql)}, k.feldwerte, coalesce(parteien.liste, '[]') beteiligte,
    coalesce(geplante.liste, '[]') geplante_hebungen
  from pachtkonto k
  left join parteien on parteien.pachtkonto_id = k.id
  left join geplante on geplante.pachtkonto_id = k.id
  where k.id = any(${ids}::bigint[])
  order by k.id`;

/** Accounts with all that belongs to them. */
const mitAllem = fest(
  (sql) => sql`
    select ${spalten(sql)}, k.feldwerte,
      ${parteien(sql, sql`${alsPartei(sql)}, 'kontakt', ${alsKontakt(sql)}`)} as beteiligte,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'bezeichnung', o.bezeichnung,
          'objektart', o.objektart, 'strasse', o.strasse,
          'hausnummer', o.hausnummer, 'plz', o.plz, 'ort', o.ort, 'gemarkung', o.gemarkung, 'flur', o.flur,
          'flurstueckZaehler', o.flurstueck_zaehler, 'flurstueckNenner', o.flurstueck_nenner,
          'flaecheQm', o.flaeche_qm, 'bundesland', o.bundesland) order by such_norm(o.bezeichnung), o.id)
        from patchobjekt o where o.pachtkonto_id = k.id), '[]') as objekte,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', h.id, 'bezeichnung', h.bezeichnung, 'art', h.art,
          'wirksamAb', h.wirksam_ab) order by h.wirksam_ab, h.id)
        from hebung h where h.pachtkonto_id = k.id and h.status = 'geplant'), '[]') as geplante_hebungen,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'zeitraumVon', f.zeitraum_von, 'zeitraumBis', f.zeitraum_bis,
          'faelligAm', f.faellig_am, 'art', f.art) order by f.zeitraum_von)
        from faelligkeit f where f.pachtkonto_id = k.id and f.status = 'offen'), '[]') as offene_faelligkeiten,
      (select count(*) from pachtkonto_dokument d where d.pachtkonto_id = k.id) as anzahl_dokumente,
      ${positionenAlsJson(sql, sql`k.id`)} as positionen
    from pachtkonto k`,
);

/** One account, as one statement sees it. */
export const findPachtkontoDetail = async (sql: Db, id: number): Promise<Kontostand | undefined> => {
  const [zeile] = await sql<Kontostand[]>`${mitAllem(sql)} where k.id = ${id}`;
  return zeile;
};

/**
 * Contact data of these contacts, as the account shows its parties. No clerk renames a contact while an account that he
 * cannot see yet is given it.
 */
export const listKontaktbilderGehalten = async (sql: Db, ids: number[]): Promise<Map<number, Kontaktbild>> => {
  const zeilen = await sql<(Kontaktbild & { id: number })[]>`
    select p.id, p.anzeigename, ${alsKontakt(sql)} as kontakt
    from kontakt p
    where p.id = any(${ids}::bigint[]) and p.aufgegangen_in is null
    order by p.id
    for share`;
  return new Map(zeilen.map(({ id, ...bild }) => [id, bild]));
};

/** What an account writes of itself. */
const geschrieben = [...kontofelder, "naechsteHebung"] as const;

/** @returns the ids of the new accounts, in the order given */
export const insertPachtkonten = async (sql: Db, werte: readonly Kontowerte[]): Promise<number[]> => {
  const neue = await sql<{ id: number }[]>`
    insert into pachtkonto (${sql(geschrieben)})
    select ${sql(geschrieben)}
    from ${alsZeilen(sql, "pachtkonto", geschrieben, werte)} n
    order by n.ordinality
    returning id`;
  return neue.map(({ id }) => id).toSorted((x, y) => x - y);
};

export const updatePachtkonten = (sql: Db, werte: readonly (Kontowerte & { id: number })[]) => sql`
  update pachtkonto
  set ${setzung(sql, geschrieben)}
  from ${alsZeilen(sql, "pachtkonto", ["id", ...geschrieben], werte)} n
  where pachtkonto.id = n.id`;

/** Ends accounts whose term is over, with the status that they had. */
export const updateAusgelaufen = (tx: Db, heute: string, anzahl: number) => tx<
  { id: number; status: Pachtkonto["status"] }[]
>`
  with beendet as (
    select id, status
    from pachtkonto
    where pachtende < ${heute} and status in ('aktiv', 'gekuendigt')
    order by id
    limit ${anzahl}
    for no key update
  )
  update pachtkonto k
  set status = 'ausgelaufen'
  from beendet
  where k.id = beendet.id
  returning k.id, beendet.status`;

export const deletePachtkonto = (sql: Db, id: number) => sql`delete from pachtkonto where id = ${id}`;

/** @param ausser numbers that are about to be given by hand */
const frei = (sql: Db, anzahl: number, ausser: readonly string[]): Fragment => sql`
  select n
  from kontonummer_zaehler z,
    generate_series(z.naechste, z.naechste + (select count(*) from pachtkonto) + ${anzahl + ausser.length - 1}::integer) n,
    lateral (select 'PK-' || lpad(n::text, greatest(6, length(n::text)), '0') nummer) t
  where not exists (select from pachtkonto k where lower(k.kontonummer) = lower(t.nummer))
    and not exists (select from unnest(${ausser}::text[]) g (nummer) where lower(g.nummer) = lower(t.nummer))
  order by n
  limit ${anzahl}`;

const kontonummer = (zahl: number): string => `PK-${String(zahl).padStart(6, "0")}`;

/** The number that the next account would get. */
export const findNaechsteKontonummer = async (sql: Db): Promise<string> => {
  const [zeile] = await sql<{ n: number }[]>`${frei(sql, 1, [])}`;
  return kontonummer(zeile?.n ?? 1);
};

/** Until the transaction ends nobody else draws a number. */
const sperreZaehler = (sql: Db) => sql`select id from kontonummer_zaehler for update`;

/** @param genannte numbers that are about to be given by hand: one that could be drawn is not drawn meanwhile */
export const sperreKontonummern = async (sql: Db, genannte: readonly string[]): Promise<void> => {
  if (genannte.some((nummer) => /^pk-\d+$/i.test(nummer))) await sperreZaehler(sql);
};

/** Draws numbers, no two transactions the same one. */
export const updateNaechsteKontonummern = async (
  sql: Db,
  anzahl: number,
  ausser: readonly string[],
): Promise<string[]> => {
  if (anzahl === 0) return [];
  await sperreZaehler(sql);
  const freie = await sql<{ n: number }[]>`${frei(sql, anzahl, ausser)}`;
  await sql`update kontonummer_zaehler set naechste = ${Number(freie.at(-1)?.n) + 1}`;
  return freie.map(({ n }) => kontonummer(n));
};

/** What keeps an account from being deleted. */
export const countVerwendungen = async (sql: Db, id: number) => {
  const [zeile] = await sql<{ buchungen: number; objekte: number; dokumente: number; hebungen: number }[]>`
    select
      (select count(*) from archivkonto where pachtkonto_id = ${id}) as buchungen,
      (select count(*) from patchobjekt where pachtkonto_id = ${id}) as objekte,
      (select count(*) from pachtkonto_dokument where pachtkonto_id = ${id}) as dokumente,
      (select count(*) from hebung where pachtkonto_id = ${id} and status = 'abgeschlossen') as hebungen`;
  return zeile ?? { buchungen: 0, objekte: 0, dokumente: 0, hebungen: 0 };
};
