import type { Vertragsart } from "../../../kern/fristen/vertrag.ts";
import type { Steuergruppe } from "../../../kern/pacht/typen.ts";
import type { Db } from "../../../technik/database/pool.ts";
import type { BriefDaten, BriefZeile } from "../../briefe/daten.ts";

type Kopf = Omit<BriefDaten, "zeilen" | "steuergruppen" | "logo" | "vertragsart"> & {
  logoSha256: string | null;
  /** As of the booking. */
  vertragsart: Vertragsart | null;
  objektarten: string[];
};

export const listKoepfe = (sql: Db, ids: number[]) => sql<Kopf[]>`
  select b.id, b.belegart, b.belegnummer, b.belegdatum, b.kontonummer, b.zeitraum_von, b.zeitraum_bis,
    b.leistung_von, b.leistung_bis, b.faellig_am, b.zahlbar_bis, b.empfaenger, a.daten aussteller, a.logo_sha256, b.netto_cent, b.steuer_cent, b.brutto_cent,
    b.auszahlung_cent, k.konto ->> 'bezeichnung' kontobezeichnung, (k.konto -> 'istVorauszahlend')::boolean ist_vorauszahlend,
    k.konto ->> 'vertragsart' vertragsart, coalesce(k.konto -> 'objektarten', '[]') objektarten,
    coalesce(f.zahlungsrhythmus,
      case when k.konto ->> 'zahlungsrhythmus' in ('monatlich', 'vierteljaehrlich', 'halbjaehrlich', 'jaehrlich')
        then k.konto ->> 'zahlungsrhythmus' end::text) rhythmus,
    case when g.id is not null then
      jsonb_build_object('belegnummer', g.belegnummer, 'bruttoCent', g.brutto_cent) end gebuehr,
    case when v.id is not null then jsonb_build_object('belegnummer', v.belegnummer) end gutschrift,
    case when o.id is not null then jsonb_build_object('belegart', o.belegart, 'belegnummer', o.belegnummer,
      'belegdatum', o.belegdatum, 'grund', b.storno_grund) end storno_von
  from archiv_beleg b
  join archiv_aussteller a on a.id = b.aussteller_id
  join archivkonto k on k.id = b.archivkonto_id
  left join faelligkeit f on f.id = b.faelligkeit_id
  left join archiv_beleg g on g.id = b.gebuehr_beleg_id
  left join archiv_beleg o on o.id = b.storno_von_id
  left join lateral (
    select v.id, v.belegnummer
    from archiv_beleg v
    where b.belegart = 'gebuehrenrechnung' and v.archivkonto_id = b.archivkonto_id and v.gebuehr_beleg_id = b.id
  ) v on true
  where b.id = any(${ids}::bigint[])
  order by b.id`;

type ZeileVon = BriefZeile & { belegId: number };

export const listZeilen = (sql: Db, ids: number[]) => sql<ZeileVon[]>`
  select beleg_id, bezeichnung, zeitraum_von, zeitraum_bis, netto_cent, steuersatz_bp, steuerbefreiung_grund, herleitung
  from archiv_zeile
  where beleg_id = any(${ids}::bigint[])
  order by beleg_id, nr`;

export const listSteuergruppen = (sql: Db, ids: number[]) => sql<(Steuergruppe & { belegId: number })[]>`
  select beleg_id, steuersatz_bp, steuerbefreiung_grund, netto_cent, steuer_cent
  from archiv_steuer
  where beleg_id = any(${ids}::bigint[])
  order by beleg_id, nr`;

export const findPdf = async (
  sql: Db,
  belegId: number,
): Promise<{ inhalt: Uint8Array; sha256: string; belegnummer: string } | undefined> => {
  const [zeile] = await sql<{ inhalt: Uint8Array; sha256: string; belegnummer: string }[]>`
    select p.inhalt, p.sha256, b.belegnummer
    from archiv_pdf p
    join archiv_beleg b on b.id = p.beleg_id
    where p.beleg_id = ${belegId} and p.status = 'erstellt'`;
  return zeile;
};

export type PdfZeile = { belegId: number; layoutVersion: number; sha256: string; inhalt: Uint8Array };

/** Stores letters. One that is stored already stays: the first to come wins. */
export const insertPdfs = (sql: Db, zeilen: PdfZeile[]) => sql`
  insert into archiv_pdf ${sql(zeilen.map((zeile) => ({ ...zeile, status: "erstellt" })))}
  on conflict (beleg_id) do update
  set status = 'erstellt', fehler = null, versuche = archiv_pdf.versuche + 1, erstellt_am = now(),
    layout_version = excluded.layout_version, sha256 = excluded.sha256, inhalt = excluded.inhalt
  where archiv_pdf.status = 'fehlgeschlagen'`;

export const insertFehlschlaege = (sql: Db, zeilen: { belegId: number; fehler: string }[]) => sql`
  insert into archiv_pdf ${sql(zeilen.map((zeile) => ({ ...zeile, status: "fehlgeschlagen" })))}
  on conflict (beleg_id) do update
  set fehler = excluded.fehler, versuche = archiv_pdf.versuche + 1, erstellt_am = now()
  where archiv_pdf.status = 'fehlgeschlagen'`;

/** Documents of the run (null: of all) after `nach` (an id) that have no letter yet. */
export const listOhnePdf = async (
  sql: Db,
  buchungslaufId: string | null,
  nach: number,
  anzahl: number,
): Promise<number[]> => {
  const zeilen = await sql<{ id: number }[]>`
    select b.id
    from archiv_beleg b
    left join archiv_pdf p on p.beleg_id = b.id
    where b.id > ${nach} and p.status is distinct from 'erstellt'
      ${buchungslaufId === null ? sql`` : sql`and b.buchungslauf_id = ${buchungslaufId}`}
    order by b.id
    limit ${anzahl}`;
  return zeilen.map(({ id }) => id);
};

/** Documents that have no letter, also those whose letter failed. */
export const countOhnePdf = async (sql: Db): Promise<number> => {
  const [zeile] = await sql<{ anzahl: number }[]>`
    select count(*) anzahl
    from archiv_beleg b
    where not exists (select from archiv_pdf p where p.beleg_id = b.id and p.status = 'erstellt')`;
  return zeile?.anzahl ?? 0;
};
