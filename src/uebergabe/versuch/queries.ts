import { titelspalte } from "../../belege/archiv/titel.ts";
import type { EmpfaengerSchnappschuss } from "../../kern/pacht/schnappschuss.ts";
import type { Db, Fragment } from "../../technik/database/pool.ts";
import type { ExterneZeile, Phase } from "../adapter/typen.ts";
import type { Aktion, Zustand } from "../schema.ts";
import { istGesperrt, zustandSpalte } from "./zustand.ts";

/** The row of a document as it is stored: `offen` is pending or legacy by its day. */
export type Stand = {
  belegId: number;
  belegnummer: string;
  belegart: string;
  belegdatum: string;
  zustand: Zustand;
  version: number;
  generation: number;
  referenz: string | null;
  system: string | null;
  mandantId: string | null;
  externId: string | null;
  externNummer: string | null;
  externZustand: string | null;
  code: string | null;
  ursache: string | null;
  phase: Phase | null;
  nichtVor: string | null;
  stornoVonId: number | null;
  storniertDurchId: number | null;
  gesperrt: boolean;
  /** Whether anything of it was ever tried. */
  versucht: boolean;
};

const stornoId = (sql: Db): Fragment => sql`(select s.id from archiv_beleg s where s.storno_von_id = b.id)`;

/** By id. */
export const listStaende = (sql: Db, ids: number[]) => sql<Stand[]>`
  select d.beleg_id, b.belegnummer, b.belegart, d.belegdatum, ${zustandSpalte(sql)} zustand, d.version, d.generation,
    d.referenz, d.system, d.mandant_id, d.extern_id, d.extern_nummer, d.extern_zustand, d.code, d.ursache, d.phase,
    d.nicht_vor, b.storno_von_id, ${stornoId(sql)} storniert_durch_id, ${istGesperrt(sql)} gesperrt,
    d.zustand <> 'offen' versucht
  from extaccounting_dokument d
  join archiv_beleg b on b.id = d.beleg_id
  where d.beleg_id = any(${ids})`;

export type Belegdaten = {
  belegdatum: string;
  zahlbarBis: string;
  /** What its letter calls it. */
  titel: string;
  leistungVon: string;
  leistungBis: string;
  kontonummer: string;
  kontaktId: number;
  /** Of a Storno that of the document it cancels. */
  belegart: string;
  empfaenger: Pick<
    EmpfaengerSchnappschuss,
    "anzeigename" | "strasse" | "hausnummer" | "adresszusatz" | "plz" | "ort" | "land" | "ustId"
  >;
  nettoCent: number;
  steuerCent: number;
  bruttoCent: number;
  zeilen: (Omit<ExterneZeile, "text"> & { bezeichnung: string; von: string; bis: string })[];
};

export const findBelegdaten = async (sql: Db, id: number): Promise<Belegdaten | undefined> => {
  const [zeile] = await sql<Belegdaten[]>`
    select b.belegdatum, b.zahlbar_bis, b.leistung_von, b.leistung_bis, b.kontonummer, b.kontakt_id, b.empfaenger,
      ${titelspalte(sql)},
      coalesce((select o.belegart from archiv_beleg o where o.id = b.storno_von_id), b.belegart) belegart,
      b.netto_cent, b.steuer_cent, b.brutto_cent,
      (select jsonb_agg(jsonb_build_object('bezeichnung', z.bezeichnung, 'von', z.zeitraum_von, 'bis', z.zeitraum_bis,
          'nettoCent', z.netto_cent, 'steuersatzBp', z.steuersatz_bp, 'positionsartId', z.positionsart_id,
          'erloeskonto', p.erloeskonto) order by z.nr)
        from archiv_zeile z
        left join positionsart p on p.id = z.positionsart_id
        where z.beleg_id = b.id) zeilen
    from archiv_beleg b
    where b.id = ${id}`;
  return zeile;
};

/** What changes of a document; what is not named stays. */
export type Standaenderung = Partial<{
  zustand: Zustand;
  generation: number;
  referenz: string;
  system: string;
  mandantId: string;
  externId: string | null;
  externNummer: string | null;
  externZustand: string | null;
  code: string | null;
  ursache: string | null;
  phase: Phase | null;
  nichtVor: Date | null;
}>;

/** @returns the new version, or undefined when the row has moved on since it was read */
export const updateStand = async (
  sql: Db,
  belegId: number,
  version: number,
  aenderung: Standaenderung,
): Promise<number | undefined> => {
  const genannte = Object.entries(aenderung).filter(([, wert]) => wert !== undefined);
  const werte = Object.fromEntries(
    genannte.map(([feld, wert]) => [feld, wert instanceof Date ? wert.toISOString() : wert]),
  );
  const [zeile] = await sql<{ version: number }[]>`
    update extaccounting_dokument set ${sql(werte)}
    where beleg_id = ${belegId} and version = ${version}
    returning version`;
  return zeile?.version;
};

type NeuerVersuch = {
  id: string;
  belegId: number;
  aktion: Aktion;
  system: string;
  referenz: string | null;
  benutzerId: number | null;
  benutzerName: string;
  auftragId: number | null;
};

export const insertVersuch = (sql: Db, v: NeuerVersuch) => sql`
  insert into extaccounting_versuch (id, beleg_id, aktion, system, referenz, benutzer_id, benutzer_name, auftrag_id,
    begonnen_am)
  values (${v.id}, ${v.belegId}, ${v.aktion}, ${v.system}, ${v.referenz}, ${v.benutzerId}, ${v.benutzerName},
    ${v.auftragId}, clock_timestamp())`;

/** The intent: committed before the request of this phase leaves. */
export const updatePhase = (sql: Db, id: string, phase: Phase) => sql`
  update extaccounting_versuch set phase = ${phase}, phase_begonnen_am = clock_timestamp() where id = ${id}`;

export type Versuchsende = {
  ausgang: "done" | "accepted" | "rejected" | "uncertain";
  code: string | null;
  ursache: string | null;
  externId: string | null;
  externNummer: string | null;
};

export const updateBeendet = (sql: Db, id: string, ende: Versuchsende) => sql`
  update extaccounting_versuch
  set beendet_am = clock_timestamp(), ausgang = ${ende.ausgang}, code = ${ende.code}, ursache = ${ende.ursache},
    extern_id = ${ende.externId}, extern_nummer = ${ende.externNummer}
  where id = ${id}`;

type OffenerVersuch = { id: string; belegId: number; aktion: Aktion; phase: Phase | null; begonnenAm: string };

export const listOffeneVersuche = (sql: Db, belegIds: number[] | null = null) => sql<OffenerVersuch[]>`
  select id, beleg_id, aktion, phase, begonnen_am
  from extaccounting_versuch
  where beendet_am is null ${belegIds ? sql`and beleg_id = any(${belegIds})` : sql``}
  order by begonnen_am
  limit 1000`;

/** A request of the document that was on its way and may have made something outside. */
export const findGesendeten = async (sql: Db, belegId: number): Promise<{ id: string } | undefined> => {
  const [zeile] = await sql<{ id: string }[]>`
    select id from extaccounting_versuch
    where beleg_id = ${belegId} and phase is not null and phase <> 'partei'
    limit 1`;
  return zeile;
};
