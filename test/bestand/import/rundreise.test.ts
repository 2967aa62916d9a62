import { afterAll, beforeAll, expect, test } from "vitest";
import { blattnamen } from "../../../src/bestand/format/blattnamen.ts";
import { fuehreImportAus } from "../../../src/bestand/import/ausfuehrung.ts";
import { pruefeImport } from "../../../src/bestand/import/pruefung.ts";
import type { Import } from "../../../src/bestand/import/schema.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { starteDienst, type Testdienst } from "../../hilfe/dienst.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { blattzeilen } from "../lesen/hilfe.ts";
import { zahlen } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

/** An installation that nobody has entered anything into. */
let leerer: Testdienst;
const worker: Sql[] = [];

beforeAll(async () => {
  leerer = await starteDienst(heute);
  await leerer.owner`update installation set kennung = 'abc123'`;
  worker.push(...[dienst, leerer].map(({ datenbank }) => verbinde(datenbank.workerUrl, "pacht_worker")));
  await konto({ kontonummer: "EINFACH", pachtbeginn: "2024-10-01" });
  await konto({
    kontonummer: "MONATLICH",
    pachtbeginn: "2025-03-15",
    zahlungsrhythmus: "monatlich",
    istVorauszahlend: true,
  });
  const gekuendigt = await konto({ kontonummer: "ENDET", pachtbeginn: "2020-01-01", abrechnungAb: "2026-01-01" });
  const notiz = await verwalter().put(`/pachtkonten/${gekuendigt}`, {
    status: "gekuendigt",
    kuendigungZum: "2027-06-30",
  });
  expect(notiz.status).toBe(200);
  expect(
    (await verwalter().put(`/pachtkonten/${gekuendigt}/feldwerte`, { Bodenpunkte: 42, Drainage: true })).status,
  ).toBe(200);
  const [erstes] = await dienst.owner<{ id: number }[]>`select id from pachtkonto order by id limit 1`;
  for (const [wirksamAb, wertBp] of [
    ["2026-12-01", 300],
    ["2027-10-01", 250],
  ]) {
    const hebung = { pachtkontoId: erstes?.id, art: "prozent", wertBp, wirksamAb };
    const { status, json } = await verwalter().post("/abrechnung/hebungen", hebung);
    expect(status).toBe(201);
    if (wertBp === 300) await verwalter().put(`/abrechnung/hebungen/${json.id}`, { status: "aktiv" });
  }
  const objekt = { bezeichnung: "Koppel", objektart: "gruenland", flaecheQm: 12_345, pachtkontoId: gekuendigt };
  expect((await verwalter().post("/patchobjekte", objekt)).status).toBe(201);
});

afterAll(async () => {
  await Promise.all(worker.map((einer) => einer.end()));
  expect(leerer.fehler).toEqual([]);
  await leerer.beende();
});

const exportiere = async (von: Testdienst): Promise<Uint8Array> => {
  const { status, bytes } = await von.als("verwalter").get("/export/bestand");
  expect(status).toBe(200);
  return bytes;
};

const nie = new AbortController().signal;

const lies = async (ziel: Testdienst, id: number): Promise<Import> =>
  (await ziel.als("administrator").get<Import>(`/import/${id}`)).json;

/** Checks a workbook, and executes it where it may be. */
const importiere = async (ziel: Testdienst, bytes: Uint8Array): Promise<Import> => {
  const [sql] = worker.slice(ziel === leerer ? 1 : 0) as [Sql];
  const form = new FormData();
  form.set("datei", new File([bytes as Uint8Array<ArrayBuffer>], "bestand.xlsx"));
  const { json } = await ziel.als("administrator").post<Import>("/import", form);
  await pruefeImport(sql, json.id, heute, nie);
  const { json: gefunden } = await ziel
    .als("administrator")
    .get<{ data: object[] }>(`/import/${json.id}/befunde?limit=500&schwere=fehler`);
  expect(gefunden.data).toEqual([]);
  expect((await ziel.als("administrator").post(`/import/${json.id}/ausfuehren`, {})).status).toBe(202);
  await fuehreImportAus(sql, json.id, heute, nie);
  return lies(ziel, json.id);
};

const monate = Array.from(
  { length: 12 },
  (_, nr) => `${nr < 1 ? 2026 : 2027}-${String(((nr + 11) % 12) + 1).padStart(2, "0")}-01`,
);

/** What would be billed, without the ids: those are each installation's own. */
const vorschau = async (von: Testdienst): Promise<string[]> => {
  const antworten = [];
  for (const datum of monate) {
    const { status, json } = await von.als("verwalter").get(`/abrechnung/vorschau?datum=${datum}`);
    expect(status).toBe(200);
    antworten.push(JSON.stringify(json, (feld, wert) => (/^id$|Id$|Ids$|Hash$/.test(feld) ? undefined : wert)));
  }
  return antworten;
};

const anzahlen = async (von: Testdienst) => {
  const [zeile] = await von.owner`
    select (select count(*) from kontakt) kontakte, (select count(*) from pachtkonto) konten,
      (select count(*) from patchobjekt) objekte, (select count(*) from pachtkonto_position) positionen,
      (select count(*) from hebung) hebungen,
      (select count(*) from auditlog where ressource <> 'import' and aktion in ('anlegen', 'aendern')) eintraege`;
  return { ...zeile };
};

test("was hier ausgegeben und hier wieder eingelesen wird, ändert nichts und verdoppelt nichts", async () => {
  const vorher = await anzahlen(dienst);
  const lauf = await importiere(dienst, await exportiere(dienst));
  expect(zahlen(lauf, "Kontakte")).toBe("5 unveraendert");
  expect(zahlen(lauf, "Positionen")).toBe("3 unveraendert");
  expect(zahlen(lauf, "Hebungen")).toBe("2 unveraendert");
  expect(await anzahlen(dienst)).toEqual(vorher);
});

test("in eine leere Installation eingelesen gibt er dieselbe Vorschau für zwölf Monate und dieselben Zellen", async () => {
  const mappe = await exportiere(dienst);
  const lauf = await importiere(leerer, mappe);
  expect(lauf).toMatchObject({ status: "ausgefuehrt" });
  const { eintraege: _, ...soll } = await anzahlen(dienst);
  expect(await anzahlen(leerer)).toMatchObject(soll);
  expect(await vorschau(leerer)).toEqual(await vorschau(dienst));
  const wieder = await exportiere(leerer);
  for (const blatt of blattnamen)
    expect(await blattzeilen(wieder, blatt), blatt).toEqual(await blattzeilen(mappe, blatt));
});
