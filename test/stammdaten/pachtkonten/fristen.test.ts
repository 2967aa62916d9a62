import { describe, expect, test } from "vitest";
import type { Sonderfrist } from "../../../src/stammdaten/pachtkonten/fristen/schema.ts";
import type { Pachtkonto, PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { dienst, mitarbeiter } from "../../hilfe/mitDienst.ts";
import { anlegen, mitParteien } from "./handgriffe.ts";

mitParteien();

const lies = async (id: number) => {
  const { json, kopf } = await mitarbeiter().get<PachtkontoDetail>(`/pachtkonten/${id}`);
  return { konto: json, etag: kopf.get("etag") ?? "" };
};

const mitAcker = async (felder: object = {}, objekt: object = {}): Promise<number> => {
  const { status, json, text } = await anlegen(felder);
  expect(status, text).toBe(201);
  const neu = { bezeichnung: "Acker am Deich", objektart: "acker", pachtkontoId: json.id, ...objekt };
  expect((await mitarbeiter().post("/patchobjekte", neu)).status).toBe(201);
  return json.id;
};

// Today is 20 November 2026.
describe("Fristen eines Pachtkontos", () => {
  test("eine Landpacht ohne Ende sagt, bis wann die Kündigung eingehen muss, nach welchem Gesetz", async () => {
    expect((await lies(await mitAcker())).konto.fristen).toEqual([
      {
        art: "kuendigung",
        tag: "2027-10-04",
        wirktZum: "2029-09-30",
        gesetz: "§ 594a Abs. 1 BGB",
        text: "Eine Landpacht ohne Ende ist bis zum dritten Werktag eines Pachtjahrs zum Ende des nächsten kündbar. Bis 04.10.2027 zum 30.09.2029.",
      },
    ]);
  });

  test("ein Konto ohne Objekte hat keine: niemand weiß, welches Gesetz gilt", async () => {
    const { json } = await anlegen();
    expect((await lies(json.id)).konto.fristen).toEqual([]);
  });

  test("stehen im ETag; ein PUT nimmt ihn an und die Fristen ohne Wirkung zurück", async () => {
    const { json } = await anlegen();
    const vorher = await lies(json.id);
    await mitarbeiter().post("/patchobjekte", { bezeichnung: "Wiese", objektart: "gruenland", pachtkontoId: json.id });
    const { konto, etag } = await lies(json.id);
    expect(etag).toMatch(/^"\d+-[0-9a-f]{8}"$/);
    expect(etag).not.toBe(vorher.etag);
    const fristen = konto.fristen.map((frist) => ({ ...frist, tag: "2030-01-01" }));
    const body = { ...konto, fristen, bemerkung: "Rückruf" };
    const antwort = await mitarbeiter().put(`/pachtkonten/${json.id}`, body, { "If-Match": etag });
    expect(antwort.status, antwort.text).toBe(200);
    const danach = await lies(json.id);
    expect(danach.konto).toMatchObject({ bemerkung: "Rückruf", fristen: konto.fristen });
    expect((await mitarbeiter().put(`/pachtkonten/${json.id}`, { bemerkung: null }, { "If-Match": etag })).status).toBe(
      412,
    );
  });

  test("die Angaben zum Vertrag entscheiden, und lassen sich wieder leeren", async () => {
    const vertrag = {
      pachtende: "2040-09-30",
      vertragsart: "landpacht",
      vertragsschlussAm: "2026-11-02",
      vertragsform: "muendlich",
      kuendigungsregel: { monate: 24, zum: "pachtjahr" },
      verlaengerungMonate: 12,
      anfrageErhaltenAm: null,
      angezeigtAm: null,
    };
    const id = await mitAcker(vertrag, { bundesland: "SN", flaecheQm: 60_000 });
    const { konto } = await lies(id);
    expect(konto).toMatchObject(vertrag);
    expect(konto.objekte).toMatchObject([{ bundesland: "SN", objektart: "acker" }]);
    expect(konto.fristen.map(({ art, tag, gesetz }) => [art, tag, gesetz])).toEqual([
      ["anzeige", "2026-12-02", "§ 2 LPachtVG"],
      ["kuendigung", "2027-09-30", "§ 585a BGB, Vertrag"],
    ]);
    const geaendert = await mitarbeiter().put<PachtkontoDetail>(`/pachtkonten/${id}`, {
      vertragsform: "textform",
      angezeigtAm: "2026-11-20",
      kuendigungsregel: null,
    });
    expect(geaendert.json).toMatchObject({
      vertragsform: "textform",
      angezeigtAm: "2026-11-20",
      kuendigungsregel: null,
    });
    const danach = await lies(id);
    expect(danach.konto.fristen.map(({ art, tag, wirktZum }) => [art, tag, wirktZum])).toEqual([
      ["verlaengerung", "2038-10-04", "2040-09-30"],
    ]);
    const { json } = await mitarbeiter().get<{ data: object[] }>(`/pachtkonten?search=${konto.kontonummer}`);
    expect(json.data).toMatchObject([{ vertragsart: "landpacht", verlaengerungMonate: 12, kuendigungsregel: null }]);
    const [eintrag] = await dienst.owner<{ werte: string }[]>`
      select werte from auditlog left join auditwert on auditlog_id = id
      where ressource = 'pachtkonto' and ressource_id = ${String(id)} and aktion = 'aendern'`;
    expect(eintrag?.werte).toContain("vertragsform");
    expect(eintrag?.werte).toContain("kuendigungsregel");
  });

  test("eine zu späte Kündigung wird gespeichert, mit einem Hinweis auf Tag und Gesetz", async () => {
    const id = await mitAcker();
    const kuendige = (felder: object) =>
      mitarbeiter().put<Pachtkonto>(`/pachtkonten/${id}`, { status: "gekuendigt", ...felder });
    const { status, json } = await kuendige({ gekuendigtAm: "2026-10-06", kuendigungZum: "2028-09-30" });
    expect(status).toBe(200);
    expect(json).toMatchObject({ pachtende: "2028-09-30", hinweise: [{ code: "kuendigung_verspaetet" }] });
    expect(json.hinweise?.[0]?.text).toContain("05.10.2026");
    const gelesen = await mitarbeiter().get<Pachtkonto>(`/pachtkonten/${id}`);
    expect(gelesen.json).not.toHaveProperty("hinweise");
    const zurueck = await mitarbeiter().put<Pachtkonto>(`/pachtkonten/${id}`, { ...json, bemerkung: "Einig" });
    expect(zurueck.status, zurueck.text).toBe(200);
    expect(zurueck.json).not.toHaveProperty("hinweise");
    const rechtzeitig = await kuendige({ gekuendigtAm: "2026-10-05" });
    expect(rechtzeitig.status).toBe(200);
    expect(rechtzeitig.json).not.toHaveProperty("hinweise");
  });

  test("eine berichtigte Kündigung wird an dem Ende gemessen, das vor ihr vereinbart war", async () => {
    const id = await mitAcker({ pachtbeginn: "2018-10-01", pachtende: "2030-09-30" });
    const setze = async (felder: object) => {
      const { status, json, text } = await mitarbeiter().put<Pachtkonto>(`/pachtkonten/${id}`, felder);
      expect(status, text).toBe(200);
      return json.hinweise?.map(({ code, text: satz }) => [code, satz.includes("30.09.2030")]) ?? [];
    };
    const befristet = [["kuendigung_befristet", true]];
    const kuendigung = { status: "gekuendigt", gekuendigtAm: "2026-10-06", kuendigungZum: "2028-09-30" };
    expect(await setze(kuendigung)).toEqual(befristet);
    expect(await setze({ gekuendigtAm: "2026-10-05" })).toEqual(befristet);
    expect(await setze({ bemerkung: "Akte" })).toEqual([]);
    expect(await setze({ kuendigungZum: "2030-09-30" })).toEqual([]);
    expect(await setze({ status: "aktiv" })).toEqual([]);
    expect(await setze(kuendigung)).toEqual(befristet);
  });

  test("ein Konto, das schon gekündigt eingetragen wird, sagt dasselbe; ein genanntes Pachtende gilt als vereinbart", async () => {
    const kuendigung = { status: "gekuendigt", gekuendigtAm: "2026-10-06", kuendigungZum: "2028-09-30" };
    const codes = async (felder: object) => {
      const { status, json, text } = await anlegen({ vertragsart: "landpacht", ...kuendigung, ...felder });
      expect(status, text).toBe(201);
      return json.hinweise?.map(({ code }) => code) ?? [];
    };
    expect(await codes({})).toEqual(["kuendigung_verspaetet"]);
    expect(await codes({ gekuendigtAm: "2026-10-05" })).toEqual([]);
    expect(await codes({ pachtende: "2028-09-30" })).toEqual([]);
    expect(await codes({ vertragsart: null })).toEqual([]);
  });

  test("rechnet aus, was ein Ereignis in Gang setzt, nur für die Landpacht", async () => {
    const frage = (id: number, anfrage: string) =>
      mitarbeiter().get<Sonderfrist[] & { code: string }>(`/pachtkonten/${id}/sonderfristen?${anfrage}`);
    const id = await mitAcker();
    const tod = await frage(id, "ereignis=tod&tag=2026-11-20");
    expect(tod.status, tod.text).toBe(200);
    expect(tod.json.map(({ tag, wirktZum, gesetz }) => [tag, wirktZum, gesetz])).toEqual([
      ["2026-12-20", "2027-06-30", "§ 594d Abs. 1 BGB"],
      ["2027-03-31", "2027-06-30", "§ 594d Abs. 2 BGB"],
    ]);
    const ohneEnde = await frage(id, "ereignis=fortsetzung&tag=2026-11-20");
    expect([ohneEnde.status, ohneEnde.json.code]).toEqual([409, "ohne_ende"]);
    const { json } = await anlegen();
    const keine = await frage(json.id, "ereignis=tod&tag=2026-11-20");
    expect([keine.status, keine.json.code]).toEqual([409, "keine_landpacht"]);
    expect((await frage(id, "ereignis=hochzeit&tag=2026-11-20")).status).toBe(400);
    expect((await frage(99_999, "ereignis=tod&tag=2026-11-20")).status).toBe(404);
  });

  test.each([
    ["vertragsart", "erbpacht", "vertragsart"],
    ["vertragsform", "handschlag", "vertragsform"],
    ["kuendigungsregel", { monate: 0, zum: "monat" }, "kuendigungsregel.monate"],
    ["kuendigungsregel", { monate: 3 }, "kuendigungsregel.zum"],
    ["verlaengerungMonate", 0, "verlaengerungMonate"],
    ["angezeigtAm", "gestern", "angezeigtAm"],
  ])("%s %j ist 400", async (feld, wert, path) => {
    const { json } = await anlegen();
    const antwort = await mitarbeiter().put<{ errors: object[] }>(`/pachtkonten/${json.id}`, { [feld]: wert });
    expect(antwort.status).toBe(400);
    expect(antwort.json.errors).toMatchObject([{ path }]);
  });
});
