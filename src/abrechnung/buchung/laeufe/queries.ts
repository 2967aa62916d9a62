import type { Db, Fragment } from "../../../technik/database/pool.ts";
import type { Summen } from "../../eingabe/summen.ts";
import type { NichtAbrechenbaresKonto } from "../../vorschau/schema.ts";
import type { AbgeschlossenerBuchungslauf } from "../schema.ts";
import type { Buchungslauf } from "./schema.ts";

type NeuerLauf = {
  /** Otherwise a random one. */
  id?: string | undefined;
  datum: string;
  auswahl: number[] | null;
  vorschauHash: string | null;
  belegdatum: string;
  benutzerId: number;
  benutzerName: string;
};

export const insertLauf = async (tx: Db, lauf: NeuerLauf): Promise<string> => {
  const [zeile] = await tx<{ id: string }[]>`
    insert into buchungslauf (id, datum, auswahl, vorschau_hash, belegdatum, benutzer_id, benutzer_name)
    values (coalesce(${lauf.id ?? null}::uuid, gen_random_uuid()), ${lauf.datum}, ${lauf.auswahl}, ${lauf.vorschauHash},
      ${lauf.belegdatum}, ${lauf.benutzerId}, ${lauf.benutzerName})
    returning id`;
  return String(zeile?.id);
};

/** How far the run has come, for the clerk who watches it. */
export const updateFortschritt = (tx: Db, id: string, konten: number, dokumente: number) => tx`
  update buchungslauf
  set anzahl_konten = anzahl_konten + ${konten}, anzahl_dokumente = anzahl_dokumente + ${dokumente}
  where id = ${id} and status = 'laufend'`;

/** Cancelling, payment files and what keeps a payment out of one come one after the other: the second sees the first. */
export const sperreLaeufe = (tx: Db, ids: readonly string[]) => tx`
  select
  from buchungslauf
  where id = any(${ids})
  order by id
  for no key update`;

/** undefined when another process has meanwhile declared it dead. */
export const findLaufendenGesperrt = async (tx: Db, id: string): Promise<{ id: string } | undefined> => {
  const [zeile] = await tx<{ id: string }[]>`
    select id from buchungslauf where id = ${id} and status = 'laufend' for update`;
  return zeile;
};

export const updateAbgeschlossen = (
  tx: Db,
  id: string,
  anzahlKonten: number,
  summen: Summen,
  ausgelassen: { anzahl: number; genannt: NichtAbrechenbaresKonto[] },
) => tx`
  update buchungslauf
  set status = 'abgeschlossen', beendet_am = clock_timestamp(), anzahl_konten = ${anzahlKonten},
    anzahl_nicht_abrechenbar = ${ausgelassen.anzahl},
    nicht_abrechenbar = ${tx.json(ausgelassen.genannt)},
    anzahl_dokumente = ${summen.anzahlDokumente}, paechter_netto_cent = ${summen.paechterNettoCent},
    paechter_steuer_cent = ${summen.paechterSteuerCent}, paechter_brutto_cent = ${summen.paechterBruttoCent},
    verpaechter_brutto_cent = ${summen.verpaechterBruttoCent}, gebuehr_brutto_cent = ${summen.gebuehrBruttoCent},
    auszahlung_cent = ${summen.auszahlungCent}
  where id = ${id}`;

export const updateFehlgeschlagen = (tx: Db, ids: string[], fehler: string) => tx<{ id: string }[]>`
  update buchungslauf
  set status = 'fehlgeschlagen', beendet_am = clock_timestamp(), fehler = ${fehler}
  where id = any(${ids}) and status = 'laufend'
  returning id`;

export const listLaufende = (sql: Db) => sql<
  { id: string; benutzerName: string; begonnenAm: string; auswahl: number[] | null }[]
>`
  select id, benutzer_name, begonnen_am, auswahl
  from buchungslauf
  where status = 'laufend'`;

export type Laufkopf = { id: string; datum: string; belegdatum: string; status: Buchungslauf["status"] };

export const findLaufkopf = async (sql: Db, id: string): Promise<Laufkopf | undefined> => {
  const [zeile] = await sql<Laufkopf[]>`select id, datum, belegdatum, status from buchungslauf where id = ${id}`;
  return zeile;
};

/** What is told of every run. */
const laufspalten = (sql: Db): Fragment => sql`
  l.id, l.datum, l.belegdatum, l.status, cardinality(l.auswahl) anzahl_ausgewaehlt, l.anzahl_konten,
  l.anzahl_nicht_abrechenbar, l.anzahl_dokumente, l.paechter_netto_cent, l.paechter_steuer_cent, l.paechter_brutto_cent,
  l.verpaechter_brutto_cent, l.gebuehr_brutto_cent, l.auszahlung_cent, l.pdf_erstellt, l.pdf_fehlgeschlagen,
  l.benutzer_name, l.begonnen_am, l.beendet_am`;

/** Completed runs, newest first; a cancelled one stays in the list. */
export const listAbgeschlossene = (sql: Db) => sql<AbgeschlossenerBuchungslauf[]>`
  select ${laufspalten(sql)}
  from buchungslauf l
  where l.status in ('abgeschlossen', 'storniert')
  order by l.beendet_am desc, l.id`;

export const findAbgeschlossenen = async (sql: Db, id: string): Promise<AbgeschlossenerBuchungslauf | undefined> => {
  const [zeile] = await sql<AbgeschlossenerBuchungslauf[]>`
    select ${laufspalten(sql)}
    from buchungslauf l
    where l.status in ('abgeschlossen', 'storniert') and l.id = ${id}`;
  return zeile;
};

/** A run in whatever state, with its letters and what of it is cancelled. */
export const findLauf = async (sql: Db, id: string): Promise<Buchungslauf | undefined> => {
  const [zeile] = await sql<Buchungslauf[]>`
    select ${laufspalten(sql)}, l.nicht_abrechenbar, l.fehler, z.zeitraeume, d.schreiben, d.anzahl_stornobelege
    from buchungslauf l
    cross join lateral (
      select jsonb_build_object('gebucht', count(*) filter (where storniert_am is null),
        'storniert', count(storniert_am)) zeitraeume
      from (
        select storniert_am from gebuchter_zeitraum where buchungslauf_id = l.id
        union all
        select storniert_am from schlussabrechnung where buchungslauf_id = l.id and faelligkeit_id is null
      ) t
    ) z
    cross join lateral (
      select jsonb_build_object('anzahl', count(*), 'erstellt', count(*) filter (where p.status = 'erstellt'),
        'fehlgeschlagen', count(*) filter (where p.status = 'fehlgeschlagen'),
        'offen', count(*) filter (where p.status is null)) schreiben, count(b.storno_von_id) anzahl_stornobelege
      from archiv_beleg b
      left join archiv_pdf p on p.beleg_id = b.id
      where b.buchungslauf_id = l.id
    ) d
    where l.id = ${id}`;
  return zeile;
};
