import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hebung } from "../../src/hebungen/schema.ts";
import { schliesseHebungenAb } from "../../src/hebungen/schliesseAb.ts";
import { listUeberfaelligeHebungen } from "../../src/hebungen/termine.ts";
import type { PachtkontoDetail, PachtkontoPosition } from "../../src/pachtkonten/schema.ts";
import { saeKonto, saeStammdaten } from "../abrechnung/saat.ts";
import { starteDienst, type Testdienst } from "../hilfe/dienst.ts";

const heute = "2026-11-20";
let dienst: Testdienst;

beforeAll(async () => {
  dienst = await starteDienst(heute);
  await saeStammdaten(dienst.owner);
  // Type 3 does not follow increases.
  await dienst.owner`
    insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund, erhoehbar)
    values ('Umlage', 'U', 0, '§ 4 Nr. 12 UStG', false)`;
});
afterAll(async () => {
  expect(dienst.fehler).toEqual([]);
  await dienst.beende();
});

type Positionen = NonNullable<Parameters<typeof saeKonto>[2]>["positionen"];

const verwalter = () => dienst.als("verwalter");
const mitarbeiter = () => dienst.als("mitarbeiter");
const konto = (positionen?: Positionen, mehr: Parameters<typeof saeKonto>[2] = {}) =>
  saeKonto(dienst.owner, heute, { ...mehr, ...(positionen ? { positionen } : {}) });
const prozent = { art: "prozent", wertBp: 1000, wirksamAb: "2027-04-01" };
const plane = (pachtkontoId: number, felder: object = {}) =>
  mitarbeiter().post<Hebung & { code: string }>("/abrechnung/hebungen", { pachtkontoId, ...prozent, ...felder });
const geplant = async (pachtkontoId: number, felder: object = {}): Promise<Hebung> => {
  const antwort = await plane(pachtkontoId, felder);
  expect(antwort.status, antwort.text).toBe(201);
  return antwort.json;
};
const setze = (id: number, felder: object, kopf?: Record<string, string>) =>
  verwalter().put<Hebung & { code: string; detail: string }>(`/abrechnung/hebungen/${id}`, felder, kopf);
const aktiv = async (pachtkontoId: number, felder: object = {}): Promise<Hebung> => {
  const { id } = await geplant(pachtkontoId, felder);
  const antwort = await setze(id, { status: "aktiv" });
  expect(antwort.status, antwort.text).toBe(200);
  return antwort.json;
};
const abgeschlossen = async (pachtkontoId: number, felder: object = {}): Promise<Hebung> => {
  const { id } = await aktiv(pachtkontoId, felder);
  const antwort = await setze(id, { status: "abgeschlossen" });
  expect(antwort.status, antwort.text).toBe(200);
  return antwort.json;
};
const positionenVon = async (id: number): Promise<PachtkontoPosition[]> =>
  (await mitarbeiter().get<PachtkontoPosition[]>(`/pachtkonten/${id}/positionen`)).json;
const kontoVon = (id: number) => mitarbeiter().get<PachtkontoDetail>(`/pachtkonten/${id}`);
/** [amount, from, to] of every version, position by position. */
const fassungen = async (id: number) =>
  (await positionenVon(id)).map(({ betragCent, gueltigVon, gueltigBis }) => [betragCent, gueltigVon, gueltigBis]);
const audit = async (ressource: string, id: number) =>
  dienst.owner<{ aktion: string; werte: string; benutzerName: string }[]>`
    select aktion, werte, benutzer_name from auditlog
    where ressource = ${ressource} and ressource_id = ${String(id)} order by id`;

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
    });
    expect(hebung).toMatchObject({ indexBasis: "100.0", indexNeu: "119.3", indexBasisjahr: 2020, wertBp: null });
    const { json } = await mitarbeiter().get(`/abrechnung/hebungen/${hebung.id}`);
    expect(json).toEqual(hebung);
  });

  test.each([
    ["ohne eigenen Wert", { wertBp: undefined }, "wertBp"],
    ["mit dem Wert einer anderen Art", { betragCent: 100 }, "betragCent"],
    ["betrag ohne betragCent", { art: "betrag", wertBp: undefined }, "betragCent"],
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

  test("positionIds nennt nur erhöhbare, nicht einmalige Positionen dieses Kontos", async () => {
    const id = await konto([
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
    ["betrag ohne Position", [], { art: "betrag", wertBp: undefined, betragCent: 100 }],
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
    expect(await plane(await konto(positionen), felder)).toMatchObject({
      status: 409,
      json: { code: "hebung_ohne_basis" },
    });
  });

  test("ein Prozentsatz lässt sich vor seiner Position planen, aber nicht ohne sie aktivieren", async () => {
    const { id } = await geplant(await konto([]));
    expect(await setze(id, { status: "aktiv" })).toMatchObject({ status: 409, json: { code: "hebung_ohne_basis" } });
  });

  test("ein Betrag über 10 Milliarden Euro ist 409", async () => {
    const id = await konto([{ positionsartId: 1, betragCent: 999_999_999_999 }]);
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

describe("Zustände", () => {
  const wege = ["geplant", "aktiv", "abgeschlossen", "storniert"] as const;
  const erlaubt = new Set([
    "geplant aktiv",
    "geplant storniert",
    "aktiv abgeschlossen",
    "aktiv storniert",
    "geplant geplant",
  ]);
  const bringe = async (status: (typeof wege)[number]): Promise<Hebung> => {
    const id = await konto();
    if (status === "geplant") return geplant(id);
    if (status === "abgeschlossen") return abgeschlossen(id);
    const hebung = await aktiv(id);
    return status === "aktiv" ? hebung : (await setze(hebung.id, { status })).json;
  };

  test.each(wege.flatMap((von) => wege.map((nach) => [von, nach] as const)))("%s nach %s", async (von, nach) => {
    const hebung = await bringe(von);
    const antwort = await setze(hebung.id, { status: nach });
    if (erlaubt.has(`${von} ${nach}`)) expect(antwort).toMatchObject({ status: 200, json: { status: nach } });
    else expect(antwort).toMatchObject({ status: 409, json: { code: "status_unmoeglich" } });
  });

  test("Mitarbeiter planen, führen aber nicht; Prüfer lesen nur", async () => {
    const { id } = await geplant(await konto());
    for (const status of ["aktiv", "storniert"])
      expect(await mitarbeiter().put(`/abrechnung/hebungen/${id}`, { status })).toMatchObject({
        status: 403,
        json: { code: "keine_berechtigung" },
      });
    expect((await mitarbeiter().put(`/abrechnung/hebungen/${id}`, { status: "geplant", wertBp: 1 })).status).toBe(200);
    expect((await dienst.als("pruefer").put(`/abrechnung/hebungen/${id}`, { wertBp: 2 })).status).toBe(403);
    expect((await dienst.als("pruefer").get(`/abrechnung/hebungen/${id}`)).status).toBe(200);
    expect((await dienst.als("administrator").put(`/abrechnung/hebungen/${id}`, { status: "aktiv" })).status).toBe(200);
    expect((await mitarbeiter().put(`/abrechnung/hebungen/${id}`, { status: "abgeschlossen" })).status).toBe(403);
    expect((await mitarbeiter().delete(`/abrechnung/hebungen/${id}`)).status).toBe(403);
  });

  test("löschen: nur geplant oder storniert", async () => {
    for (const [status, erwartet] of [
      ["geplant", 204],
      ["aktiv", 409],
      ["abgeschlossen", 409],
      ["storniert", 204],
    ] as const) {
      const hebung = await bringe(status);
      expect((await verwalter().delete(`/abrechnung/hebungen/${hebung.id}`)).status, status).toBe(erwartet);
      const danach = await mitarbeiter().get(`/abrechnung/hebungen/${hebung.id}`);
      expect(danach.status, status).toBe(erwartet === 204 ? 404 : 200);
    }
  });

  test("eine gelöschte oder stornierte bestimmt naechsteHebung nicht mehr", async () => {
    const id = await konto();
    const [erste, zweite] = [await geplant(id), await geplant(id, { wirksamAb: "2027-01-01" })];
    await verwalter().delete(`/abrechnung/hebungen/${zweite.id}`);
    expect((await kontoVon(id)).json.naechsteHebung).toBe("2027-04-01");
    await setze(erste.id, { status: "storniert" });
    expect((await kontoVon(id)).json.naechsteHebung).toBeNull();
  });

  test("zwei schließen gleichzeitig ab: einer gewinnt", async () => {
    const id = await konto();
    const hebung = await aktiv(id);
    const antworten = await Promise.all(Array.from({ length: 5 }, () => setze(hebung.id, { status: "abgeschlossen" })));
    expect(antworten.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await fassungen(id)).toEqual([
      [120_000, null, "2027-03-31"],
      [132_000, "2027-04-01", null],
    ]);
  });
});

describe("abschließen", () => {
  test.each([
    ["prozent", { wertBp: 333 }, [120_001], [123_997]],
    ["index", { indexBasis: "105.1", indexNeu: "119.3" }, [413_835], [469_748]],
    // 1,099.99 a year become 1,199.99: 363.633 three times and 109.091, the cent left over goes to the first
    ["betrag", { betragCent: 10_000 }, [33_333, 33_333, 33_333, 10_000], [36_364, 36_363, 36_363, 10_909]],
    ["neuer_betrag", { betragCent: 100_000 }, [12_345, 23_456], [34_482, 65_518]],
  ])("%s rechnet auf den Cent", async (art, wert, alte, neue) => {
    const id = await konto(alte.map((betragCent) => ({ positionsartId: 1, betragCent })));
    const hebung = await abgeschlossen(id, { wertBp: undefined, ...wert, art });
    expect(hebung.abschluss?.map(({ betragAltCent }) => betragAltCent)).toEqual(alte);
    expect(hebung.abschluss?.map(({ betragNeuCent }) => betragNeuCent)).toEqual(neue);
    expect(await fassungen(id)).toEqual(
      alte.flatMap((alt, nr) => [
        [alt, null, "2027-03-31"],
        [neue[nr], "2027-04-01", null],
      ]),
    );
  });

  test("Jahresbeträge gehen auf den Rhythmus der Position zurück", async () => {
    const id = await konto([
      { positionsartId: 1, betragCent: 10_000, intervall: "monatlich" },
      { positionsartId: 2, betragCent: 40_000, intervall: "halbjaehrlich" },
    ]);
    const hebung = await abgeschlossen(id, { art: "betrag", wertBp: undefined, betragCent: 10_000 });
    // 1,200.00 + 800.00 a year, plus 60.00 and 40.00
    expect(hebung.abschluss?.map(({ betragNeuCent }) => betragNeuCent)).toEqual([10_500, 42_000]);
  });

  test("hält fest, wer wann was geändert hat, und führt die Termine des Kontos weiter", async () => {
    const id = await konto();
    await dienst.owner`update pachtkonto set hebemonat = '04' where id = ${id}`;
    const vorher = (await kontoVon(id)).kopf.get("etag");
    const hebung = await abgeschlossen(id);
    const [alt, neu] = await positionenVon(id);
    expect(hebung).toMatchObject({
      status: "abgeschlossen",
      abgeschlossenVon: "Test verwalter",
      abschluss: [
        {
          ursprungId: alt?.ursprungId,
          positionId: neu?.id,
          bezeichnung: "Pacht",
          intervall: "jaehrlich",
          betragAltCent: 120_000,
          betragNeuCent: 132_000,
        },
      ],
    });
    expect(hebung.abgeschlossenAm).not.toBeNull();
    expect(neu).toMatchObject({ ursprungId: alt?.ursprungId, positionsartId: 1, anteilig: true });
    const nachher = await kontoVon(id);
    expect(nachher.kopf.get("etag")).not.toBe(vorher);
    expect(nachher.json).toMatchObject({ letzteHebung: "2027-04-01", naechsteHebung: "2028-04-01" });
    const [, aktiviert, vollendet] = await audit("hebung", hebung.id);
    expect(aktiviert?.aktion).toBe("aendern");
    expect(vollendet?.aktion).toBe("abschliessen");
    expect(vollendet?.werte).toContain('"betragNeuCent":132000');
    expect(await audit("position", Number(neu?.id))).toMatchObject([{ aktion: "neue_fassung" }]);
    expect(await audit("position", Number(alt?.id))).toMatchObject([{ aktion: "aendern" }]);
    expect((await audit("pachtkonto", id)).at(-1)?.werte).toContain("2028-04-01");
  });

  test("nur die genannten Positionen; einmalige und nicht erhöhbare nie", async () => {
    const id = await konto([
      { positionsartId: 1, betragCent: 10_000 },
      { positionsartId: 2, betragCent: 20_000 },
      { positionsartId: 3, betragCent: 30_000 },
      { positionsartId: 1, betragCent: 700, intervall: "einmalig", gueltigVon: "2027-05-01" },
    ]);
    const zweite = (await positionenVon(id))[1]?.ursprungId;
    const hebung = await abgeschlossen(id, { positionIds: [zweite] });
    expect(hebung.abschluss).toMatchObject([{ ursprungId: zweite, betragAltCent: 20_000, betragNeuCent: 22_000 }]);
    await abgeschlossen(id, { wirksamAb: "2028-04-01" });
    expect(await fassungen(id)).toEqual([
      [10_000, null, "2028-03-31"],
      [11_000, "2028-04-01", null],
      [20_000, null, "2027-03-31"],
      [22_000, "2027-04-01", "2028-03-31"],
      [24_200, "2028-04-01", null],
      [30_000, null, null],
      [700, "2027-05-01", null],
    ]);
  });

  test("eine Fassung, die genau dann beginnt, ändert sich selbst; spätere bleiben, wie eingegeben", async () => {
    const id = await konto([{ positionsartId: 1, betragCent: 10_000 }]);
    const erste = (await positionenVon(id))[0]?.id;
    const neueFassung = (positionId: number | undefined, betragCent: number, gueltigVon: string) =>
      mitarbeiter().put<{ id: number }>(`/pachtkonten/${id}/positionen/${positionId}`, { betragCent, gueltigVon });
    const zweite = (await neueFassung(erste, 20_000, "2027-04-01")).json.id;
    await neueFassung(zweite, 30_000, "2028-04-01");
    const hebung = await abgeschlossen(id);
    expect(hebung.abschluss).toMatchObject([{ positionId: zweite, betragAltCent: 20_000, betragNeuCent: 22_000 }]);
    expect(await fassungen(id)).toEqual([
      [10_000, null, "2027-03-31"],
      [22_000, "2027-04-01", "2028-03-31"],
      [30_000, "2028-04-01", null],
    ]);
    expect((await abgeschlossen(id, { wirksamAb: "2027-10-01" })).abschluss).toMatchObject([{ betragNeuCent: 24_200 }]);
    expect((await fassungen(id)).slice(1)).toEqual([
      [22_000, "2027-04-01", "2027-09-30"],
      [24_200, "2027-10-01", "2028-03-31"],
      [30_000, "2028-04-01", null],
    ]);
  });

  test("die Vorschau rechnet mit der aktiven wie danach mit der abgeschlossenen", async () => {
    const id = await konto([{ positionsartId: 1, betragCent: 120_000 }], { pachtbeginn: "2026-10-01" });
    const summe = async () =>
      (
        await verwalter().get<{ data: { paechterNettoCent: number }[] }>(
          `/abrechnung/vorschau?datum=2027-10-01&pachtkontoId=${id}`,
        )
      ).json.data[0]?.paechterNettoCent;
    expect(await summe()).toBe(120_000);
    const hebung = await aktiv(id);
    expect(await summe()).toBe(126_000);
    await setze(hebung.id, { status: "abgeschlossen" });
    expect(await summe()).toBe(126_000);
  });

  test("letzteHebung geht nicht zurück", async () => {
    const id = await konto([
      { positionsartId: 1, betragCent: 10_000 },
      { positionsartId: 1, betragCent: 20_000 },
    ]);
    const [erste, zweite] = (await positionenVon(id)).map(({ ursprungId }) => ursprungId);
    await abgeschlossen(id, { positionIds: [erste], wirksamAb: "2028-01-01" });
    await abgeschlossen(id, { positionIds: [zweite], wirksamAb: "2027-01-01" });
    expect((await kontoVon(id)).json.letzteHebung).toBe("2028-01-01");
  });
});

describe("Reihenfolge", () => {
  test("vor einer abgeschlossenen lässt sich auf derselben Position nichts planen, ändern oder aktivieren", async () => {
    const id = await konto([
      { positionsartId: 1, betragCent: 10_000 },
      { positionsartId: 1, betragCent: 20_000 },
    ]);
    const [erste, zweite] = (await positionenVon(id)).map(({ ursprungId }) => ursprungId);
    const spaeter = await geplant(id, { wirksamAb: "2028-01-01" });
    await abgeschlossen(id, { positionIds: [erste], wirksamAb: "2027-06-01" });
    const dahinter = { status: 409, json: { code: "hinter_abgeschlossener" } };
    expect(await plane(id)).toMatchObject(dahinter);
    expect(await plane(id, { positionIds: [erste] })).toMatchObject(dahinter);
    expect((await plane(id, { positionIds: [zweite] })).status).toBe(201);
    expect(await setze(spaeter.id, { wirksamAb: "2027-05-31" })).toMatchObject(dahinter);
    // On the same day the lower id is applied first.
    expect(await setze(spaeter.id, { wirksamAb: "2027-06-01" })).toMatchObject(dahinter);
    expect((await setze(spaeter.id, { wirksamAb: "2027-06-02" })).status).toBe(200);
  });

  test.each(["geplant", "aktiv"])("eine frühere, die noch %s ist, hält den Abschluss auf", async (status) => {
    const id = await konto();
    const frueher = await (status === "aktiv" ? aktiv(id) : geplant(id));
    const spaeter = await aktiv(id, { wirksamAb: "2028-04-01" });
    expect(await setze(spaeter.id, { status: "abgeschlossen" })).toMatchObject({
      status: 409,
      json: { code: "fruehere_offen" },
    });
    await setze(frueher.id, { status: "storniert" });
    expect((await setze(spaeter.id, { status: "abgeschlossen" })).json.abschluss).toMatchObject([
      { betragNeuCent: 132_000 },
    ]);
  });

  test("mehrere nacheinander bauen aufeinander auf", async () => {
    const id = await konto([{ positionsartId: 1, betragCent: 413_835 }]);
    const hebungen = [
      await aktiv(id, {
        wirksamAb: "2027-01-01",
        art: "index",
        wertBp: undefined,
        indexBasis: "105.1",
        indexNeu: "119.3",
      }),
      await aktiv(id, { wirksamAb: "2028-01-01", wertBp: 250 }),
      await aktiv(id, { wirksamAb: "2029-01-01", art: "betrag", wertBp: undefined, betragCent: 1 }),
    ];
    for (const { id: hebungId } of hebungen)
      expect((await setze(hebungId, { status: "abgeschlossen" })).status).toBe(200);
    expect(await fassungen(id)).toEqual([
      [413_835, null, "2026-12-31"],
      [469_748, "2027-01-01", "2027-12-31"],
      [481_492, "2028-01-01", "2028-12-31"],
      [481_493, "2029-01-01", null],
    ]);
  });

  test("eine, die einer aktiven die Grundlage nähme, wird nicht aktiv", async () => {
    const id = await konto();
    await aktiv(id, { art: "betrag", wertBp: undefined, betragCent: 100, wirksamAb: "2028-01-01" });
    const aufNull = await geplant(id, {
      art: "neuer_betrag",
      wertBp: undefined,
      betragCent: 0,
      wirksamAb: "2027-01-01",
    });
    expect(await setze(aufNull.id, { status: "aktiv" })).toMatchObject({
      status: 409,
      json: { code: "hebung_ohne_basis" },
    });
  });
});

describe("gebuchter Zeitraum", () => {
  test("409 beim Planen, Ändern, Aktivieren und Abschließen, mit dem Beleg", async () => {
    // Two years are due: 10/2024 to 9/2025 and 10/2025 to 9/2026.
    const id = await konto();
    const vorGebuchtem = await geplant(id, { wirksamAb: "2026-04-01" });
    const andere = await konto();
    const offen = await aktiv(andere, { wirksamAb: "2026-04-01" });
    await dienst.sql`update hebung set status = 'geplant' where id = ${offen.id}`;
    const gebucht = await verwalter().post("/abrechnung/buchen", { datum: "2026-10-01", auswahl: [id, andere] });
    expect(gebucht.status, gebucht.text).toBe(201);
    await dienst.sql`update hebung set status = 'aktiv' where id = ${offen.id}`;
    const konflikt = {
      status: 409,
      json: { code: "zeitraum_gebucht", belegnummer: expect.stringMatching(/^RE-2026-/), zeitraumBis: "2026-09-30" },
    };
    expect(await plane(id, { wirksamAb: "2025-10-01" })).toMatchObject(konflikt);
    expect(await plane(id, { wirksamAb: "2026-09-30" })).toMatchObject(konflikt);
    expect(await setze(vorGebuchtem.id, { wertBp: 2000 })).toMatchObject(konflikt);
    expect(await setze(vorGebuchtem.id, { status: "aktiv" })).toMatchObject(konflikt);
    expect(await setze(offen.id, { status: "abgeschlossen" })).toMatchObject(konflikt);
    expect((await plane(id, { wirksamAb: "2026-10-01" })).status).toBe(201);
    expect((await setze(vorGebuchtem.id, { wirksamAb: "2026-10-01" })).status).toBe(200);
    expect((await setze(vorGebuchtem.id, { status: "storniert" })).status).toBe(200);
  });
});

describe("abschließen durch die Buchung", () => {
  const urheber = { akteur: { id: null, name: "Lauf" }, anfrageId: null };

  test("mehrere Konten mit mehreren Hebungen auf einmal", async () => {
    const konten = await Promise.all([1, 2, 3].map((nr) => konto([{ positionsartId: 1, betragCent: nr * 10_000 }])));
    const hebungen: Hebung[] = [];
    for (const id of konten) {
      hebungen.push(await aktiv(id, { wirksamAb: "2027-01-01" }));
      // The same day twice, and one later: the version that begins there changes once more.
      hebungen.push(await aktiv(id, { wirksamAb: "2027-01-01", art: "betrag", wertBp: undefined, betragCent: 1 }));
      hebungen.push(await aktiv(id, { wirksamAb: "2027-07-01", wertBp: -5000 }));
    }
    const auftraege = hebungen.map(({ id }) => ({ hebungId: id })).reverse();
    await dienst.sql.begin((tx) => schliesseHebungenAb(tx, urheber, auftraege, heute));
    for (const [nr, id] of konten.entries()) {
      const alt = (nr + 1) * 10_000;
      expect(await fassungen(id)).toEqual([
        [alt, null, "2026-12-31"],
        [alt * 1.1 + 1, "2027-01-01", "2027-06-30"],
        [Math.round((alt * 1.1 + 1) / 2), "2027-07-01", null],
      ]);
      expect((await kontoVon(id)).json.letzteHebung).toBe("2027-07-01");
    }
    const { json } = await mitarbeiter().get<Hebung>(`/abrechnung/hebungen/${hebungen[1]?.id}`);
    expect(json).toMatchObject({
      status: "abgeschlossen",
      abgeschlossenVon: "Lauf",
      abschluss: [{ betragAltCent: 11_000, betragNeuCent: 11_001 }],
    });
  });

  test("was nicht mehr aktiv ist, hält alles auf", async () => {
    const [eins, zwei] = [await aktiv(await konto()), await geplant(await konto())];
    const schliesse = (ids: number[]) =>
      dienst.sql.begin((tx) =>
        schliesseHebungenAb(
          tx,
          urheber,
          ids.map((hebungId) => ({ hebungId })),
          heute,
        ),
      );
    await expect(schliesse([eins.id, zwei.id])).rejects.toMatchObject({ status: 409, code: "nicht_aktiv" });
    await expect(schliesse([eins.id, 999_999])).rejects.toMatchObject({ status: 409, code: "nicht_aktiv" });
    expect(await fassungen(eins.pachtkontoId)).toHaveLength(1);
  });
});

describe("Abschlüsse und Termine", () => {
  test("GET /abrechnung/hebung-abschluesse nach Konto und Jahr", async () => {
    const id = await konto();
    const erste = await abgeschlossen(id);
    const zweite = await abgeschlossen(id, { wirksamAb: "2028-01-01" });
    await aktiv(id, { wirksamAb: "2028-06-01" });
    const lies = async (anfrage: string) =>
      (
        await dienst
          .als("pruefer")
          .get<{ data: { hebungId: number }[]; pagination: { total: number } }>(
            `/abrechnung/hebung-abschluesse?${anfrage}`,
          )
      ).json;
    const alle = await lies(`pachtkontoId=${id}`);
    expect(alle.data.map(({ hebungId }) => hebungId)).toEqual([zweite.id, erste.id]);
    expect(alle.data[1]).toMatchObject({
      kontonummer: erste.kontonummer,
      wirksamAb: "2027-04-01",
      abgeschlossenVon: "Test verwalter",
      positionen: [{ betragAltCent: 120_000, betragNeuCent: 132_000 }],
    });
    expect((await lies(`pachtkontoId=${id}&year=2028&limit=1`)).pagination.total).toBe(1);
    expect((await mitarbeiter().get("/abrechnung/hebung-abschluesse?jahr=2028")).status).toBe(400);
    expect((await mitarbeiter().get("/abrechnung/hebung-abschluesse?limit=501")).status).toBe(400);
  });

  test("sync-naechste-hebung rechnet alle Konten nach und beim zweiten Mal nichts", async () => {
    const [mitMonat, mitHebung] = [await konto(), await konto()];
    await geplant(mitHebung, { wirksamAb: "2027-02-01" });
    await verwalter().post("/abrechnung/sync-naechste-hebung");
    await dienst.owner`update pachtkonto set hebemonat = '03' where id = ${mitMonat}`;
    await dienst.owner`update pachtkonto set naechste_hebung = null where id = ${mitHebung}`;
    const [{ anzahl } = { anzahl: 0 }] = await dienst.owner<{ anzahl: number }[]>`
      select count(*) as anzahl from pachtkonto`;
    const sync = () => verwalter().post("/abrechnung/sync-naechste-hebung");
    expect(await sync()).toMatchObject({ status: 200, json: { geprueft: anzahl, geaendert: 2 } });
    expect(await sync()).toMatchObject({ status: 200, json: { geprueft: anzahl, geaendert: 0 } });
    expect((await kontoVon(mitMonat)).json.naechsteHebung).toBe("2027-03-01");
    expect((await kontoVon(mitHebung)).json.naechsteHebung).toBe("2027-02-01");
    expect((await mitarbeiter().post("/abrechnung/sync-naechste-hebung")).status).toBe(403);
  });

  test("überfällig ist, was geplant blieb, obwohl sein Tag vorbei ist", async () => {
    const id = await konto();
    const vorbei = await geplant(id, { wirksamAb: "2026-11-19" });
    await geplant(id, { wirksamAb: heute });
    await aktiv(id, { wirksamAb: "2026-11-18", art: "prozent" });
    const ueberfaellig = (await listUeberfaelligeHebungen(dienst.sql, heute)).filter((h) => h.pachtkontoId === id);
    expect(ueberfaellig.map((hebung) => hebung.id)).toEqual([vorbei.id]);
    expect(ueberfaellig[0]).toMatchObject({ kontonummer: vorbei.kontonummer, wirksamAb: "2026-11-19", art: "prozent" });
  });
});
