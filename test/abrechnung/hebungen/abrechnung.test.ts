import { expect, test } from "vitest";
import type { Hebung } from "../../../src/abrechnung/hebungen/schema.ts";
import type { PachtkontoPosition } from "../../../src/stammdaten/pachtkonten/positionen/schema.ts";
import type { PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, konto as gewoehnlichesKonto, heute, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import type { Kontosaat } from "../../hilfe/saat.ts";

// 1,200.00 a year from 1 October 2025, postpaid. What is booked is completed by it (section 4, Hebung).

mitDienst({ stammdaten: true });

const konto = (mehr: Kontosaat = {}) => gewoehnlichesKonto({ pachtbeginn: "2025-10-01", ...mehr });
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
const versucheZuBuchen = (ids: number[], felder: object = {}) =>
  sendeBuchung({ datum: heute, auswahl: ids, ...felder });

test("10 % ab April: die erste Buchung eines Jahres, das sie trifft, 1.260,00, schließt die Hebung ab", async () => {
  const id = await konto();
  const hebungId = await hebung(id, { art: "prozent", wertBp: 1000, wirksamAb: "2026-04-01" });
  const { vorschauHash, summen } = await vorschau([id]);
  expect(summen.paechterNettoCent).toBe(126_000);
  expect(await versucheZuBuchen([id], { vorschauHash })).toMatchObject({
    status: 201,
    json: { paechterNettoCent: 126_000 },
  });
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

test("eine spätere bleibt aktiv, auf eine geplante weist die Vorschau nur hin", async () => {
  const id = await konto();
  const spaeter = await hebung(id, { art: "prozent", wertBp: 1000, wirksamAb: "2026-10-01" });
  const geplant = await hebung(id, { art: "prozent", wertBp: 500, wirksamAb: "2026-01-01" }, "geplant");
  const { json } = await verwalter().get<{ data: object[] }>(`/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`);
  expect(json.data[0]).toMatchObject({ paechterNettoCent: 120_000, hinweise: [{ code: "hebung_geplant" }] });
  expect(await versucheZuBuchen([id])).toMatchObject({ status: 201, json: { paechterNettoCent: 120_000 } });
  expect([(await hebungVon(spaeter)).status, (await hebungVon(geplant)).status]).toEqual(["aktiv", "geplant"]);
  expect(await fassungen(id)).toEqual([[120_000, null, null]]);
});

test("mehrere eines Kontos werden zusammen abgeschlossen, in ihrer Reihenfolge", async () => {
  const id = await konto();
  await hebung(id, { art: "betrag", betragCent: 12_000, wirksamAb: "2026-07-01" });
  await hebung(id, { art: "prozent", wertBp: 1000, wirksamAb: "2026-01-01" });
  // three months of 1,200.00, six of 1,320.00, three of 1,440.00
  expect((await versucheZuBuchen([id])).json.paechterNettoCent).toBe(30_000 + 66_000 + 36_000);
  expect(await fassungen(id)).toEqual([
    [120_000, null, "2025-12-31"],
    [132_000, "2026-01-01", "2026-06-30"],
    [144_000, "2026-07-01", null],
  ]);
});

test("eine ohne Grundlage hält die Abrechnung des Kontos auf", async () => {
  const id = await konto({ kontonummer: "HB-1" });
  const hebungId = await hebung(id, { art: "betrag", betragCent: 12_000, wirksamAb: "2026-04-01" });
  await dienst.owner`update pachtkonto_position set betrag_cent = 0 where pachtkonto_id = ${id}`;
  expect(await vorschau([id])).toMatchObject({
    gruppen: [],
    nichtAbrechenbar: [{ kontonummer: "HB-1", gruende: [{ code: "hebung_ohne_basis" }] }],
  });
  expect(await versucheZuBuchen([id])).toMatchObject({ status: 409, json: { code: "nichts_zu_buchen" } });
  expect((await hebungVon(hebungId)).status).toBe("aktiv");
});

test("eine, die keine Position mehr erreicht, ändert nichts: gebucht wird, der Hinweis nennt sie, sie bleibt aktiv", async () => {
  const id = await konto();
  const hebungId = await hebung(id, { art: "prozent", wertBp: 1000, wirksamAb: "2026-04-01" });
  const zweite = await hebung(id, { art: "prozent", wertBp: 500, wirksamAb: "2026-01-01" });
  // The lease is billed by another position from then on; what was meant ends the day before.
  await dienst.owner`update pachtkonto_position set gueltig_bis = '2026-03-31' where pachtkonto_id = ${id}`;
  const zeile = async () =>
    (await verwalter().get<{ data: object[] }>(`/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`)).json.data[0];
  expect(await zeile()).toMatchObject({
    // three months of 1,200.00 and three of 1,260.00
    paechterNettoCent: 30_000 + 31_500,
    gruende: [],
    hinweise: [{ code: "hebung_ohne_position", text: expect.stringContaining(`Hebung ${hebungId} `) }],
  });
  const abschliessen = await verwalter().put(`/abrechnung/hebungen/${hebungId}`, { status: "abgeschlossen" });
  expect(abschliessen).toMatchObject({ status: 409, json: { code: "hebung_ohne_position" } });
  const { vorschauHash } = await vorschau([id]);
  expect(await versucheZuBuchen([id], { vorschauHash })).toMatchObject({
    status: 201,
    json: { paechterNettoCent: 61_500 },
  });
  expect([(await hebungVon(hebungId)).status, (await hebungVon(zweite)).status]).toEqual(["aktiv", "abgeschlossen"]);
});

test("eine ohne Grundlage, deren Fassung vor dem fälligen Zeitraum endet, hält nichts auf und bleibt aktiv", async () => {
  const id = await konto({ abrechnungAb: "2026-07-01" });
  const hebungId = await hebung(id, { art: "betrag", betragCent: 12_000, wirksamAb: "2026-01-01" });
  await dienst.owner`
    update pachtkonto_position set betrag_cent = 0, gueltig_bis = '2026-06-30' where pachtkonto_id = ${id}`;
  await dienst.owner`
    insert into pachtkonto_position (pachtkonto_id, ursprung_id, positionsart_id, betrag_cent, intervall, gueltig_von)
    select pachtkonto_id, ursprung_id, positionsart_id, 120000, 'jaehrlich', '2026-07-01'
    from pachtkonto_position where pachtkonto_id = ${id}`;
  expect(await versucheZuBuchen([id])).toMatchObject({ status: 201, json: { paechterNettoCent: 30_000 } });
  expect((await hebungVon(hebungId)).status).toBe("aktiv");
});

test("auch eine Schlussabrechnung schließt sie ab", async () => {
  const id = await konto({ pachtende: "2026-06-30" });
  const vorher = await hebung(id, { art: "prozent", wertBp: 1000, wirksamAb: "2026-04-01" });
  // six months of 1,200.00, three of 1,320.00
  expect((await versucheZuBuchen([id])).json.paechterNettoCent).toBe(60_000 + 33_000);
  expect((await hebungVon(vorher)).status).toBe("abgeschlossen");
});

test("ein gescheiterter Lauf schließt nichts ab; viele Konten werden auf einmal abgeschlossen", async () => {
  const ids: number[] = [];
  while (ids.length < 40) ids.push(await konto());
  await dienst.owner`
    insert into hebung (pachtkonto_id, art, wert_bp, wirksam_ab, status)
    select id, 'prozent', 1000, '2026-04-01', 'aktiv' from unnest(${ids}::bigint[]) id`;
  await dienst.owner`
    create function stoere() returns trigger language plpgsql as $$
    begin raise exception 'Störung' using errcode = 'check_violation'; end $$`;
  await dienst.owner`create trigger stoerung before update on hebung execute function stoere()`;
  expect((await versucheZuBuchen(ids)).status).toBe(500);
  await dienst.owner`drop function stoere() cascade`;
  dienst.fehler.length = 0;
  const zaehle = async (status: string) =>
    (await dienst.owner`select from hebung where pachtkonto_id = any(${ids}) and status = ${status}`).length;
  expect(await zaehle("aktiv")).toBe(40);
  expect((await versucheZuBuchen(ids)).json.paechterNettoCent).toBe(40 * 126_000);
  expect(await zaehle("abgeschlossen")).toBe(40);
  const positionen = await dienst.owner`select from pachtkonto_position where pachtkonto_id = any(${ids})`;
  expect(positionen).toHaveLength(80);
});
