import { afterAll, beforeAll, expect } from "vitest";
import { fuehreImportAus } from "../../../src/bestand/import/ausfuehrung.ts";
import { pruefeImport } from "../../../src/bestand/import/pruefung.ts";
import type { Import } from "../../../src/bestand/import/schema.ts";
import type { Rolle } from "../../../src/kern/rechte.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { starteDienst, type Testdienst } from "../../hilfe/dienst.ts";
import { heute } from "../../hilfe/mitDienst.ts";

/** An installation that nobody has entered anything into. */
export let leerer: Testdienst;

export function mitLeerer(): void {
  beforeAll(async () => {
    leerer = await starteDienst(heute);
    // The databases of the tests are copies of one.
    await leerer.owner`update installation set kennung = 'abc123'`;
  });
  afterAll(async () => {
    const { fehler } = leerer;
    await leerer.beende();
    expect(fehler, "unerwartete Fehler").toEqual([]);
  });
}

export async function exportiere(von: Testdienst): Promise<Uint8Array> {
  const { status, bytes } = await von.als("verwalter").get("/export/bestand");
  expect(status).toBe(200);
  return bytes;
}

type Reihe = { id: number; name: string; fassungen: { nr: number }[] };
type Fassung = { basis: string; staende: { monat: string; wert: string }[] };

/** Index series are settings: whoever moves enters them, before the workbook that names them. */
export async function uebertrageIndexreihen(von: Testdienst, nach: Testdienst): Promise<void> {
  const [quelle, ziel] = [von.als("verwalter"), nach.als("verwalter")];
  const pfad = "/einstellungen/indexreihen";
  for (const { id, name, fassungen } of (await quelle.get<{ data: Reihe[] }>(`${pfad}?limit=500`)).json.data) {
    const neu = await ziel.post<Reihe>(pfad, { name });
    for (const { nr } of fassungen.toReversed()) {
      const { basis, staende } = (await quelle.get<Fassung>(`${pfad}/${id}/fassungen/${nr}`)).json;
      const koerper = { basis, staende: staende.map(({ monat, wert }) => ({ monat, wert })) };
      expect((await ziel.post(`${pfad}/${neu.json.id}/fassungen`, koerper)).status).toBe(201);
    }
  }
}

const fuehreDurch = async (ziel: Testdienst, worker: Sql, mappe: Uint8Array, wer: Rolle): Promise<Import> => {
  const klient = ziel.als(wer);
  const form = new FormData();
  form.set("datei", new File([mappe as Uint8Array<ArrayBuffer>], "bestand.xlsx"));
  const { json } = await klient.post<Import>("/import", form);
  const pfad = `/import/${json.id}`;
  await pruefeImport(worker, json.id, heute);
  const { json: gefunden } = await klient.get<{ data: object[] }>(`${pfad}/befunde?schwere=fehler`);
  expect(gefunden.data).toEqual([]);
  expect((await klient.post(`${pfad}/ausfuehren`, {})).status).toBe(202);
  await fuehreImportAus(worker, json.id, heute);
  return (await klient.get<Import>(pfad)).json;
};

/** Checks a workbook without a mistake, and executes it. */
export async function importiere(ziel: Testdienst, mappe: Uint8Array, wer: Rolle = "administrator"): Promise<Import> {
  const worker = verbinde(ziel.datenbank.workerUrl, "pacht_worker");
  try {
    return await fuehreDurch(ziel, worker, mappe, wer);
  } finally {
    await worker.end();
  }
}

const monate = Array.from(
  { length: 12 },
  (_, nr) => `${nr === 0 ? 2026 : 2027}-${String(((nr + 11) % 12) + 1).padStart(2, "0")}-01`,
);

type Vorschau = { data: { kontonummer: string }[] };

/** Also texts name an increase by its id. */
const ohneIds = (feld: string, wert: unknown): unknown => {
  if (/^id$|Id$|Ids$/.test(feld)) return undefined;
  return typeof wert === "string" ? wert.replace(/Hebung \d+/g, "Hebung") : wert;
};

/** What would be billed in the next twelve months, by account; the ids are each installation's own. */
export async function vorschau(von: Testdienst): Promise<Map<string, string>> {
  const jeKonto = new Map<string, string>();
  for (const datum of monate) {
    const { status, json } = await von.als("verwalter").get<Vorschau>(`/abrechnung/vorschau?datum=${datum}&limit=500`);
    expect(status).toBe(200);
    for (const zeile of json.data) jeKonto.set(`${datum} ${zeile.kontonummer}`, JSON.stringify(zeile, ohneIds));
  }
  return jeKonto;
}
