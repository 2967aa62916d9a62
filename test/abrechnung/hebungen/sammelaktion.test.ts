import { describe, expect, test } from "vitest";
import type { HebungSammelaktion } from "../../../src/abrechnung/hebungen/schema.ts";
import { buche } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitarbeiter, verwalter } from "../../hilfe/mitDienst.ts";
import { aktiv, geplant, mitUmlage, prozent } from "./handgriffe.ts";

mitUmlage();

const sammle = (body: object, wer = verwalter, kopf: Record<string, string> = {}) =>
  wer().post<HebungSammelaktion & { code: string }>("/abrechnung/hebungen/sammelaktion", body, kopf);
const status = async (...ids: number[]): Promise<string[]> => {
  const zeilen = await dienst.owner<{ status: string }[]>`select status from hebung where id = any(${ids}) order by id`;
  return zeilen.map((zeile) => zeile.status);
};
const wirkungslose = async (pachtkontoId: number): Promise<number[]> => {
  const { json } = await verwalter().get<{ data: { id: number }[] }>(
    `/abrechnung/hebungen?wirkungslos=ja&pachtkontoId=${pachtkontoId}`,
  );
  return json.data.map(({ id }) => id);
};

describe("Viele Hebungen auf einmal", () => {
  test("was geht, geschieht; was nicht geht, wird mit seinem Grund genannt", async () => {
    const [a, b] = [await geplant(await konto()), await geplant(await konto())];
    const schon = await aktiv(await konto());
    const { status: code, json } = await sammle({ aktion: "aktivieren", hebungIds: [a.id, schon.id, b.id, 999_999] });
    expect(code).toBe(200);
    expect(json).toMatchObject({
      erledigt: [a.id, b.id],
      abgelehnt: [
        { hebungId: schon.id, code: "status_unmoeglich" },
        { hebungId: 999_999, code: "nicht_gefunden" },
      ],
      uebrig: 0,
    });
    expect(await status(a.id, b.id, schon.id)).toEqual(["aktiv", "aktiv", "aktiv"]);
    expect(
      await dienst.owner`select count(*) n from auditlog where ressource = 'hebung' and ressource_id in
      (${String(a.id)}, ${String(b.id)}) and aktion = 'aendern'`,
    ).toEqual([{ n: 2 }]);
  });

  test("mit einem Idempotency-Key geschieht alles, und noch einmal gefragt dasselbe und nichts mehr", async () => {
    const ids = [await geplant(await konto()), await geplant(await konto()), await geplant(await konto())].map(
      ({ id }) => id,
    );
    const einmal = (hebungIds: number[]) =>
      sammle({ aktion: "aktivieren", hebungIds }, verwalter, { "Idempotency-Key": "alle drei" });
    const erste = await einmal(ids);
    expect(erste.json).toEqual({ erledigt: ids, abgelehnt: [], uebrig: 0 });
    expect(await status(...ids)).toEqual(["aktiv", "aktiv", "aktiv"]);
    await sammle({ aktion: "stornieren", hebungIds: ids.slice(0, 1) });
    expect(await einmal(ids)).toMatchObject({ status: 200, text: erste.text });
    expect(await status(...ids)).toEqual(["storniert", "aktiv", "aktiv"]);
    expect(await einmal(ids.slice(1))).toMatchObject({ status: 422, json: { code: "idempotenz_anderer_inhalt" } });
  });

  test("woran gerade jemand arbeitet, wird genannt und hält keine andere auf", async () => {
    const hebungen = [await geplant(await konto()), await geplant(await konto()), await geplant(await konto())];
    const [a, b, c] = hebungen.map(({ id }) => id) as [number, number, number];
    const antwort = await dienst.owner.begin(async (tx) => {
      await tx`select from pachtkonto where id = ${hebungen[1]?.pachtkontoId ?? 0} for update`;
      return sammle({ aktion: "aktivieren", hebungIds: [a, b, c] });
    });
    expect(antwort).toMatchObject({
      status: 200,
      json: { erledigt: [a, c], abgelehnt: [{ hebungId: b, code: "in_benutzung" }], uebrig: 0 },
    });
    expect(await status(a, b, c)).toEqual(["aktiv", "geplant", "aktiv"]);
  });

  test("die frühesten kommen zuerst dran, wie auch immer sie genannt sind", async () => {
    const pachtkontoId = await konto();
    const frueh = await geplant(pachtkontoId, { art: "prozent", wertBp: -10_000, wirksamAb: "2028-01-01" });
    const spaet = await geplant(pachtkontoId, {
      art: "betrag",
      betragCent: 100,
      wertBp: null,
      wirksamAb: "2028-04-01",
    });
    const hebungIds = [spaet.id, frueh.id, spaet.id];
    const { json } = await sammle({ aktion: "aktivieren", hebungIds });
    // After the first one nothing is left that an amount could be added to.
    expect(json).toMatchObject({
      erledigt: [frueh.id],
      abgelehnt: [{ hebungId: spaet.id, code: "hebung_ohne_basis" }],
    });
    expect((await sammle({ aktion: "stornieren", hebungIds })).json.erledigt).toEqual([frueh.id, spaet.id]);
  });

  test("ein Filter meint die geplanten bis zu einem Tag, jede Seite für sich", async () => {
    const pachtkontoId = await konto();
    const frueh = await geplant(pachtkontoId);
    const spaet = await geplant(pachtkontoId, { wirksamAb: "2028-04-01" });
    const filter = { pachtkontoId, wirksamBis: "2027-12-31" };
    expect((await sammle({ aktion: "aktivieren", filter })).json).toMatchObject({ erledigt: [frueh.id], uebrig: 0 });
    expect(await status(frueh.id, spaet.id)).toEqual(["aktiv", "geplant"]);
    expect((await sammle({ aktion: "stornieren", filter: { pachtkontoId } })).json.erledigt).toEqual([
      frueh.id,
      spaet.id,
    ]);
  });

  test("wer Hebungen nicht führt, führt auch nicht viele", async () => {
    const hebung = await geplant(await konto());
    expect((await sammle({ aktion: "aktivieren", hebungIds: [hebung.id] }, mitarbeiter)).status).toBe(403);
    expect(await status(hebung.id)).toEqual(["geplant"]);
  });

  test.each([
    ["weder ids noch Filter", { aktion: "aktivieren" }],
    ["beides", { aktion: "aktivieren", hebungIds: [1], filter: {} }],
    ["eine andere Aktion", { aktion: "abschliessen", hebungIds: [1] }],
    ["zu viele", { aktion: "stornieren", hebungIds: Array.from({ length: 1001 }, (_, i) => i + 1) }],
  ])("%s: 400", async (_, body) => expect((await sammle(body)).status).toBe(400));
});

describe("Was nichts mehr bewirken kann, wird genannt und lässt sich wegräumen", () => {
  test("nach dem Pachtende", async () => {
    const id = await konto();
    const hebung = await geplant(id);
    expect(await wirkungslose(id)).toEqual([]);
    expect((await verwalter().put(`/pachtkonten/${id}`, { pachtende: "2027-03-31" })).status).toBe(200);
    expect(await wirkungslose(id)).toEqual([hebung.id]);
    const { json } = await sammle({ aktion: "stornieren", filter: { wirkungslos: true, pachtkontoId: id } });
    expect(json).toEqual({ erledigt: [hebung.id], abgelehnt: [], uebrig: 0 });
    expect(await wirkungslose(id)).toEqual([]);
  });

  test("auf einem schlussabgerechneten Konto", async () => {
    const id = await konto({ pachtende: "2026-09-30" });
    const hebung = await geplant(id, { ...prozent, wirksamAb: "2025-04-01" });
    await dienst.owner`update hebung set wirksam_ab = '2026-12-01' where id = ${hebung.id}`;
    await buche(heute, [id]);
    expect(await wirkungslose(id)).toEqual([hebung.id]);
  });

  test("ohne eine Position am Tag, und nur dann", async () => {
    const id = await konto();
    const hebung = await geplant(id);
    const { json } = await verwalter().get<{ positionen: { id: number }[] }>(`/pachtkonten/${id}`);
    const position = `/pachtkonten/${id}/positionen/${json.positionen[0]?.id}`;
    expect((await verwalter().put(position, { gueltigBis: "2027-03-31" })).status).toBe(200);
    expect(await wirkungslose(id)).toEqual([hebung.id]);
    expect((await verwalter().put(position, { gueltigBis: "2027-04-01" })).status).toBe(200);
    expect(await wirkungslose(id)).toEqual([]);
  });
});
