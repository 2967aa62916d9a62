import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { starteDienst, type Testdienst } from "../../hilfe/dienst.ts";
import { saeKonto, saeStammdaten } from "../../hilfe/saat.ts";

const heute = "2026-11-20";
let dienst: Testdienst;

beforeAll(async () => {
  dienst = await starteDienst(heute);
  await saeStammdaten(dienst.owner);
});

afterAll(async () => {
  expect(dienst.fehler).toEqual([]);
  await dienst.beende();
});

type Antwort = {
  id: string;
  code: string;
  detail: string;
  laeufe: { buchungslaufId: string; status: string }[];
  konten: { pachtkontoId: number; zeitraeume: { art: string; zeitraumVon: string }[] }[];
  anzahlBelege: number;
  pachtkontoIds: number[];
  buchungslaufIds: string[];
  errors: { path: string }[];
};

const verwalter = () => dienst.als("verwalter");
const konto = (mehr: Parameters<typeof saeKonto>[2] = {}) => saeKonto(dienst.owner, heute, mehr);
const buche = async (datum: string, auswahl: number[]): Promise<string> => {
  const { status, json } = await verwalter().post<Antwort>("/abrechnung/buchen", { datum, auswahl });
  expect(status, JSON.stringify(json)).toBe(201);
  return json.id;
};
const storniere = (body: object) =>
  verwalter().post<Antwort>("/abrechnung/stornieren", { grund: "Falscher Stichtag", ...body });
const gebuchteKonten = async (buchungslaufId: string) =>
  (
    await dienst.owner<{ pachtkontoId: number }[]>`
      select distinct pachtkonto_id from gebuchter_zeitraum
      where buchungslauf_id = ${buchungslaufId} and storniert_am is null order by pachtkonto_id`
  ).map(({ pachtkontoId }) => pachtkontoId);

describe("some accounts of a run", () => {
  test("are cancelled alone, the run stands until the last of them is", async () => {
    const [eins, zwei] = [await konto(), await konto()];
    const lauf = await buche("2025-10-01", [eins, zwei]);
    const { status, json } = await storniere({ buchungslaufId: lauf, pachtkontoIds: [eins, eins] });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      laeufe: [{ buchungslaufId: lauf, status: "abgeschlossen" }],
      konten: [{ pachtkontoId: eins, zeitraeume: [{ art: "regulaer", zeitraumVon: "2024-10-01" }] }],
      anzahlBelege: 3,
    });
    expect(await gebuchteKonten(lauf)).toEqual([zwei]);

    expect(await storniere({ buchungslaufId: lauf, pachtkontoIds: [zwei, eins] })).toMatchObject({
      status: 409,
      json: { code: "schon_storniert", pachtkontoIds: [eins] },
    });
    expect((await storniere({ buchungslaufId: lauf })).json.laeufe).toEqual([
      { buchungslaufId: lauf, status: "storniert" },
    ]);
  });

  test("also where a period has no documents, and the 409 of a write says so", async () => {
    const leer = await konto({ positionen: [{ positionsartId: 1, betragCent: 0 }] });
    const voll = await konto();
    const lauf = await buche("2025-10-01", [leer, voll]);
    const { status, json } = await verwalter().put<Antwort>(`/pachtkonten/${leer}`, { pachtbeginn: "2025-01-01" });
    expect([status, json.code]).toEqual([409, "zeitraum_gebucht"]);
    expect(json.detail).toContain(`im Buchungslauf ${lauf} (buchungslaufId mit pachtkontoIds: [${leer}]) stornieren`);

    expect((await storniere({ buchungslaufId: lauf, pachtkontoIds: [leer] })).json.anzahlBelege).toBe(0);
    expect(await gebuchteKonten(lauf)).toEqual([voll]);
    expect((await verwalter().put(`/pachtkonten/${leer}`, { pachtbeginn: "2025-01-01" })).status).toBe(200);
  });

  test("also a settlement without documents, which every 409 names by its run", async () => {
    const [eins, zwei] = [await konto({ pachtbeginn: "2025-10-01" }), await konto({ pachtbeginn: "2025-10-01" })];
    const jahr = await buche("2026-10-01", [eins, zwei]);
    await dienst.owner`
      update pachtkonto set pachtende = ${"2026-09-30"} where id = any(${[eins, zwei]})`;
    const schluss = await buche("2026-10-01", [eins, zwei]);
    const weg = `im Buchungslauf ${schluss} (buchungslaufId mit pachtkontoIds: [${eins}]) stornieren`;

    const geaendert = await verwalter().put<Antwort>(`/pachtkonten/${eins}`, { verwaltungsgebuehrBp: 100 });
    expect([geaendert.status, geaendert.json.code]).toEqual([409, "schlussabgerechnet"]);
    expect(geaendert.json.detail).toContain(weg);

    expect((await storniere({ buchungslaufId: schluss, pachtkontoIds: [eins] })).json).toMatchObject({
      laeufe: [{ status: "abgeschlossen" }],
      konten: [{ pachtkontoId: eins, zeitraeume: [{ art: "schlussabrechnung" }] }],
      anzahlBelege: 0,
    });
    expect(
      await dienst.owner`select id, status, schlussabrechnung from pachtkonto where id = any(${[eins, zwei]}) order by id`,
    ).toEqual([
      { id: eins, status: "aktiv", schlussabrechnung: null },
      { id: zwei, status: "ausgelaufen", schlussabrechnung: "2026-10-01" },
    ]);
    expect((await storniere({ buchungslaufId: jahr, pachtkontoIds: [eins] })).status).toBe(201);
    expect(await gebuchteKonten(jahr)).toEqual([zwei]);
  });

  test("not without the run, not of another run, not none and not too many", async () => {
    const [eins, fremd] = [await konto(), await konto()];
    const lauf = await buche("2025-10-01", [eins]);
    const ohne = await storniere({ archivIds: [1], pachtkontoIds: [eins] });
    expect([ohne.status, ohne.json.errors[0]?.path]).toEqual([400, "pachtkontoIds"]);
    expect((await storniere({ pachtkontoIds: [eins] })).status).toBe(400);
    expect((await storniere({ buchungslaufId: lauf, pachtkontoIds: [] })).status).toBe(400);
    const viele = Array.from({ length: 1001 }, (_, i) => i + 1);
    expect((await storniere({ buchungslaufId: lauf, pachtkontoIds: viele })).status).toBe(400);
    expect(await storniere({ buchungslaufId: lauf, pachtkontoIds: [eins, fremd] })).toMatchObject({
      status: 404,
      json: { code: "nicht_gefunden" },
    });
    expect(await gebuchteKonten(lauf)).toEqual([eins]);
  });
});
