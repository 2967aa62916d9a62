import { beforeAll, expect, test } from "vitest";
import { buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import type { Kontosaat } from "../../hilfe/saat.ts";
import { blattzeilen } from "../lesen/hilfe.ts";
import { exportiere, importiere, leerer, mitLeerer, vorschau } from "./reise.ts";

mitDienst({ stammdaten: true });
mitLeerer();

const aendere = async (id: number, felder: object): Promise<void> => {
  const { status, text } = await verwalter().put(`/pachtkonten/${id}`, felder);
  expect(status, text).toBe(200);
};

const hebe = async (pachtkontoId: number, status: string): Promise<void> => {
  const felder = { pachtkontoId, art: "prozent", wertBp: 500, wirksamAb: "2025-03-01" };
  const { json } = await verwalter().post<{ id: number }>("/abrechnung/hebungen", felder);
  if (status !== "geplant")
    expect((await verwalter().put(`/abrechnung/hebungen/${json.id}`, { status })).status).toBe(200);
};

const beginntSpaeter = async (kontonummer: string, hebungsstatus?: string, felder?: object): Promise<void> => {
  const id = await konto({ kontonummer, pachtbeginn: "2025-01-01" });
  if (hebungsstatus) await hebe(id, hebungsstatus);
  if (felder) await aendere(id, felder);
  await aendere(id, { pachtbeginn: "2025-06-01" });
};

/** Billed by the month for August to October 2024, then by the quarter to the end of the year. */
const wechselt = async (kontonummer: string, storniertAb: string, mehr: Kontosaat = {}): Promise<void> => {
  const id = await konto({
    kontonummer,
    pachtbeginn: "2024-07-01",
    pachtjahrBeginn: "10-01",
    zahlungsrhythmus: "monatlich",
    ...mehr,
  });
  await buche("2024-10-01", [id]);
  await aendere(id, { zahlungsrhythmus: "vierteljaehrlich" });
  await buche("2025-01-01", [id]);
  const belege = await dienst.owner<{ id: number }[]>`
    select id from archiv_beleg
    where pachtkonto_id = ${id} and zeitraum_von >= ${storniertAb} and belegart = 'rechnung'`;
  expect((await storniere({ archivIds: belege.map((beleg) => beleg.id) })).status).toBe(201);
};

beforeAll(async () => {
  await beginntSpaeter("GEPLANT", "geplant");
  await beginntSpaeter("AKTIV", "aktiv");
  await beginntSpaeter("ABGELEHNT", "storniert");
  await beginntSpaeter("STUFE", undefined, {
    wertsicherung: { art: "staffel", stufen: [{ ab: "2025-03-01", prozentBp: 200 }] },
  });
  await beginntSpaeter("STUFE-DANACH", undefined, {
    wertsicherung: { art: "staffel", stufen: [{ ab: "2025-06-01", prozentBp: 200 }] },
  });
  await wechselt("RASTER", "2024-08-01");
  // The last month of a quarter ends with it: the present grid, cut at the first day, has the same periods.
  await wechselt("RASTER-GLEICH", "2024-09-01");
  await wechselt("RASTER-JETZT", "2024-10-01");
  // In the middle of a month, and everything cancelled: the days of the lease year count, too.
  await wechselt("RASTER-MITTE", "2024-07-01", { pachtbeginn: "2024-07-20", pachtjahrBeginn: "09-15" });
  await wechselt("RASTER-MITTE-JETZT", "2024-09-15", { pachtbeginn: "2024-07-20", pachtjahrBeginn: "09-15" });
});

test("was anderswo anders abgerechnet würde oder nicht einzutragen ist, steht mit Grund auf dem Blatt der ausgelassenen; das übrige gibt in einer leeren Installation dieselbe Vorschau", async () => {
  const mappe = await exportiere(dienst);
  const [, ...ausgelassen] = await blattzeilen(mappe, "Ausgelassen");
  expect(ausgelassen).toEqual([
    ["GEPLANT", "Pachtkonto", "Hebung zum 01.03.2025 vor dem Pachtbeginn am 01.06.2025"],
    ["AKTIV", "Pachtkonto", "Hebung zum 01.03.2025 vor dem Pachtbeginn am 01.06.2025"],
    ["STUFE", "Pachtkonto", "Stufe der Wertsicherung zum 01.03.2025 vor dem Pachtbeginn am 01.06.2025"],
    [
      "RASTER",
      "Pachtkonto",
      "offene Zeiträume in einem früheren Rhythmus, der erste vom 01.08.2024 bis 31.08.2024; erst buchen",
    ],
    [
      "RASTER-MITTE",
      "Pachtkonto",
      "offene Zeiträume in einem früheren Rhythmus, der erste vom 20.07.2024 bis 14.08.2024; erst buchen",
    ],
  ]);
  expect(await importiere(leerer, mappe)).toMatchObject({ status: "ausgefuehrt" });
  const ohne = new Set(ausgelassen.map(([kontonummer]) => kontonummer));
  const soll = [...(await vorschau(dienst))].filter(([schluessel]) => !ohne.has(schluessel.split(" ")[1]));
  expect(new Set(soll.map(([schluessel]) => schluessel.split(" ")[1]))).toEqual(
    new Set(["ABGELEHNT", "STUFE-DANACH", "RASTER-GLEICH", "RASTER-JETZT", "RASTER-MITTE-JETZT"]),
  );
  expect([...(await vorschau(leerer))]).toEqual(soll);
});
