import type { Sql } from "../../src/technik/database/pool.ts";
import { richteFirmaEin } from "../belege/exporte/zahlungslauf.ts";
import { aussteller, person } from "../hilfe/musterbrief.ts";

/** Puts a run of `anzahl` invoices, collected by direct debit, straight into the archive: one lessee and account each. */
export async function saeLauf(owner: Sql, anzahl: number): Promise<void> {
  await richteFirmaEin(owner);
  await owner`
    update firmendaten
    set datev_berater = '29411', datev_mandant = '10470', datev_wj_beginn = '01-01', datev_sachkontenlaenge = 6`;
  await owner.begin(async (tx) => {
    await tx`insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter')`;
    const [art] = await tx<{ id: number }[]>`
      insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund, erloeskonto)
      values ('Grundpacht', 'GP', 0, '§ 4 Nr. 12 UStG', '4861') returning id`;
    const [lauf] = await tx<{ id: string }[]>`
      insert into buchungslauf (datum, status, belegdatum, benutzer_name, beendet_am)
      values (current_date, 'abgeschlossen', current_date, 'Messung', now()) returning id`;
    const [firma] = await tx<{ id: number }[]>`
      insert into archiv_aussteller (sha256, daten) values ('messung', ${tx.json(aussteller)}) returning id`;
    const laufId = String(lauf?.id);
    await tx`
      insert into kontakt (id, typ, vorname, nachname, iban, zahlungsart, sepa_mandat_referenz, sepa_mandat_datum,
        bank_bestaetigt_am, debitornummer)
      overriding system value
      select n, 'paechter', 'Łukasz', 'Wójcik ' || n, ${person.iban}, 'lastschrift', 'HGT-' || n, '2024-03-01',
        current_date, (1000000 + n)::text
      from generate_series(1, ${anzahl}) n`;
    await tx`
      insert into pachtkonto (id, kontonummer, pachtbeginn, zahlungsrhythmus)
      overriding system value
      select n, 'PK-' || lpad(n::text, 6, '0'), '2020-01-01', 'jaehrlich' from generate_series(1, ${anzahl}) n`;
    await tx`
      insert into archivkonto (id, buchungslauf_id, pachtkonto_id, kontonummer, konto, anzahl_dokumente,
        paechter_brutto_cent, verpaechter_brutto_cent, gebuehr_brutto_cent)
      overriding system value
      select id, ${laufId}, id, kontonummer, '{}', 1, 100000 + id, 0, 0 from pachtkonto`;
    await tx`
      insert into archiv_beleg (id, buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer, art,
        belegart, belegnummer, belegdatum, zeitraum_von, zeitraum_bis, leistung_von, leistung_bis, faellig_am, zahlbar_bis, kontakt_id, empfaenger,
        netto_cent, steuer_cent, brutto_cent, suchtext)
      select id, ${laufId}, id, ${Number(firma?.id)}, id, kontonummer, 'schlussabrechnung', 'rechnung',
        belegnummer('rechnung', 2026, id), current_date, '2026-01-01', '2026-12-31', '2026-01-01', '2026-12-31', current_date, current_date + 14,
        id, ${tx.json({ ...person, zahlungsart: "lastschrift" })} || jsonb_build_object('anzeigename',
          'Łukasz Wójcik ' || id, 'sepaMandat', jsonb_build_object('referenz', 'HGT-' || id, 'datum', '2024-03-01')),
        100000 + id, 0, 100000 + id, ''
      from pachtkonto`;
    await tx`
      insert into archiv_zeile (beleg_id, nr, positionsart_id, bezeichnung, zeitraum_von, zeitraum_bis, netto_cent,
        steuersatz_bp, steuerbefreiung_grund, weiterleitung, herleitung)
      select id, 1, ${Number(art?.id)}, 'Grundpacht', '2026-01-01', '2026-12-31', netto_cent, 0, '§ 4 Nr. 12 UStG', true,
        '{}'
      from archiv_beleg`;
    await tx`
      insert into archiv_steuer (beleg_id, nr, steuersatz_bp, steuerbefreiung_grund, netto_cent, steuer_cent)
      select id, 1, 0, '§ 4 Nr. 12 UStG', netto_cent, 0 from archiv_beleg`;
  });
  await owner`vacuum analyze`;
}
