import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hebung } from "../../../src/abrechnung/hebungen/schema.ts";
import type { PachtkontoDetail, PachtkontoPosition } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { starteDienst, type Testdienst } from "../../hilfe/dienst.ts";
import { saeKonto, saeStammdaten } from "../../hilfe/saat.ts";

// 1,200.00 a year from 1 October 2025, postpaid. What is booked is completed by it (section 4, Hebung).
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

const verwalter = () => dienst.als("verwalter");
const konto = (mehr: Parameters<typeof saeKonto>[2] = {}) =>
  saeKonto(dienst.owner, heute, { pachtbeginn: "2025-10-01", ...mehr });
const hebung = async (pachtkontoId: number, felder: object, status = "aktiv"): Promise<number> => {
  const { json } = await verwalter().post<Hebung>("/abrechnung/hebungen", { pachtkontoId, ...felder });
  if (status !== "geplant")
    expect((await verwalter().put(`/abrechnung/hebungen/${json.id}`, { status })).status).toBe(200);
  return json.id;
};
const hebungVon = async (id: number) => (await verwalter().get<Hebung>(`/abrechnung/hebungen/${id}`)).json;
const fassungen = async (id: number) =>
  (await verwalter().get<PachtkontoPosition[]>(`/pachtkonten/${id}/positionen`)).json.map(
    ({ betragCent, gueltigVon, gueltigBis }) => [betragCent, gueltigVon, gueltigBis],
  );
type Vorschau = { vorschauHash: string; summen: { paechterNettoCent: number } };
const vorschau = async (ids: number[], datum = heute): Promise<Vorschau> =>
  (await verwalter().post<Vorschau>("/abrechnung/vorschau-gruppen", { datum, auswahl: ids })).json;
const buche = (ids: number[], felder: object = {}) =>
  verwalter().post<{ paechterNettoCent: number; code?: string }>("/abrechnung/buchen", {
    datum: heute,
    auswahl: ids,
    ...felder,
  });

test("an active increase is completed by the first booking of a period that it touches", async () => {
  const id = await konto();
  const hebungId = await hebung(id, { art: "prozent", wertBp: 1000, wirksamAb: "2026-04-01" });
  const { vorschauHash, summen } = await vorschau([id]);
  expect(summen.paechterNettoCent).toBe(126_000);
  expect(await buche([id], { vorschauHash })).toMatchObject({ status: 201, json: { paechterNettoCent: 126_000 } });
  expect(await fassungen(id)).toEqual([
    [120_000, null, "2026-03-31"],
    [132_000, "2026-04-01", null],
  ]);
  expect(await hebungVon(hebungId)).toMatchObject({
    status: "abgeschlossen",
    abgeschlossenVon: "Test verwalter",
    abschluss: [{ betragAltCent: 120_000, betragNeuCent: 132_000 }],
  });
  const { json } = await verwalter().get<PachtkontoDetail>(`/pachtkonten/${id}`);
  expect(json).toMatchObject({ letzteHebung: "2026-04-01" });
  // From now on the position itself says what the year costs.
  expect((await vorschau([id], "2027-10-01")).summen.paechterNettoCent).toBe(132_000);
});

test("one that begins later stays active, a planned one is hinted at and left alone", async () => {
  const id = await konto();
  const spaeter = await hebung(id, { art: "prozent", wertBp: 1000, wirksamAb: "2026-10-01" });
  const geplant = await hebung(id, { art: "prozent", wertBp: 500, wirksamAb: "2026-01-01" }, "geplant");
  const { json } = await verwalter().get<{ data: object[] }>(`/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`);
  expect(json.data[0]).toMatchObject({ paechterNettoCent: 120_000, hinweise: [{ code: "hebung_geplant" }] });
  expect(await buche([id])).toMatchObject({ status: 201, json: { paechterNettoCent: 120_000 } });
  expect([(await hebungVon(spaeter)).status, (await hebungVon(geplant)).status]).toEqual(["aktiv", "geplant"]);
  expect(await fassungen(id)).toEqual([[120_000, null, null]]);
});

test("several of one account are completed together, in their order", async () => {
  const id = await konto();
  await hebung(id, { art: "betrag", betragCent: 12_000, wirksamAb: "2026-07-01" });
  await hebung(id, { art: "prozent", wertBp: 1000, wirksamAb: "2026-01-01" });
  // three months of 1,200.00, six of 1,320.00, three of 1,440.00
  expect((await buche([id])).json.paechterNettoCent).toBe(30_000 + 66_000 + 36_000);
  expect(await fassungen(id)).toEqual([
    [120_000, null, "2025-12-31"],
    [132_000, "2026-01-01", "2026-06-30"],
    [144_000, "2026-07-01", null],
  ]);
});

test("one without a basis keeps the account from being billed", async () => {
  const id = await konto({ kontonummer: "HB-1" });
  const hebungId = await hebung(id, { art: "betrag", betragCent: 12_000, wirksamAb: "2026-04-01" });
  await dienst.owner`update pachtkonto_position set betrag_cent = 0 where pachtkonto_id = ${id}`;
  expect(await vorschau([id])).toMatchObject({
    gruppen: [],
    nichtAbrechenbar: [{ kontonummer: "HB-1", gruende: [{ code: "hebung_ohne_basis" }] }],
  });
  expect(await buche([id])).toMatchObject({ status: 409, json: { code: "nichts_zu_buchen" } });
  expect((await hebungVon(hebungId)).status).toBe("aktiv");
});

test("a settlement completes it too", async () => {
  const id = await konto({ pachtende: "2026-06-30" });
  const vorher = await hebung(id, { art: "prozent", wertBp: 1000, wirksamAb: "2026-04-01" });
  // six months of 1,200.00, three of 1,320.00
  expect((await buche([id])).json.paechterNettoCent).toBe(60_000 + 33_000);
  expect((await hebungVon(vorher)).status).toBe("abgeschlossen");
});

test("a run that fails completes nothing; many accounts are completed at once", async () => {
  const ids: number[] = [];
  while (ids.length < 40) ids.push(await konto());
  await dienst.owner`
    insert into hebung (pachtkonto_id, art, wert_bp, wirksam_ab, status)
    select id, 'prozent', 1000, '2026-04-01', 'aktiv' from unnest(${ids}::bigint[]) id`;
  await dienst.owner`
    create function stoere() returns trigger language plpgsql as $$
    begin raise exception 'Störung' using errcode = 'check_violation'; end $$`;
  await dienst.owner`create trigger stoerung before update on hebung execute function stoere()`;
  expect((await buche(ids)).status).toBe(500);
  await dienst.owner`drop function stoere() cascade`;
  dienst.fehler.length = 0;
  const zaehle = async (status: string) =>
    (await dienst.owner`select from hebung where pachtkonto_id = any(${ids}) and status = ${status}`).length;
  expect(await zaehle("aktiv")).toBe(40);
  expect((await buche(ids)).json.paechterNettoCent).toBe(40 * 126_000);
  expect(await zaehle("abgeschlossen")).toBe(40);
  const positionen = await dienst.owner`select from pachtkonto_position where pachtkonto_id = any(${ids})`;
  expect(positionen).toHaveLength(80);
});
