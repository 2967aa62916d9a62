import { describe, expect, test } from "vitest";
import type { Hebung } from "../../../src/abrechnung/hebungen/schema.ts";
import { konto, mitarbeiter } from "../../hilfe/mitDienst.ts";
import {
  abgeschlossen,
  aktiv,
  audit,
  geplant,
  kontoMit,
  kontoVon,
  mitUmlage,
  plane,
  positionenVon,
  prozent,
  setze,
} from "./handgriffe.ts";

mitUmlage();

describe("planen", () => {
  test("legt eine geplante Hebung an, führt naechsteHebung und die Version des Kontos mit", async () => {
    const id = await konto();
    const vorher = (await kontoVon(id)).kopf.get("etag");
    const antwort = await plane(id, { bezeichnung: "Anpassung 2027", begruendung: "Vertrag § 4" });
    expect(antwort.status).toBe(201);
    expect(antwort.kopf.get("etag")).toBe('"1"');
    expect(antwort.json).toMatchObject({
      pachtkontoId: id,
      status: "geplant",
      art: "prozent",
      wertBp: 1000,
      betragCent: null,
      positionIds: null,
      abschluss: null,
      abgeschlossenAm: null,
    });
    const nachher = await kontoVon(id);
    expect(nachher.kopf.get("etag")).not.toBe(vorher);
    expect(nachher.json).toMatchObject({ naechsteHebung: "2027-04-01", geplanteHebungen: [{ id: antwort.json.id }] });
    expect(await audit("hebung", antwort.json.id)).toMatchObject([
      { aktion: "anlegen", benutzerName: "Test mitarbeiter" },
    ]);
  });

  test("Indexstände behalten ihre Nachkommastelle", async () => {
    const hebung = await geplant(await konto(), {
      art: "index",
      wertBp: undefined,
      indexBasis: "100.0",
      indexNeu: "119.3",
      indexBasisjahr: 2020,
      weitergabeBp: 7500,
      obergrenzeBp: 1000,
      verkettung: { alt: "127.2", neu: "100.3" },
    });
    expect(hebung).toMatchObject({
      weitergabeBp: 7500,
      obergrenzeBp: 1000,
      verkettung: { alt: "127.2", neu: "100.3" },
    });
    expect(hebung).toMatchObject({ indexBasis: "100.0", indexNeu: "119.3", indexBasisjahr: 2020, wertBp: null });
    const { json } = await mitarbeiter().get(`/abrechnung/hebungen/${hebung.id}`);
    expect(json).toEqual(hebung);
  });

  test.each([
    ["ohne eigenen Wert", { wertBp: undefined }, "wertBp"],
    ["mit dem Wert einer anderen Art", { betragCent: 100 }, "betragCent"],
    ["Prozent mit Weitergabe", { weitergabeBp: 5000 }, "weitergabeBp"],
    ["Prozent mit Verkettung", { verkettung: { alt: "1.0", neu: "1.0" } }, "verkettung"],
    ["betrag ohne betragCent", { art: "betrag", wertBp: undefined }, "betragCent"],
    ["betrag um 0", { art: "betrag", wertBp: undefined, betragCent: 0 }, "betragCent"],
    ["neuer_betrag mit Index", { art: "neuer_betrag", wertBp: undefined, betragCent: 1, indexNeu: "1.0" }, "indexNeu"],
    ["index ohne neuen Stand", { art: "index", wertBp: undefined, indexBasis: "105.1" }, "indexNeu"],
    ["prozent mit Basisjahr", { indexBasisjahr: 2020 }, "indexBasisjahr"],
    [
      "Index ohne Nachkommastelle",
      { art: "index", wertBp: undefined, indexBasis: "105", indexNeu: "119.3" },
      "indexBasis",
    ],
    [
      "Index mit zwei Nachkommastellen",
      { art: "index", wertBp: undefined, indexBasis: "105.12", indexNeu: "119.3" },
      "indexBasis",
    ],
    ["Index 0.0", { art: "index", wertBp: undefined, indexBasis: "0.0", indexNeu: "119.3" }, "indexBasis"],
    ["Index als Zahl", { art: "index", wertBp: undefined, indexBasis: 105.1, indexNeu: "119.3" }, "indexBasis"],
    ["unglaubhafter Index", { art: "index", wertBp: undefined, indexBasis: "0.1", indexNeu: "119.3" }, "indexNeu"],
    ["weniger als nichts", { wertBp: -10_001 }, "wertBp"],
    ["vor dem Pachtbeginn", { wirksamAb: "2024-09-30" }, "wirksamAb"],
    ["kein Tag", { wirksamAb: "2027-02-29" }, "wirksamAb"],
    ["schon aktiv", { status: "aktiv" }, "status"],
    ["leere Liste", { positionIds: [] }, "positionIds"],
    ["unbekanntes Konto", { pachtkontoId: 999_999 }, "pachtkontoId"],
    ["nur lesbares Feld", { kontonummer: "X" }, "kontonummer"],
  ])("400 %s", async (_, felder, feld) => {
    const antwort = await plane(await konto(), felder);
    expect(antwort.status, antwort.text).toBe(400);
    const { errors } = antwort.json as unknown as { errors: { path: string; message: string }[] };
    expect(JSON.stringify(errors)).toContain(feld);
  });

  test.each([
    [{ art: "neuer_betrag", wertBp: undefined }, "Eine Hebung auf einen neuen Betrag braucht den Betrag im Jahr."],
    [{ wertBp: undefined }, "Eine Hebung in Prozent braucht den Prozentsatz."],
    [{ betragCent: 100 }, "Bei einer Hebung in Prozent bitte den Betrag im Jahr weglassen."],
    [{ art: "betrag", wertBp: undefined, betragCent: 0 }, "Eine Hebung um 0 Euro ändert nichts."],
    [
      { art: "index", wertBp: undefined, indexBasis: "0.1", indexNeu: "119.3" },
      "Der neue Indexstand ist mehr als das 1000-fache des alten.",
    ],
  ])("was an den Werten fehlt oder zu viel ist, steht in deutschen Worten da: %#", async (felder, satz) => {
    const { json } = await plane(await konto(), felder);
    expect((json as unknown as { errors: { message: string }[] }).errors.map(({ message }) => message)).toEqual([satz]);
  });

  test("positionIds nennt nur erhöhbare, nicht einmalige Positionen dieses Kontos", async () => {
    const id = await kontoMit([
      { positionsartId: 1, betragCent: 10_000 },
      { positionsartId: 3, betragCent: 5_000 },
      { positionsartId: 1, betragCent: 700, intervall: "einmalig", gueltigVon: "2027-01-01" },
    ]);
    const fremd = (await positionenVon(await konto()))[0]?.ursprungId;
    const [pacht, umlage, einmalig] = (await positionenVon(id)).map(({ ursprungId }) => ursprungId);
    for (const [positionId, code] of [
      [umlage, "nicht_erhoehbar"],
      [einmalig, "einmalig"],
      [fremd, "unbekannt"],
      [999_999, "unbekannt"],
    ])
      expect(await plane(id, { positionIds: [pacht, positionId] })).toMatchObject({
        status: 400,
        json: { errors: [{ path: "positionIds.1", code }] },
      });
    expect((await geplant(id, { positionIds: [pacht, pacht] })).positionIds).toEqual([pacht]);
  });

  test.each([
    [
      "neuer_betrag auf eine Summe von 0",
      [{ positionsartId: 1, betragCent: 0 }],
      { art: "neuer_betrag", wertBp: undefined, betragCent: 100 },
    ],
    [
      "betrag auf eine negative Summe",
      [{ positionsartId: 1, betragCent: -100 }],
      { art: "betrag", wertBp: undefined, betragCent: 500 },
    ],
    [
      "betrag, der die Summe negativ macht",
      [{ positionsartId: 1, betragCent: 100 }],
      { art: "betrag", wertBp: undefined, betragCent: -101 },
    ],
    [
      "ein negativer neuer_betrag",
      [{ positionsartId: 1, betragCent: 100 }],
      { art: "neuer_betrag", wertBp: undefined, betragCent: -1 },
    ],
  ])("409 %s", async (_, positionen, felder) => {
    expect(await plane(await kontoMit(positionen), felder)).toMatchObject({
      status: 409,
      json: { code: "hebung_ohne_basis" },
    });
  });

  test.each([
    ["Prozent", {}],
    ["Betrag", { art: "betrag", wertBp: undefined, betragCent: 100 }],
    ["Index", { art: "index", wertBp: undefined, indexBasis: "100.0", indexNeu: "110.0" }],
  ])("409 ohne eine Position, die am Tag gilt: %s", async (_, felder) => {
    const ohnePosition = { status: 409, json: { code: "hebung_ohne_position" } };
    expect(await plane(await kontoMit([]), felder)).toMatchObject(ohnePosition);
    expect(
      await plane(await kontoMit([{ positionsartId: 1, betragCent: 100, gueltigVon: "2027-04-02" }]), felder),
    ).toMatchObject(ohnePosition);
    expect(await plane(await kontoMit([{ positionsartId: 3, betragCent: 100 }]), felder)).toMatchObject(ohnePosition);
  });

  test("ein Betrag über 10 Milliarden Euro ist 409", async () => {
    const id = await kontoMit([{ positionsartId: 1, betragCent: 999_999_999_999 }]);
    expect(await plane(id)).toMatchObject({ status: 409, json: { code: "betrag_zu_gross" } });
  });

  test("derselbe Idempotency-Key plant nur einmal", async () => {
    const id = await konto();
    const kopf = { "Idempotency-Key": "einmal" };
    const sende = () => mitarbeiter().post<Hebung>("/abrechnung/hebungen", { pachtkontoId: id, ...prozent }, kopf);
    const erste = await sende();
    expect((await sende()).json).toEqual(erste.json);
  });
});

describe("lesen und auflisten", () => {
  test("geordnet nach wirksamAb, gefiltert nach Status und Konto, seitenweise", async () => {
    const id = await konto();
    const erste = await geplant(id, { wirksamAb: "2027-01-01" });
    const dritte = await geplant(id, { wirksamAb: "2029-01-01" });
    const zweite = await aktiv(id, { wirksamAb: "2028-01-01" });
    const lies = async (anfrage: string) =>
      (await mitarbeiter().get<{ data: Hebung[]; pagination: object }>(`/abrechnung/hebungen?${anfrage}`)).json;
    const alle = await lies(`pachtkontoId=${id}`);
    expect(alle.data.map((hebung) => hebung.id)).toEqual([dritte.id, zweite.id, erste.id]);
    expect(alle.pagination).toEqual({ page: 1, limit: 20, total: 3, totalPages: 1 });
    expect((await lies(`pachtkontoId=${id}&status=aktiv`)).data).toEqual([zweite]);
    expect((await lies(`pachtkontoId=${id}&page=2&limit=2`)).data.map((hebung) => hebung.id)).toEqual([erste.id]);
    expect(await lies(`pachtkontoId=${id}&page=9`)).toMatchObject({ data: [], pagination: { total: 3 } });
    expect((await lies("limit=500")).pagination).toMatchObject({ limit: 500 });
  });

  test.each(["status=alle", "limit=501", "limit=0", "page=0", "jahr=2027", "pachtkontoId=x"])(
    "%s ist 400",
    async (anfrage) => {
      expect((await mitarbeiter().get(`/abrechnung/hebungen?${anfrage}`)).status).toBe(400);
    },
  );
});

describe("ändern", () => {
  test("eine geplante: Felder, Art, Zurücksenden, If-Match", async () => {
    const id = await konto();
    const hebung = await geplant(id);
    const geaendert = await mitarbeiter().put<Hebung>(`/abrechnung/hebungen/${hebung.id}`, {
      wirksamAb: "2027-07-01",
      begruendung: "neu",
    });
    expect(geaendert.json).toMatchObject({ wirksamAb: "2027-07-01", begruendung: "neu", version: 2 });
    expect((await kontoVon(id)).json.naechsteHebung).toBe("2027-07-01");
    const andereArt = await setze(hebung.id, { art: "betrag", betragCent: 5_000 });
    expect(andereArt.json).toMatchObject({ art: "betrag", betragCent: 5_000, wertBp: null });
    expect(await setze(hebung.id, { betragCent: 0 })).toMatchObject({ status: 400 });
    expect((await setze(hebung.id, { art: "neuer_betrag" })).json).toMatchObject({ betragCent: 5_000 });
    expect(await setze(hebung.id, { art: "index" })).toMatchObject({ status: 400 });
    expect(await setze(hebung.id, { wertBp: 100 })).toMatchObject({ status: 400 });

    const gelesen = await mitarbeiter().get<Hebung>(`/abrechnung/hebungen/${hebung.id}`);
    const etag = gelesen.kopf.get("etag") ?? "";
    expect(await setze(hebung.id, gelesen.json, { "If-Match": etag })).toMatchObject({
      status: 200,
      json: gelesen.json,
    });
    expect(await setze(hebung.id, { pachtkontoId: 1_000 })).toMatchObject({
      status: 400,
      json: { code: "nur_lesbar" },
    });
    expect((await setze(hebung.id, { wertBp: 1 }, { "If-Match": '"1"' })).status).toBe(412);
    expect((await setze(hebung.id, { bezeichnung: null, begruendung: null })).json).toMatchObject({
      begruendung: null,
    });
  });

  test.each(["aktiv", "abgeschlossen", "storniert"])("eine %s behält ihren Inhalt", async (status) => {
    const id = await konto();
    const hebung = await (status === "abgeschlossen" ? abgeschlossen(id) : aktiv(id));
    if (status === "storniert") await setze(hebung.id, { status });
    for (const felder of [{ wertBp: 1 }, { wirksamAb: "2027-05-01" }, { begruendung: "anders" }, { positionIds: [1] }])
      expect(await setze(hebung.id, felder), JSON.stringify(felder)).toMatchObject({
        status: 409,
        json: { code: "nur_geplant_aenderbar" },
      });
    const { json } = await mitarbeiter().get<Hebung>(`/abrechnung/hebungen/${hebung.id}`);
    expect(await mitarbeiter().put(`/abrechnung/hebungen/${hebung.id}`, json)).toMatchObject({ status: 200, json });
  });
});
