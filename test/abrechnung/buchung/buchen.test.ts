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

const konto = (mehr: Parameters<typeof saeKonto>[2] = {}) => saeKonto(dienst.owner, heute, mehr);
const verwalter = () => dienst.als("verwalter");

type Lauf = { id: string; anzahlKonten: number; anzahlDokumente: number; paechterBruttoCent: number };
type Beleg = Record<string, unknown> & { id: number; belegnummer: string; belegart: string };

const buche = (body: object, kopf?: Record<string, string>) =>
  verwalter().post<Lauf & { code: string }>("/abrechnung/buchen", body, kopf);

const belegeVon = async (pachtkontoId: number): Promise<Beleg[]> => {
  const { json } = await verwalter().get<{ data: { id: number }[] }>(
    `/abrechnung/archiv-konten?pachtkontoId=${pachtkontoId}`,
  );
  const details = await Promise.all(
    json.data.map(({ id }) => verwalter().get<{ dokumente: Beleg[] }>(`/abrechnung/archiv-konten/${id}`)),
  );
  return details.flatMap((detail) => detail.json.dokumente);
};

describe("a booking", () => {
  test("archives documents to lessees and lessors, with lines, tax and payout", async () => {
    const id = await konto({
      kontonummer: "A-1",
      pachtbeginn: "2025-10-01",
      paechter: [
        [1, 1, 3],
        [2, 2, 3],
      ],
      verpaechter: [
        [4, 1, 2],
        [5, 1, 2],
      ],
      positionen: [
        { positionsartId: 1, betragCent: 120_000 },
        { positionsartId: 2, betragCent: 10_000 },
      ],
    });
    const { status, json } = await buche({ datum: "2026-10-01", auswahl: [id] });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      datum: "2026-10-01",
      belegdatum: heute,
      status: "abgeschlossen",
      anzahlAusgewaehlt: 1,
      anzahlKonten: 1,
      anzahlDokumente: 6,
      paechterNettoCent: 130_000,
      paechterSteuerCent: 1_900,
      paechterBruttoCent: 131_900,
      verpaechterBruttoCent: 120_000,
      gebuehrBruttoCent: 7_140,
      auszahlungCent: 112_860,
      benutzerName: "Test verwalter",
    });
    const belege = await belegeVon(id);
    expect(belege.map((b) => [b.belegart, b.kontaktId, b.nettoCent, b.bruttoCent, b.auszahlungCent])).toEqual([
      ["rechnung", 1, 43_333, 43_966, null],
      ["rechnung", 2, 86_667, 87_934, null],
      ["gutschrift", 4, 60_000, 60_000, 56_430],
      ["gebuehrenrechnung", 4, 3_000, 3_570, null],
      ["gutschrift", 5, 60_000, 60_000, 56_430],
      ["gebuehrenrechnung", 5, 3_000, 3_570, null],
    ]);
    expect(belege.map((b) => b.belegnummer)).toEqual([
      "RE-2026-000001",
      "RE-2026-000002",
      "GS-2026-000001",
      "GB-2026-000001",
      "GS-2026-000002",
      "GB-2026-000002",
    ]);
    expect(belege[2]?.gebuehrBelegId).toBe(belege[3]?.id);
    const { json: beleg } = await verwalter().get(`/abrechnung/archiv/${belege[0]?.id}`);
    expect(beleg).toMatchObject({
      zeitraumVon: "2025-10-01",
      zeitraumBis: "2026-09-30",
      faelligAm: "2026-10-01",
      // 20 November plus 14 days
      zahlbarBis: "2026-12-04",
      empfaenger: { anzeigename: "Anna Müller", ort: "Neubrandenburg" },
      aussteller: { firma: "Treuhand Muster GmbH", treuhandkontoIban: "DE02100100100006820101" },
      pdfStatus: "offen",
      zeilen: [
        { bezeichnung: "Pacht", nettoCent: 40_000, steuersatzBp: 0, herleitung: { anteil: "1/3", bruchteil: "1" } },
        { bezeichnung: "Gerät", nettoCent: 3_333, steuersatzBp: 1900, herleitung: { segmentCent: 10_000 } },
      ],
      steuergruppen: [
        { steuersatzBp: 1900, nettoCent: 3_333, steuerCent: 633 },
        { steuersatzBp: 0, nettoCent: 40_000, steuerCent: 0 },
      ],
    });
  });

  test("queues the letters of its run", async () => {
    const id = await konto();
    const { json } = await buche({ datum: "2025-10-01", auswahl: [id] });
    const jobs = await dienst.owner`select data from jobs.job where name = 'pdf-lauf'`;
    expect(jobs).toContainEqual({ data: { buchungslaufId: json.id } });
  });

  test("takes skipped older periods along, oldest first, each on its own document", async () => {
    const id = await konto({ verpaechter: [], positionen: [{ positionsartId: 2, betragCent: 10_000 }] });
    const { json } = await buche({ datum: "2026-11-20", auswahl: [id] });
    expect(json.anzahlDokumente).toBe(2);
    const belege = await belegeVon(id);
    expect(belege.map((b) => b.zeitraumVon)).toEqual(["2024-10-01", "2025-10-01"]);
    expect(belege.map((b) => b.belegnummer)).toEqual(belege.map((b) => b.belegnummer).sort());
  });

  test("of what is booked already is refused, and books nothing", async () => {
    const id = await konto();
    expect((await buche({ datum: heute, auswahl: [id] })).status).toBe(201);
    const zweiter = await buche({ datum: heute, auswahl: [id] });
    expect(zweiter).toMatchObject({ status: 409, json: { code: "nichts_zu_buchen" } });
    expect(await belegeVon(id)).toHaveLength(6);
  });

  test("of an account that cannot be billed is left out with its reasons, the others are booked", async () => {
    const gut = await konto();
    const ohne = await konto({ kontonummer: "O-1", paechter: [], istVorauszahlend: null });
    const { json } = await buche({ datum: heute, auswahl: [gut, ohne] });
    expect(json).toMatchObject({ anzahlKonten: 1, anzahlNichtAbrechenbar: 1 });
    const lauf = await dienst.als("pruefer").get(`/abrechnung/buchungslaeufe/${json.id}`);
    expect(lauf.json.nichtAbrechenbar).toEqual([
      {
        pachtkontoId: ohne,
        kontonummer: "O-1",
        gruende: [
          { code: "kein_paechter", text: expect.any(String) },
          { code: "vorauszahlung_unbekannt", text: expect.any(String) },
        ],
      },
    ]);
    expect(await buche({ datum: heute, auswahl: [ohne] })).toMatchObject({
      status: 409,
      json: {
        code: "nichts_zu_buchen",
        nichtAbrechenbar: [
          { kontonummer: "O-1", gruende: [{ code: "kein_paechter" }, { code: "vorauszahlung_unbekannt" }] },
        ],
      },
    });
  });

  test("of a period that comes to nothing has no documents and is done all the same", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01", positionen: [] });
    const { json } = await buche({ datum: heute, auswahl: [id] });
    expect(json).toMatchObject({ anzahlKonten: 1, anzahlDokumente: 0, paechterBruttoCent: 0 });
    expect((await buche({ datum: heute, auswahl: [id] })).status).toBe(409);
  });

  test("more than 62 days ahead, or of unknown accounts, is invalid", async () => {
    expect((await buche({ datum: "2027-01-22" })).status).toBe(400);
    expect(await buche({ datum: heute, auswahl: [999_999] })).toMatchObject({ status: 400 });
    expect((await buche({ datum: "20.11.2026" })).status).toBe(400);
    expect((await dienst.als("mitarbeiter").post("/abrechnung/buchen", { datum: heute })).status).toBe(403);
  });

  test("without complete company data is refused, and the preview says so", async () => {
    const id = await konto();
    await dienst.owner`update firmendaten set steuernummer = null`;
    const { json } = await verwalter().get(`/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${id}`);
    expect(json.hinweise).toMatchObject([{ code: "firmendaten_unvollstaendig" }]);
    expect(await buche({ datum: heute, auswahl: [id] })).toMatchObject({
      status: 409,
      json: { code: "firmendaten_unvollstaendig", fehlend: ["steuernummer"] },
    });
    await dienst.owner`update firmendaten set steuernummer = '072/123/45678'`;
  });

  test("sent again with its Idempotency-Key gives the first answer and books once", async () => {
    const id = await konto();
    const anfrage = { datum: heute, auswahl: [id] };
    const kopf = { "Idempotency-Key": `lauf-${id}` };
    const [erste, zweite] = [await buche(anfrage, kopf), await buche(anfrage, kopf)];
    expect(erste.status).toBe(201);
    expect(zweite.json).toEqual(erste.json);
    expect((await buche({ ...anfrage, datum: "2026-11-21" }, kopf)).status).toBe(422);
  });

  test("writes its entry of the audit log", async () => {
    const id = await konto();
    const { json } = await buche({ datum: heute, auswahl: [id] });
    const eintraege = await dienst.owner`
      select aktion, benutzer_name from auditlog where ressource = 'buchungslauf' and ressource_id = ${json.id}`;
    expect(eintraege).toEqual([{ aktion: "buchen", benutzerName: "Test verwalter" }]);
  });
});

describe("the preview", () => {
  test("shows to the cent what the booking then does", async () => {
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
    const { json: lauf } = await buche({ datum: heute, auswahl: ids, vorschauHash: vorschau.vorschauHash });
    expect(lauf).toMatchObject(vorschau.summen);
    const { json: leer } = await verwalter().get(pfad);
    expect(leer).toMatchObject({ gruppen: [], summen: { anzahlKonten: 0, paechterBruttoCent: 0 } });
  });

  test("in one account's full detail shows the lines and how they came about", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01" });
    const { json } = await verwalter().get<{ data: { perioden: { belege: { zeilen: object[] }[] }[] }[] }>(
      `/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`,
    );
    expect(json.data[0]).toMatchObject({ pachtkontoId: id, paechterBruttoCent: 120_000, gruende: [] });
    expect(json.data[0]?.perioden[0]?.belege[0]?.zeilen[0]).toMatchObject({ herleitung: { vollbetrag: "120000" } });
  });

  test("lists who cannot be billed and counts the reasons", async () => {
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

  test("that is outdated stops the booking and names the changed accounts", async () => {
    const [a, b] = [await konto({ kontonummer: "H-1" }), await konto({ kontonummer: "H-2" })];
    const pfad = `/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${a},${b}`;
    const { json } = await verwalter().get<{ vorschauHash: string }>(pfad);
    await dienst.owner`update pachtkonto_position set betrag_cent = 130000 where pachtkonto_id = ${b}`;
    const { vorschauHash } = json;
    expect(await buche({ datum: heute, auswahl: [a, b], vorschauHash })).toMatchObject({
      status: 409,
      json: { code: "vorschau_veraltet", konten: [{ pachtkontoId: b, kontonummer: "H-2" }] },
    });
    const [lauf] = await dienst.owner`
      select status, fehler from buchungslauf where vorschau_hash = ${vorschauHash}`;
    expect(lauf).toMatchObject({ status: "fehlgeschlagen", fehler: expect.stringContaining("Vorschau") });
    expect(await dienst.owner`select from stapel_beleg`).toHaveLength(0);
    expect(await belegeVon(a)).toEqual([]);
  });

  test("refuses what it cannot show", async () => {
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

describe("the archive", () => {
  test("finds documents by number, recipient and account, and by year", async () => {
    const id = await konto({ kontonummer: "SUCH-7" });
    await buche({ datum: "2025-10-01", auswahl: [id] });
    const suche = async (abfrage: string) =>
      (await verwalter().get<{ pagination: { total: number } }>(`/abrechnung/archiv?${abfrage}`)).json.pagination.total;
    expect(await suche("search=such-7")).toBe(3);
    expect(await suche("search=mueller+SUCH-7")).toBe(1);
    expect(await suche("search=re-2026-000001")).toBe(1);
    expect(await suche("search=such-7&year=2026")).toBe(3);
    expect(await suche("search=such-7&year=2025")).toBe(0);
  });

  test("lists completed runs, newest first", async () => {
    const { json } = await verwalter().get<{ status: string; beendetAm: string }[]>("/abrechnung/buchungslaeufe");
    expect(json.length).toBeGreaterThan(5);
    expect(json.every(({ status }) => status === "abgeschlossen")).toBe(true);
    expect(json.map(({ beendetAm }) => beendetAm)).toEqual(
      json
        .map(({ beendetAm }) => beendetAm)
        .sort()
        .reverse(),
    );
  });

  test("serves the letter and the account statement as PDF", async () => {
    const id = await konto();
    await buche({ datum: "2025-10-01", auswahl: [id] });
    const [beleg] = await belegeVon(id);
    for (const pfad of [`archiv/${beleg?.id}`, `archiv-konten/${beleg?.archivkontoId}`]) {
      const { status, kopf, text } = await verwalter().get(`/abrechnung/${pfad}/pdf`);
      expect([status, kopf.get("content-type"), text.slice(0, 5)]).toEqual([200, "application/pdf", "%PDF-"]);
    }
    const { json } = await verwalter().get(`/abrechnung/archiv/${beleg?.id}`);
    expect(json.pdfStatus).toBe("erstellt");
  });
});
