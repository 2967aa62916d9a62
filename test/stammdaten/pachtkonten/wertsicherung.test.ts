import { beforeAll, describe, expect, test } from "vitest";
import type { Indexreihe } from "../../../src/stammdaten/einstellungen/indexreihen/schema.ts";
import type { Pachtkonto, PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { dienst, mitarbeiter, verwalter } from "../../hilfe/mitDienst.ts";
import { anlegen, mitParteien } from "./handgriffe.ts";

mitParteien();

let reiheId: number;
beforeAll(async () => {
  const { json } = await verwalter().post<Indexreihe>("/einstellungen/indexreihen", { name: "Verbraucherpreise" });
  reiheId = json.id;
  for (const [basis, wert] of [
    ["2015 = 100", "113.4"],
    ["2020 = 100", "107.1"],
  ])
    await verwalter().post(`/einstellungen/indexreihen/${reiheId}/fassungen`, {
      basis,
      staende: [{ monat: "2022-01", wert }],
    });
});

const index = (mehr: object = {}) => ({
  art: "index",
  reiheId,
  basisMonat: "2022-01",
  schwelleBp: 1000,
  vergleich: "erreicht",
  rundung: "exakt",
  ...mehr,
});
const prozent = { art: "prozent", wertBp: 250, alleMonate: 36 };
const staffel = (...stufen: object[]) => ({ art: "staffel", stufen });
const setze = (id: number, felder: object) => mitarbeiter().put<Pachtkonto>(`/pachtkonten/${id}`, felder);

// The lease begins on 1 October 2025 where nothing else is said.
describe("Wertsicherung eines Pachtkontos", () => {
  test("was nicht gesagt ist, steht mit seiner Vorgabe da; das Konto lässt sich zurücksenden und leeren", async () => {
    const neu = await anlegen({ wertsicherung: index() });
    expect(neu.status, neu.text).toBe(201);
    const { id } = neu.json;
    const { json, kopf } = await mitarbeiter().get<PachtkontoDetail>(`/pachtkonten/${id}`);
    expect(json.wertsicherung).toEqual(
      index({
        schwellePunkte: null,
        weitergabeBp: 10_000,
        obergrenzeBp: null,
        beideRichtungen: true,
        fruehestensMonate: 0,
      }),
    );
    expect((await setze(id, json)).json.version).toBe(json.version);
    const geaendert = await setze(id, { wertsicherung: prozent });
    expect(geaendert.json).toMatchObject({ wertsicherung: prozent, version: json.version + 1 });
    const veraltet = await mitarbeiter().put(
      `/pachtkonten/${id}`,
      { wertsicherung: null },
      { "If-Match": kopf.get("etag") ?? "" },
    );
    expect(veraltet.status).toBe(412);
    expect((await setze(id, { wertsicherung: null })).json.wertsicherung).toBeNull();
    const [eintrag] = await dienst.owner<{ werte: string }[]>`
      select werte from auditlog left join auditwert on auditlog_id = id
      where ressource = 'pachtkonto' and ressource_id = ${String(id)} order by id desc limit 1`;
    expect(JSON.parse(eintrag?.werte ?? "")).toContainEqual({ feld: "wertsicherung", alt: prozent, neu: null });
  });

  test("eine Schwelle in Punkten nennt ihre Basis", async () => {
    const schwellePunkte = { punkte: "10.0", basis: "2015 = 100" };
    const neu = await anlegen({ wertsicherung: index({ schwelleBp: null, schwellePunkte }) });
    expect(neu.json.wertsicherung).toMatchObject({ schwellePunkte });
  });

  test.each<[string, () => object, string, string]>([
    ["eine Reihe, die es nicht gibt", () => index({ reiheId: 999_999 }), "reiheId", "unbekannt"],
    ["ein Monat ohne Wert", () => index({ basisMonat: "2022-02" }), "basisMonat", "unbekannt"],
    ["kein Monat", () => index({ basisMonat: "2022-13" }), "basisMonat", "falsches_format"],
    ["keine Schwelle", () => index({ schwelleBp: null }), "schwelleBp", "fehlt"],
    [
      "zwei Schwellen",
      () => index({ schwellePunkte: { punkte: "10.0", basis: "2020 = 100" } }),
      "schwellePunkte",
      "widerspruch",
    ],
    [
      "Punkte einer fremden Basis",
      () => index({ schwelleBp: null, schwellePunkte: { punkte: "10.0", basis: "2010 = 100" } }),
      "schwellePunkte.basis",
      "unbekannt",
    ],
    ["0 Prozent", () => ({ ...prozent, wertBp: 0 }), "wertBp", "zu_klein"],
    ["eine Stufe vor dem Beginn", () => staffel({ ab: "2024-09-30", betragCent: 1 }), "stufen.0.ab", "vor_beginn"],
    [
      "Stufen durcheinander",
      () => staffel({ ab: "2026-10-01", betragCent: 1 }, { ab: "2026-10-01", prozentBp: 200 }),
      "stufen.1.ab",
      "ungueltig",
    ],
    ["eine Stufe ohne Wert", () => staffel({ ab: "2026-10-01" }), "stufen.0.betragCent", "fehlt"],
    [
      "eine Stufe mit zwei Werten",
      () => staffel({ ab: "2026-10-01", betragCent: 1, prozentBp: 1 }),
      "stufen.0.prozentBp",
      "widerspruch",
    ],
    ["keine Stufe", () => staffel(), "stufen", "zu_wenige"],
  ])("%s: 400 am Feld", async (_, klausel, feld, code) => {
    const fehler = { status: 400, json: { errors: [{ path: `wertsicherung.${feld}`, code }] } };
    expect(await anlegen({ wertsicherung: klausel() })).toMatchObject(fehler);
    const { json } = await anlegen();
    expect(await setze(json.id, { wertsicherung: klausel() })).toMatchObject(fehler);
  });

  test("was das Preisklauselgesetz fragt, steht in der Antwort auf das Schreiben, einmal", async () => {
    const codes = ({ hinweise = [] }: Pachtkonto) => hinweise.map(({ code }) => code);
    const streng = index({ beideRichtungen: false, weitergabeBp: 15_000 });
    const neu = await anlegen({ wertsicherung: streng, pachtbeginn: "2024-10-01" });
    expect(codes(neu.json)).toEqual(["klausel_einseitig", "klausel_laufzeit", "klausel_unverhaeltnismaessig"]);
    const { id } = neu.json;
    expect(codes((await setze(id, { bemerkung: "Akte" })).json)).toEqual([]);
    expect(codes((await setze(id, { wertsicherung: index() })).json)).toEqual(["klausel_laufzeit"]);
    const kurz = await setze(id, { pachtende: "2034-09-29" });
    expect(kurz.json.hinweise?.[0]?.text).toContain("endet am 29.09.2034");
    expect(codes((await setze(id, { pachtende: "2034-09-30" })).json)).toEqual([]);
    expect(codes((await anlegen({ wertsicherung: prozent })).json)).toEqual([]);
  });

  test("die Datenbank selbst nimmt nur, was die Form einer Klausel hat", async () => {
    const { json } = await anlegen({ wertsicherung: prozent });
    for (const klausel of [{}, { art: "index" }, { ...index(), schwelleBp: null }, { art: "staffel", stufen: [] }, []])
      await expect(
        dienst.owner`update pachtkonto set wertsicherung = ${JSON.stringify(klausel)}::text::jsonb where id = ${json.id}`,
        JSON.stringify(klausel),
      ).rejects.toThrow("pachtkonto_wertsicherung_check");
  });
});
