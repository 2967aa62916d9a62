import type { Schlussabrechnung } from "../../../kern/pacht/ergebnis.ts";
import type { BelegEntwurf, Faelligkeit } from "../../../kern/pacht/typen.ts";
import { feld } from "../../../technik/database/anweisung/massen.ts";
import type { Db } from "../../../technik/database/pool.ts";
import type { Posten } from "../../eingabe/ermittle.ts";
import type { Summen } from "../../eingabe/summen.ts";
import { empfaengerDaten } from "../schnappschuesse.ts";

/** A document with the ids that it will have in the archive. */
export type StapelBeleg = {
  id: number;
  archivkontoId: number;
  pachtkontoId: number;
  faelligkeit: Posten["faelligkeit"];
  zahlbarBis: string;
  gebuehrBelegId: number | null;
  entwurf: BelegEntwurf;
};

export type StapelKonto = {
  archivkontoId: number;
  pachtkontoId: number;
  version: number;
  geaendertAm: string;
  firmendatenGeaendertAm: string;
  kontaktVersionen: number;
  summen: Summen;
  faelligkeiten: Faelligkeit[];
  schlussabrechnung: Schlussabrechnung | null;
};

const listNeueIds = async (tx: Db, folge: string, anzahl: number): Promise<number[]> => {
  const [zeile] = await tx<{ ids: number[] }[]>`
    select coalesce(array_agg(nextval(${folge}::regclass)), '{}') ids
    from generate_series(1, ${anzahl}::integer)`;
  return zeile?.ids ?? [];
};

export const listNeueArchivkontoIds = (tx: Db, anzahl: number) => listNeueIds(tx, "archivkonto_id_seq", anzahl);
export const listNeueBelegIds = (tx: Db, anzahl: number) => listNeueIds(tx, "archiv_beleg_id_seq", anzahl);

/** The account as it is booked. */
export const insertStapelKonten = (tx: Db, laufId: string, konten: StapelKonto[]) => tx`
  insert into stapel_konto (buchungslauf_id, archivkonto_id, pachtkonto_id, pachtkonto_version, eingabe_geaendert_am,
    firmendaten_geaendert_am, kontakt_versionen, kontonummer, konto, anzahl_dokumente, paechter_brutto_cent,
    verpaechter_brutto_cent, gebuehr_brutto_cent)
  select ${laufId}::uuid, s.archivkonto_id, s.pachtkonto_id, s.version, s.geaendert_am,
    s.firmendaten_geaendert_am, s.kontakt_versionen, k.kontonummer,
    jsonb_build_object('bezeichnung', k.bezeichnung, 'pachtbeginn', k.pachtbeginn, 'pachtende', k.pachtende,
      'abrechnungAb', k.abrechnung_ab, 'pachtjahrBeginn', k.pachtjahr_beginn, 'zahlungsrhythmus', k.zahlungsrhythmus,
      'istVorauszahlend', k.ist_vorauszahlend, 'berechnungsart', k.berechnungsart,
      'zahlungszielTage', k.zahlungsziel_tage, 'verwaltungsgebuehrBp', k.verwaltungsgebuehr_bp,
      'gebuehrSteuersatzBp', e.verwaltungsgebuehr_steuersatz_bp,
      'gebuehrSteuerbefreiungGrund', e.verwaltungsgebuehr_steuerbefreiung_grund,
      'beteiligte', coalesce(b.zeilen, '[]'), 'objektarten', coalesce(o.arten, '[]'),
      'vertragsart', k.vertragsart),
    s.anzahl_dokumente, s.paechter_brutto_cent, s.verpaechter_brutto_cent, s.gebuehr_brutto_cent
  from unnest(${feld(konten, (k) => k.archivkontoId)}::bigint[], ${feld(konten, (k) => k.pachtkontoId)}::bigint[],
    ${feld(konten, (k) => k.version)}::integer[], ${feld(konten, (k) => k.geaendertAm)}::timestamptz[],
    ${feld(konten, (k) => k.firmendatenGeaendertAm)}::timestamptz[],
    ${feld(konten, (k) => k.kontaktVersionen)}::bigint[],
    ${feld(konten, (k) => k.summen.anzahlDokumente)}::integer[],
    ${feld(konten, (k) => k.summen.paechterBruttoCent)}::bigint[],
    ${feld(konten, (k) => k.summen.verpaechterBruttoCent)}::bigint[],
    ${feld(konten, (k) => k.summen.gebuehrBruttoCent)}::bigint[])
    s (archivkonto_id, pachtkonto_id, version, geaendert_am, firmendaten_geaendert_am, kontakt_versionen, anzahl_dokumente,
      paechter_brutto_cent, verpaechter_brutto_cent, gebuehr_brutto_cent)
  join pachtkonto k on k.id = s.pachtkonto_id
  cross join firmendaten e
  left join (
    select b.pachtkonto_id, jsonb_agg(jsonb_build_object('kontaktId', b.kontakt_id, 'anzeigename', k.anzeigename,
      'rolle', b.rolle, 'anteilZaehler', b.anteil_zaehler, 'anteilNenner', b.anteil_nenner,
      'gueltigVon', b.gueltig_von, 'gueltigBis', b.gueltig_bis) order by b.id) zeilen
    from pachtkonto_beteiligter b
    join kontakt k on k.id = b.kontakt_id
    where b.pachtkonto_id = any(${konten.map((k) => k.pachtkontoId)})
    group by b.pachtkonto_id
  ) b on b.pachtkonto_id = k.id
  left join (
    select pachtkonto_id, jsonb_agg(distinct objektart) arten
    from patchobjekt
    where pachtkonto_id = any(${konten.map((k) => k.pachtkontoId)})
    group by pachtkonto_id
  ) o on o.pachtkonto_id = k.id`;

export const insertStapelFaelligkeiten = (tx: Db, laufId: string, konten: StapelKonto[]) => {
  const zeilen = konten.flatMap(({ pachtkontoId, faelligkeiten }) =>
    faelligkeiten.map((faelligkeit) => ({ pachtkontoId, ...faelligkeit })),
  );
  return tx`
    insert into stapel_faelligkeit (buchungslauf_id, faelligkeit_id, pachtkonto_id, zeitraum_von, zeitraum_bis)
    select ${laufId}::uuid, s.*
    from unnest(${feld(zeilen, (f) => f.id)}::bigint[], ${feld(zeilen, (f) => f.pachtkontoId)}::bigint[],
      ${feld(zeilen, (f) => f.zeitraumVon)}::date[], ${feld(zeilen, (f) => f.zeitraumBis)}::date[]) s`;
};

/** Of an array of texts: nothing to override is null, the status "none" an empty text. */
const alsText = (gebuchter: BelegEntwurf["gebuchterStatus"]): string | null =>
  gebuchter === undefined ? null : (gebuchter ?? "");

/** Each recipient is made once, for all his documents. */
export const insertStapelBelege = (tx: Db, laufId: string, belege: StapelBeleg[]) => tx`
  with p as materialized (
    select id, kontonummer, such_text(kontonummer) suchtext
    from pachtkonto
    where id = any(${[...new Set(belege.map((b) => b.pachtkontoId))]})
  ), k as materialized (
    select id, suchtext_partei suchtext,
      ${empfaengerDaten(tx)} empfaenger
    from kontakt
    where id = any(${[...new Set(belege.map((b) => b.entwurf.kontaktId))]})
  )
  insert into stapel_beleg (buchungslauf_id, id, archivkonto_id, pachtkonto_id, kontonummer, faelligkeit_id, art,
    belegart, zeitraum_von, zeitraum_bis, leistung_von, leistung_bis, faellig_am, zahlbar_bis, kontakt_id, empfaenger,
    suchtext, netto_cent, steuer_cent, brutto_cent, gebuehr_beleg_id, auszahlung_cent)
  select ${laufId}::uuid, s.id, s.archivkonto_id, s.pachtkonto_id, p.kontonummer, s.faelligkeit_id, s.art, s.belegart,
    s.zeitraum_von, s.zeitraum_bis, s.leistung_von, s.leistung_bis, s.faellig_am, s.zahlbar_bis, s.kontakt_id,
    -- A correction goes by the tax status of its booking.
    case when s.gebuchter_status is null then k.empfaenger
      else k.empfaenger || jsonb_build_object('umsatzsteuerStatus', nullif(s.gebuchter_status, '')) end,
    k.suchtext || ' ' || p.suchtext, s.netto_cent, s.steuer_cent, s.brutto_cent, s.gebuehr_beleg_id, s.auszahlung_cent
  from unnest(${feld(belege, (b) => b.id)}::bigint[], ${feld(belege, (b) => b.archivkontoId)}::bigint[],
    ${feld(belege, (b) => b.pachtkontoId)}::bigint[], ${feld(belege, (b) => b.faelligkeit.id)}::bigint[],
    ${feld(belege, (b) => b.faelligkeit.art)}::text[], ${feld(belege, (b) => b.entwurf.belegart)}::text[],
    ${feld(belege, (b) => b.faelligkeit.zeitraumVon)}::date[],
    ${feld(belege, (b) => b.faelligkeit.zeitraumBis)}::date[], ${feld(belege, (b) => b.entwurf.leistungVon)}::date[],
    ${feld(belege, (b) => b.entwurf.leistungBis)}::date[], ${feld(belege, (b) => b.faelligkeit.faelligAm)}::date[],
    ${feld(belege, (b) => b.zahlbarBis)}::date[], ${feld(belege, (b) => b.entwurf.kontaktId)}::bigint[],
    ${feld(belege, (b) => b.entwurf.nettoCent)}::bigint[], ${feld(belege, (b) => b.entwurf.steuerCent)}::bigint[],
    ${feld(belege, (b) => b.entwurf.bruttoCent)}::bigint[], ${feld(belege, (b) => b.gebuehrBelegId)}::bigint[],
    ${feld(belege, (b) => b.entwurf.auszahlungCent)}::bigint[],
    ${feld(belege, (b) => alsText(b.entwurf.gebuchterStatus))}::text[])
    s (id, archivkonto_id, pachtkonto_id, faelligkeit_id, art, belegart, zeitraum_von, zeitraum_bis, leistung_von,
      leistung_bis, faellig_am, zahlbar_bis, kontakt_id, netto_cent, steuer_cent, brutto_cent, gebuehr_beleg_id,
      auszahlung_cent, gebuchter_status)
  join p on p.id = s.pachtkonto_id
  join k on k.id = s.kontakt_id`;

export const insertStapelZeilen = (tx: Db, laufId: string, belege: StapelBeleg[]) => {
  const zeilen = belege.flatMap(({ id, entwurf }) => entwurf.zeilen.map((zeile, i) => ({ ...zeile, id, nr: i + 1 })));
  return tx`
    insert into stapel_zeile (buchungslauf_id, beleg_id, nr, ursprung_id, position_id, positionsart_id, zeitraum_von,
      zeitraum_bis, netto_cent, steuersatz_bp, weiterleitung, bezeichnung, steuerbefreiung_grund, herleitung)
    select ${laufId}::uuid, s.*
    from rows from (
      unnest(${feld(zeilen, (z) => z.id)}::bigint[], ${feld(zeilen, (z) => z.nr)}::integer[],
        ${feld(zeilen, (z) => z.ursprungId)}::bigint[], ${feld(zeilen, (z) => z.positionId)}::bigint[],
        ${feld(zeilen, (z) => z.positionsartId)}::bigint[], ${feld(zeilen, (z) => z.zeitraumVon)}::date[],
        ${feld(zeilen, (z) => z.zeitraumBis)}::date[], ${feld(zeilen, (z) => z.nettoCent)}::bigint[],
        ${feld(zeilen, (z) => z.steuersatzBp)}::integer[], ${feld(zeilen, (z) => z.weiterleitung)}::boolean[]),
      json_array_elements_text(${JSON.stringify(zeilen.map((z) => z.bezeichnung))}::text::json),
      json_array_elements_text(${JSON.stringify(zeilen.map((z) => z.steuerbefreiungGrund))}::text::json),
      jsonb_array_elements(${JSON.stringify(zeilen.map((z) => z.herleitung))}::text::jsonb)
    ) s`;
};

export const insertStapelSteuer = (tx: Db, laufId: string, belege: StapelBeleg[]) => {
  const zeilen = belege.flatMap(({ id, entwurf }) =>
    entwurf.steuergruppen.map((gruppe, i) => ({ ...gruppe, id, nr: i + 1 })),
  );
  return tx`
    insert into stapel_steuer (buchungslauf_id, beleg_id, nr, steuersatz_bp, steuerbefreiung_grund, netto_cent,
      steuer_cent)
    select ${laufId}::uuid, s.*
    from unnest(${feld(zeilen, (z) => z.id)}::bigint[], ${feld(zeilen, (z) => z.nr)}::integer[],
      ${feld(zeilen, (z) => z.steuersatzBp)}::integer[], ${zeilen.map((z) => z.steuerbefreiungGrund)}::text[],
      ${feld(zeilen, (z) => z.nettoCent)}::bigint[], ${feld(zeilen, (z) => z.steuerCent)}::bigint[]) s`;
};

export const deleteStapel = async (tx: Db, laufIds: string[]): Promise<void> => {
  for (const tabelle of [
    "stapel_steuer",
    "stapel_zeile",
    "stapel_beleg",
    "stapel_schlussabrechnung",
    "stapel_faelligkeit",
    "stapel_konto",
  ])
    await tx`delete from ${tx(tabelle)} where buchungslauf_id = any(${laufIds})`;
};

export const insertStapelSchlussabrechnungen = (tx: Db, laufId: string, konten: StapelKonto[]) => {
  const zeilen = konten.flatMap(({ archivkontoId, pachtkontoId, schlussabrechnung }) =>
    schlussabrechnung
      ? [{ archivkontoId, pachtkontoId, ...schlussabrechnung.faelligkeit, korrigiert: schlussabrechnung.korrigiert }]
      : [],
  );
  return tx`
    insert into stapel_schlussabrechnung (buchungslauf_id, archivkonto_id, pachtkonto_id, faelligkeit_id, zeitraum_von,
      zeitraum_bis, faellig_am, korrigiert)
    select ${laufId}::uuid, s.archivkonto_id, s.pachtkonto_id, s.faelligkeit_id, s.von, s.bis, s.faellig_am,
      s.korrigiert::bigint[]
    from unnest(${feld(zeilen, (z) => z.archivkontoId)}::bigint[], ${feld(zeilen, (z) => z.pachtkontoId)}::bigint[],
      ${feld(zeilen, (z) => z.id)}::bigint[], ${feld(zeilen, (z) => z.zeitraumVon)}::date[],
      ${feld(zeilen, (z) => z.zeitraumBis)}::date[], ${feld(zeilen, (z) => z.faelligAm)}::date[],
      ${zeilen.map((z) => `{${z.korrigiert.join(",")}}`)}::text[])
      s (archivkonto_id, pachtkonto_id, faelligkeit_id, von, bis, faellig_am, korrigiert)`;
};
