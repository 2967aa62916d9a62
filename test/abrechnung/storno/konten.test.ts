import { describe, expect, test } from "vitest";
import { buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

/** For people the day of the run; its id is a field of the answer. */
const weg = "Bitte zuerst stornieren, was der Buchungslauf vom 20.11.2026 für dieses Pachtkonto gebucht hat.";

const gebuchteKonten = async (buchungslaufId: string) =>
  (
    await dienst.owner<{ pachtkontoId: number }[]>`
      select distinct pachtkonto_id from gebuchter_zeitraum
      where buchungslauf_id = ${buchungslaufId} and storniert_am is null order by pachtkonto_id`
  ).map(({ pachtkontoId }) => pachtkontoId);

describe("einzelne Konten eines Laufs", () => {
  test("sind für sich stornierbar; der Lauf gilt, bis das letzte storniert ist", async () => {
    const [eins, zwei] = [await konto(), await konto()];
    const { id: lauf } = await buche("2025-10-01", [eins, zwei]);
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

  test("auch eines ohne Belege; wer sein gebuchtes Jahr ändern will, erfährt diesen Weg", async () => {
    const leer = await konto({ positionen: [{ positionsartId: 1, betragCent: 0 }] });
    const voll = await konto();
    const { id: lauf } = await buche("2025-10-01", [leer, voll]);
    const { status, json } = await verwalter().put(`/pachtkonten/${leer}`, { pachtbeginn: "2025-01-01" });
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: "zeitraum_gebucht",
      detail: `Der Zeitraum 01.10.2024 bis 30.09.2025 ist gebucht. ${weg}`,
      belegnummer: null,
      buchungslaufId: lauf,
    });

    expect((await storniere({ buchungslaufId: lauf, pachtkontoIds: [leer] })).json.anzahlBelege).toBe(0);
    expect(await gebuchteKonten(lauf)).toEqual([voll]);
    expect((await verwalter().put(`/pachtkonten/${leer}`, { pachtbeginn: "2025-01-01" })).status).toBe(200);
  });

  test("auch eine Schlussabrechnung ohne Belege; wer das Konto ändern will, erfährt ihren Lauf", async () => {
    const [eins, zwei] = [await konto({ pachtbeginn: "2025-10-01" }), await konto({ pachtbeginn: "2025-10-01" })];
    const { id: jahr } = await buche("2026-10-01", [eins, zwei]);
    await dienst.owner`
      update pachtkonto set pachtende = ${"2026-09-30"} where id = any(${[eins, zwei]})`;
    const { id: schluss } = await buche("2026-10-01", [eins, zwei]);

    const geaendert = await verwalter().put(`/pachtkonten/${eins}`, { verwaltungsgebuehrBp: 100 });
    expect(geaendert.status).toBe(409);
    expect(geaendert.json).toMatchObject({
      code: "schlussabgerechnet",
      detail: `Das Pachtkonto ist zum 01.10.2026 schlussabgerechnet. ${weg}`,
      belegnummer: null,
      buchungslaufId: schluss,
    });

    expect((await storniere({ buchungslaufId: schluss, pachtkontoIds: [eins] })).json).toMatchObject({
      laeufe: [{ status: "abgeschlossen" }],
      konten: [{ pachtkontoId: eins, zeitraeume: [{ art: "schlussabrechnung" }] }],
      anzahlBelege: 0,
    });
    expect(
      await dienst.owner`select id, status, schlussabrechnung from pachtkonto where id = any(${[eins, zwei]}) order by id`,
    ).toEqual([
      { id: eins, status: "ausgelaufen", schlussabrechnung: null },
      { id: zwei, status: "ausgelaufen", schlussabrechnung: "2026-10-01" },
    ]);
    expect((await storniere({ buchungslaufId: jahr, pachtkontoIds: [eins] })).status).toBe(201);
    expect(await gebuchteKonten(jahr)).toEqual([zwei]);
  });

  test("nicht, solange eine Schlussabrechnung ohne Belege das Jahr berichtigt; wer es versucht, erfährt ihren Lauf", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01", positionen: [{ positionsartId: 1, betragCent: 0 }] });
    const { id: jahr } = await buche("2026-10-01", [id]);
    await dienst.owner`update pachtkonto set pachtende = '2026-03-31' where id = ${id}`;
    const { id: schluss } = await buche("2026-10-01", [id]);
    const { status, json } = await storniere({ buchungslaufId: jahr, pachtkontoIds: [id] });
    expect(status).toBe(409);
    expect(json).toMatchObject({
      code: "schlussabrechnung_steht",
      detail: expect.stringContaining(` beruht auf diesem Zeitraum. ${weg}`),
      pachtkontoIds: [id],
      buchungslaufIds: [schluss],
    });
  });

  test("nicht ohne den Lauf, nicht aus einem anderen, nicht keine und nicht zu viele", async () => {
    const [eins, fremd] = [await konto(), await konto()];
    const { id: lauf } = await buche("2025-10-01", [eins]);
    const ohne = await storniere({ archivIds: [1], pachtkontoIds: [eins] });
    expect([ohne.status, ohne.json.errors?.[0]?.path]).toEqual([400, "pachtkontoIds"]);
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
