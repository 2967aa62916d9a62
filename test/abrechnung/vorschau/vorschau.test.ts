import { describe, expect, test } from "vitest";
import { belegeVon, sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

/** The description of `datum` in the query or the body of an operation. */
const gesagtZuDatum = (pfad: string, methode: string): unknown => {
  const { parameters = [], requestBody } = dienst.dokument.paths[pfad]?.[methode] ?? {};
  const frage = parameters.find(({ name }) => name === "datum");
  const ref = requestBody?.content["application/json"]?.schema.$ref as string | undefined;
  const koerper = dienst.dokument.components.schemas[ref?.split("/").at(-1) ?? ""]?.properties as
    | Record<string, { description?: string }>
    | undefined;
  return frage?.schema.description ?? koerper?.datum?.description;
};

describe("wie weit voraus", () => {
  test.each([
    ["get", "/abrechnung/vorschau"],
    ["get", "/abrechnung/vorschau-gruppen"],
    ["post", "/abrechnung/vorschau-gruppen"],
    ["get", "/abrechnung/pdf-entwurf"],
    ["post", "/abrechnung/buchen"],
  ])("das Dokument sagt bei %s %s, bis wann die Vorschau und bis wann das Buchen geht", (methode, pfad) => {
    expect(gesagtZuDatum(pfad, methode)).toMatch(/bis 24 Monate nach heute, das Buchen bis 62 Tage/);
  });

  test("und bei der Abrechnungsliste, dass sie so weit geht wie die Vorschau", () => {
    expect(gesagtZuDatum("/pachtkonten/abrechnung-liste", "get")).toMatch(/höchstens 24 Monate nach heute/);
  });

  test("eine Vorschau geht bis zu diesem Tag, gebucht wird bis zu diesem", async () => {
    const vorschau = (datum: string) => verwalter().get(`/abrechnung/vorschau-gruppen?datum=${datum}`);
    expect((await vorschau("2028-11-20")).status).toBe(200);
    const zuWeit = { status: 400, json: { errors: [{ path: "datum", code: "zu_weit" }] } };
    expect(await vorschau("2028-11-21")).toMatchObject(zuWeit);
    expect(await sendeBuchung({ datum: "2027-01-21" })).toMatchObject({ json: { code: "nichts_zu_buchen" } });
    expect(await sendeBuchung({ datum: "2027-01-22" })).toMatchObject(zuWeit);
  });
});

describe("die Vorschau", () => {
  test("zeigt auf den Cent, was die Buchung dann tut", async () => {
    const ids = [
      await konto({ kontonummer: "V-2", istVorauszahlend: true, pachtbeginn: "2026-02-15" }),
      await konto({ kontonummer: "V-1", zahlungsrhythmus: "vierteljaehrlich", pachtbeginn: "2026-07-01" }),
    ];
    const pfad = `/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${ids.join(",")}`;
    const { json: vorschau } = await verwalter().get<{
      vorschauHash: string;
      gruppen: { schluessel: string; konten: { kontonummer: string; paechterBruttoCent: number }[] }[];
      summen: Record<string, number>;
    }>(pfad);
    expect(vorschau.gruppen.map(({ schluessel, konten }) => [schluessel, konten.map((k) => k.kontonummer)])).toEqual([
      ["regulaer|2026-02-15|2026-02-15|2026-09-30", ["V-2"]],
      ["regulaer|2026-10-01|2026-07-01|2026-09-30", ["V-1"]],
      ["regulaer|2026-10-01|2026-10-01|2027-09-30", ["V-2"]],
    ]);
    expect(vorschau.gruppen[0]?.konten[0]?.paechterBruttoCent).toBe(75_000);
    const { json: lauf } = await sendeBuchung({ datum: heute, auswahl: ids, vorschauHash: vorschau.vorschauHash });
    expect(lauf).toMatchObject(vorschau.summen);
    const { json: leer } = await verwalter().get(pfad);
    expect(leer).toMatchObject({ gruppen: [], summen: { anzahlKonten: 0, paechterBruttoCent: 0 } });
  });

  test("zeigt eines Kontos Zeilen und wie sie zustande kommen", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01" });
    const { json } = await verwalter().get<{ data: { perioden: { belege: { zeilen: object[] }[] }[] }[] }>(
      `/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`,
    );
    expect(json.data[0]).toMatchObject({ pachtkontoId: id, paechterBruttoCent: 120_000, gruende: [] });
    expect(json.data[0]?.perioden[0]?.belege[0]?.zeilen[0]).toMatchObject({ herleitung: { vollbetrag: "120000" } });
  });

  test.each(["pachtkontoId", "auswahl"])("nennt den Parameter, dessen Pachtkonto es nicht gibt: %s", async (name) => {
    const { status, json } = await verwalter().get(`/abrechnung/vorschau?datum=${heute}&${name}=999999`);
    expect([status, json.errors]).toEqual([400, [expect.objectContaining({ path: name, code: "unbekannt" })]]);
  });

  test("ein Pachtkonto und eine Auswahl zugleich: beide grenzen ein, und Unbekanntes wird genannt", async () => {
    const [eins, zwei] = [await konto({ pachtbeginn: "2025-10-01" }), await konto({ pachtbeginn: "2025-10-01" })];
    const hole = (auswahl: string) =>
      verwalter().get<{ data: { pachtkontoId: number }[]; errors: object[] }>(
        `/abrechnung/vorschau?datum=${heute}&pachtkontoId=${eins}&auswahl=${auswahl}`,
      );
    expect((await hole(`${zwei},${eins}`)).json.data.map(({ pachtkontoId }) => pachtkontoId)).toEqual([eins]);
    expect((await hole(`${zwei}`)).json).toMatchObject({ data: [], pagination: { total: 0 } });
    const { status, json } = await hole(`${eins},999999`);
    expect([status, json.errors]).toEqual([400, [expect.objectContaining({ path: "auswahl", code: "unbekannt" })]]);
  });

  test("nennt, wer nicht abrechenbar ist, und zählt die Gründe", async () => {
    const inaktiv = await konto({ kontonummer: "N-1", status: "inaktiv" });
    const beendet = await konto({ kontonummer: "N-2", status: "inaktiv", pachtende: "2026-08-31", paechter: [] });
    const { json } = await verwalter().post("/abrechnung/vorschau-gruppen", {
      datum: heute,
      auswahl: [inaktiv, beendet],
    });
    expect(json).toMatchObject({
      gruppen: [],
      nichtAbrechenbar: [
        { kontonummer: "N-1", gruende: [{ code: "inaktiv" }] },
        { kontonummer: "N-2", gruende: [{ code: "inaktiv" }, { code: "kein_paechter" }] },
      ],
      nichtAbrechenbarGruende: [
        { code: "inaktiv", anzahl: 2 },
        { code: "kein_paechter", anzahl: 1 },
      ],
    });
  });

  test("hält die Buchung auf, wenn sie veraltet ist, und nennt die geänderten Konten", async () => {
    const [a, b] = [await konto({ kontonummer: "H-1" }), await konto({ kontonummer: "H-2" })];
    const pfad = `/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${a},${b}`;
    const { json } = await verwalter().get<{ vorschauHash: string }>(pfad);
    await dienst.owner`update pachtkonto_position set betrag_cent = 130000 where pachtkonto_id = ${b}`;
    const { vorschauHash } = json;
    expect(await sendeBuchung({ datum: heute, auswahl: [a, b], vorschauHash })).toMatchObject({
      status: 409,
      json: { code: "vorschau_veraltet", konten: [{ pachtkontoId: b, kontonummer: "H-2" }] },
    });
    const [lauf] = await dienst.owner`
      select status, fehler from buchungslauf where vorschau_hash = ${vorschauHash}`;
    expect(lauf).toMatchObject({ status: "fehlgeschlagen", fehler: expect.stringContaining("Vorschau") });
    expect(await dienst.owner`select from stapel_beleg`).toHaveLength(0);
    expect(await belegeVon(a)).toEqual([]);
  });

  test.each([
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+15:59",
    "1899-12-31T23:59:59Z",
    "2026-11-20T10:00:00+16:00",
    "gestern",
  ])("hat ein vorschauHash mit dem Zeitpunkt %s nie gehabt: 400, und kein Buchungslauf", async (zeitpunkt) => {
    const id = await konto();
    const vorschauHash = `${zeitpunkt}.${"0".repeat(64)}`;
    expect(await sendeBuchung({ datum: heute, auswahl: [id], vorschauHash })).toMatchObject({
      status: 400,
      json: { errors: [{ path: "vorschauHash", message: "kein vorschauHash" }] },
    });
    expect(await dienst.owner`select from buchungslauf where vorschau_hash = ${vorschauHash}`).toHaveLength(0);
  });

  test("lehnt ab, was sie nicht zeigen kann", async () => {
    for (const abfrage of [
      "",
      "?datum=2026-02-30",
      "?datum=2028-11-21",
      `?datum=${heute}&auswahl=`,
      `?datum=${heute}&auswahl=1, 2`,
      `?datum=${heute}&auswahl=0`,
      `?datum=${heute}&auswahl=987654321`,
    ])
      expect((await verwalter().get(`/abrechnung/vorschau-gruppen${abfrage}`)).status, abfrage).toBe(400);
    const viele = Array.from({ length: 1001 }, (_, i) => i + 1).join(",");
    expect(await verwalter().get(`/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${viele}`)).toMatchObject({
      status: 400,
      json: { code: "auswahl_zu_gross" },
    });
  });
});
