import ExcelJS from "exceljs";
import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect } from "vitest";
import type { Befund } from "../../../src/bestand/format/blaetter.ts";
import { fuehreImportAus } from "../../../src/bestand/import/ausfuehrung.ts";
import { pruefeImport } from "../../../src/bestand/import/pruefung.ts";
import type { Import } from "../../../src/bestand/import/schema.ts";
import type { Rolle } from "../../../src/kern/rechte.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { dienst, heute, verwalter } from "../../hilfe/mitDienst.ts";

export let worker: Sql;
let boss: PgBoss;

/** The worker of a file that imports; its jobs are done when a test says so. */
export function mitWorker(): void {
  beforeAll(async () => {
    worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker");
    boss = await starteBoss(worker, "app");
  });
  afterAll(async () => {
    await boss.stop({ close: false, graceful: false });
    await worker.end();
  });
}

/** The kinds of contacts that the workbooks below name. */
export function mitKontaktarten(): void {
  beforeAll(async () => {
    await dienst.owner`
      insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter'), ('verpaechter', 'Verpächter')
      on conflict do nothing`;
  });
}

type Zelle = string | number | boolean | Date | null | undefined;
/** Rows by sheet; a row names its columns. */
export type Mappe = Record<string, Record<string, Zelle>[]>;

export async function alsMappe(mappe: Mappe): Promise<File> {
  const buch = new ExcelJS.Workbook();
  for (const [name, zeilen] of Object.entries(mappe)) {
    const blatt = buch.addWorksheet(name);
    const spalten = [...new Set(zeilen.flatMap((zeile) => Object.keys(zeile)))];
    blatt.addRow(spalten);
    for (const zeile of zeilen) blatt.addRow(spalten.map((spalte) => zeile[spalte] ?? null));
  }
  return new File([await buch.xlsx.writeBuffer()], "bestand.xlsx");
}

export async function lies(id: number): Promise<Import> {
  return (await verwalter().get<Import>(`/import/${id}`)).json;
}

export async function befunde(id: number): Promise<Befund[]> {
  return (await verwalter().get<{ data: Befund[] }>(`/import/${id}/befunde?limit=500`)).json.data;
}

/** Each finding as "Kontakte 2 plz ungueltig". */
export async function kurz(id: number, schwere = "fehler"): Promise<string[]> {
  return (await befunde(id))
    .filter((befund) => befund.schwere === schwere)
    .map(({ blatt, zeile, spalte, code }) => [blatt, zeile, spalte, code].filter((teil) => teil !== null).join(" "));
}

/** Uploads a file, of a CSV with what it holds, and has it checked. */
export async function pruefeDatei(
  datei: File,
  { wer = "verwalter", tag = heute, art }: { wer?: Rolle; tag?: string; art?: string } = {},
): Promise<Import> {
  const form = new FormData();
  form.set("datei", datei);
  const { status, json, text, kopf } = await dienst.als(wer).post<Import>(art ? `/import?art=${art}` : "/import", form);
  expect(status, text).toBe(202);
  expect(kopf.get("location")).toBe(`/api/betrieb/auftraege/${json.auftragId}`);
  await pruefeImport(worker, json.id, tag);
  return lies(json.id);
}

/** Uploads a workbook and has it checked. */
export async function pruefe(mappe: Mappe, wer: Rolle = "verwalter", tag = heute): Promise<Import> {
  return pruefeDatei(await alsMappe(mappe), { wer, tag });
}

export async function fuehreAus(id: number, body: object = {}, wer: Rolle = "verwalter", tag = heute): Promise<Import> {
  const { status, text } = await dienst.als(wer).post(`/import/${id}/ausfuehren`, body);
  expect(status, text).toBe(202);
  await fuehreImportAus(worker, id, tag);
  return lies(id);
}

/** Checks and executes a workbook that is right. */
export async function importiere(mappe: Mappe, body: object = {}, wer: Rolle = "verwalter"): Promise<Import> {
  const { id, fehler } = await pruefe(mappe, wer);
  expect(fehler, (await kurz(id)).join("\n")).toBe(0);
  return fuehreAus(id, body, wer);
}

/** How many of a sheet became what, as "2 neu, 1 unveraendert". */
export function zahlen({ blaetter }: Import, gesucht: string): string {
  const { blatt: _, ...anzahlen } = blaetter.find(({ blatt }) => blatt === gesucht) ?? { blatt: gesucht };
  return Object.entries(anzahlen)
    .filter(([, anzahl]) => Number(anzahl) > 0)
    .map(([was, anzahl]) => `${anzahl} ${was}`)
    .join(", ");
}

export async function auditzahl(): Promise<number> {
  const [zeile] = await dienst.owner<{ anzahl: number }[]>`
    select count(*) anzahl from auditlog where ressource <> 'import'`;
  return zeile?.anzahl ?? 0;
}

/** A day as a cell of a workbook holds it. */
export function tag(text: string): Date {
  return new Date(`${text}T00:00:00Z`);
}

/** Two accounts: one since years and billed elsewhere up to September, one with two lessees and two lessors. */
export function kleineMappe(): Mappe {
  return {
    Kontakte: [
      {
        importSchluessel: "K1",
        typ: "paechter",
        vorname: "Ida",
        nachname: "Jürgensen",
        strasse: "Deichweg",
        hausnummer: "7",
        plz: "25813",
        ort: "Husum",
        iban: "DE02 1203 0000 0000 2020 51",
      },
      {
        importSchluessel: "K2",
        typ: "verpaechter",
        vorname: "Hinnerk",
        nachname: "Petersen",
        strasse: "Am Siel",
        hausnummer: "1",
        plz: "25813",
        ort: "Husum",
        iban: null,
      },
      {
        importSchluessel: "K3",
        typ: "paechter",
        vorname: "Ole",
        nachname: "Hansen",
        strasse: "Marsch",
        hausnummer: "3",
        plz: "25813",
        ort: "Husum",
        iban: null,
      },
    ],
    Patchobjekte: [
      {
        importSchluessel: "O1",
        bezeichnung: "Koppel am Deich",
        objektart: "gruenland",
        flaecheQm: 12_000,
        pachtkonto: "P1",
        gemarkung: "Husum",
      },
      {
        importSchluessel: "O2",
        bezeichnung: "Acker hinter dem Hof",
        objektart: "acker",
        flaecheQm: 30_000,
        pachtkonto: "A-77",
        gemarkung: "Husum",
      },
    ],
    Pachtkonten: [
      {
        importSchluessel: "P1",
        kontonummer: null,
        bezeichnung: "Koppel",
        pachtbeginn: tag("2019-10-01"),
        abrechnungAb: tag("2025-10-01"),
        pachtjahrBeginn: "10-01",
        zahlungsrhythmus: "jaehrlich",
        istVorauszahlend: false,
      },
      {
        importSchluessel: null,
        kontonummer: "A-77",
        bezeichnung: "Acker",
        pachtbeginn: tag("2024-01-01"),
        abrechnungAb: tag("2026-01-01"),
        pachtjahrBeginn: null,
        zahlungsrhythmus: "halbjaehrlich",
        istVorauszahlend: true,
      },
    ],
    Beteiligte: [
      { pachtkonto: "P1", kontakt: "K1", rolle: "paechter", anteilZaehler: null, anteilNenner: null },
      { pachtkonto: "P1", kontakt: "K2", rolle: "verpaechter", anteilZaehler: null, anteilNenner: null },
      { pachtkonto: "A-77", kontakt: "K1", rolle: "paechter", anteilZaehler: 1, anteilNenner: 3 },
      { pachtkonto: "A-77", kontakt: "K3", rolle: "paechter", anteilZaehler: 2, anteilNenner: 3 },
      { pachtkonto: "A-77", kontakt: "K2", rolle: "verpaechter", anteilZaehler: null, anteilNenner: null },
    ],
    Positionen: [
      {
        importSchluessel: "B1",
        pachtkonto: "P1",
        positionsart: "Pacht",
        betrag: 1200,
        intervall: "jaehrlich",
        gueltigVon: null,
        gueltigBis: tag("2026-03-31"),
      },
      {
        importSchluessel: "B1",
        pachtkonto: "P1",
        positionsart: "Pacht",
        betrag: 1500,
        intervall: "jaehrlich",
        gueltigVon: tag("2026-04-01"),
        gueltigBis: null,
      },
      {
        importSchluessel: "B2",
        pachtkonto: "A-77",
        positionsart: "Pacht",
        betrag: 100,
        intervall: "monatlich",
        gueltigVon: null,
        gueltigBis: null,
      },
    ],
    Feldwerte: [{ pachtkonto: "P1", name: "Bodenpunkte", wert: 42 }],
  };
}
