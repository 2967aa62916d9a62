import { aktualisiereFaelligkeiten } from "../../src/stammdaten/faelligkeiten/plan.ts";
import type { Sql } from "../../src/technik/database/pool.ts";

type Kontozeile = {
  kontonummer: string;
  status: string;
  pachtbeginn: string;
  pachtende: string | null;
  abrechnungAb: string | null;
  pachtjahrBeginn: string;
  zahlungsrhythmus: string;
  istVorauszahlend: boolean | null;
  zahlungszielTage: number | null;
  verwaltungsgebuehrBp: number | null;
  /** [kontaktId, numerator, denominator] */
  paechter: [number, number | null, number | null][];
  verpaechter: [number, number | null, number | null][];
  positionen: { positionsartId: number; betragCent: number; intervall?: string; gueltigVon?: string | null }[];
};

/** What of an account differs from the usual one. */
export type Kontosaat = Partial<Kontozeile>;

/** 1,200.00 a year that are passed on, 100.00 at 19 % that are kept; lessees by 1/3 and 2/3, lessors by halves, fee 5 %. */
export const zweiUndZwei: Kontosaat = {
  pachtbeginn: "2025-10-01",
  paechter: [
    [1, 1, 3],
    [2, 2, 3],
  ],
  verpaechter: [
    [4, 1, 2],
    [5, 1, 2],
  ],
  positionen: [
    { positionsartId: 1, betragCent: 120_000 },
    { positionsartId: 2, betragCent: 10_000 },
  ],
};

/**
 * Writes master data straight into the tables: three lessees (1 to 3), two lessors (4: regelbesteuert, 5: nicht
 * steuerbar), position type 1 (passed on, free of VAT) and 2 (kept, 19 %), and complete company data.
 */
export async function saeStammdaten(owner: Sql): Promise<void> {
  await owner`
    insert into kontaktart (name, bezeichnung) values ('person', 'Person') on conflict do nothing`;
  await owner`
    insert into kontakt (typ, vorname, nachname, strasse, hausnummer, plz, ort, iban, umsatzsteuer_status,
      steuernummer, gutschrift_vereinbart_am)
    values ('person', 'Anna', 'Müller', 'Dorfstr.', '1', '17033', 'Neubrandenburg', null, null, null, null),
      ('person', 'Bernd', 'Schulze', 'Am Anger', '2', '17034', 'Neubrandenburg', null, null, null, null),
      ('person', 'Clara', 'Vogt', 'Hauptstr.', '3', '17036', 'Neubrandenburg', null, null, null, null),
      ('person', 'Dora', 'Wolf', 'Gutshof', '4', '17039', 'Wulkenzin', 'DE02120300000000202051', 'regelbesteuert',
        '072/234/56789', '2020-01-01'),
      ('person', 'Emil', 'Zander', 'Gutshof', '5', '17039', 'Wulkenzin', 'DE02500105170137075030', 'nicht_steuerbar',
        null, null)`;
  await owner`
    insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund, weiterleitung)
    values ('Pacht', 'P', 0, '§ 4 Nr. 12 UStG', true), ('Gerät', 'G', 1900, null, false)`;
  await owner`
    update firmendaten set firma = 'Treuhand Muster GmbH', strasse = 'Markt', hausnummer = '1', plz = '17033',
      ort = 'Neubrandenburg', steuernummer = '072/123/45678', treuhandkonto_iban = 'DE02100100100006820101'`;
}

/** Above the service's own numbers. */
let naechsteNummer = 100_000_001;

/** An account as a clerk would have entered it, with its due dates. */
export async function saeKonto(sql: Sql, heute: string, mehr: Kontosaat = {}): Promise<number> {
  const konto: Kontozeile = {
    kontonummer: `PK-${naechsteNummer++}`,
    status: "aktiv",
    pachtbeginn: "2024-10-01",
    pachtende: null,
    abrechnungAb: null,
    pachtjahrBeginn: "10-01",
    zahlungsrhythmus: "jaehrlich",
    istVorauszahlend: false,
    zahlungszielTage: null,
    verwaltungsgebuehrBp: 500,
    paechter: [[1, null, null]],
    verpaechter: [[4, null, null]],
    positionen: [{ positionsartId: 1, betragCent: 120_000 }],
    ...mehr,
  };
  return sql.begin(async (tx) => {
    const [zeile] = await tx<{ id: number }[]>`
      insert into pachtkonto (kontonummer, status, pachtbeginn, pachtende, abrechnung_ab, pachtjahr_beginn,
        zahlungsrhythmus, ist_vorauszahlend, zahlungsziel_tage, verwaltungsgebuehr_bp, kuendigung_zum)
      values (${konto.kontonummer}, ${konto.status}, ${konto.pachtbeginn}, ${konto.pachtende}, ${konto.abrechnungAb},
        ${konto.pachtjahrBeginn}, ${konto.zahlungsrhythmus}, ${konto.istVorauszahlend}, ${konto.zahlungszielTage},
        ${konto.verwaltungsgebuehrBp}, ${konto.status === "gekuendigt" ? konto.pachtende : null})
      returning id`;
    const id = Number(zeile?.id);
    for (const rolle of ["paechter", "verpaechter"] as const)
      for (const [kontaktId, zaehler, nenner] of konto[rolle])
        await tx`
          insert into pachtkonto_beteiligter (pachtkonto_id, kontakt_id, rolle, anteil_zaehler, anteil_nenner)
          values (${id}, ${kontaktId}, ${rolle}, ${zaehler}, ${nenner})`;
    // Its own even before it is known, else accounts sown at once wait for each other, and two of them in a circle.
    for (const [
      nr,
      { positionsartId, betragCent, intervall = "jaehrlich", gueltigVon = null },
    ] of konto.positionen.entries())
      await tx`
        insert into pachtkonto_position (pachtkonto_id, ursprung_id, positionsart_id, betrag_cent, intervall, gueltig_von)
        values (${id}, ${-(id * 1_000 + nr)}, ${positionsartId}, ${betragCent}, ${intervall}, ${gueltigVon})`;
    await tx`update pachtkonto_position set ursprung_id = id where pachtkonto_id = ${id}`;
    await aktualisiereFaelligkeiten(tx, [id], heute);
    return id;
  }) as Promise<number>;
}
