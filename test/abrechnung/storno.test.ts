import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { starteDienst, type Testdienst } from "../hilfe/dienst.ts";
import { saeKonto, saeStammdaten } from "./saat.ts";

const heute = "2026-11-20";
let dienst: Testdienst;

beforeAll(async () => {
  dienst = await starteDienst(heute);
  await saeStammdaten(dienst.owner);
});

afterAll(async () => {
  await pruefeNummern();
  expect(dienst.fehler).toEqual([]);
  await dienst.beende();
});

const konto = (mehr: Parameters<typeof saeKonto>[2] = {}) => saeKonto(dienst.owner, heute, mehr);
const verwalter = () => dienst.als("verwalter");

type Lauf = { id: string; status: string; code: string };
type Beleg = {
  id: number;
  belegnummer: string;
  belegart: string;
  kontaktId: number;
  zeitraumVon: string;
  nettoCent: number;
  steuerCent: number;
  bruttoCent: number;
  auszahlungCent: number | null;
  gebuehrBelegId: number | null;
  stornoVonId: number | null;
  stornoVonBuchungslaufId: string | null;
  storniertDurchId: number | null;
  buchungslaufId: string;
};
type Storno = {
  code: string;
  laeufe: { buchungslaufId: string; status: string }[];
  anzahlKonten: number;
  anzahlZeitraeume: number;
  anzahlBelege: number;
  konten: { pachtkontoId: number; zeitraeume: { art: string; zeitraumVon: string; faelligkeitId: number | null }[] }[];
  belege: { id: number; belegnummer: string; stornoVonId: number }[];
  belegnummern: string[];
  summen: Record<string, number>;
  extern: unknown[];
};

const buche = async (datum: string, auswahl: number[]): Promise<Lauf> => {
  const { status, json } = await verwalter().post<Lauf>("/abrechnung/buchen", { datum, auswahl });
  expect(status, JSON.stringify(json)).toBe(201);
  return json;
};
const storniere = (body: object, kopf?: Record<string, string>) =>
  verwalter().post<Storno>("/abrechnung/stornieren", { grund: "Falscher Stichtag", ...body }, kopf);

const belegeVon = async (pachtkontoId: number): Promise<Beleg[]> => {
  const { json } = await verwalter().get<{ data: { id: number }[] }>(
    `/abrechnung/archiv-konten?pachtkontoId=${pachtkontoId}`,
  );
  const details = await Promise.all(
    json.data.map(({ id }) => verwalter().get<{ dokumente: Beleg[] }>(`/abrechnung/archiv-konten/${id}`)),
  );
  return details.flatMap((detail) => detail.json.dokumente);
};
const laufstatus = async (id: string) => {
  const { json } = await verwalter().get<Lauf[]>("/abrechnung/buchungslaeufe");
  return json.find((lauf) => lauf.id === id)?.status;
};
const faelligkeiten = async (id: number) =>
  (
    await dienst.owner<{ von: string; bis: string; status: string; art: string }[]>`
      select zeitraum_von von, zeitraum_bis bis, status, art from faelligkeit
      where pachtkonto_id = ${id} and status <> 'entfallen' and zeitraum_von <= ${heute} order by zeitraum_von`
  ).map(({ von, bis, status, art }) => [von, bis, status, art].join(" "));
const stand = async (id: number) =>
  (await dienst.owner`select status, schlussabrechnung from pachtkonto where id = ${id}`)[0];

/** Per series: numbers 1 to n without a gap, and the counter right behind them. */
const pruefeNummern = async () => {
  const reihen = await dienst.owner`
    select b.belegart, count(*) anzahl, max(right(b.belegnummer, 6)::bigint) hoechste,
      count(distinct b.belegnummer) verschieden, n.naechste
    from archiv_beleg b
    join nummernkreis n on n.belegart = b.belegart and n.jahr = extract(year from b.belegdatum)
    group by b.belegart, n.naechste`;
  expect(reihen.length).toBeGreaterThan(0);
  for (const { anzahl, hoechste, verschieden, naechste } of reihen)
    expect([hoechste, verschieden, naechste]).toEqual([anzahl, anzahl, anzahl + 1]);
};

/** Sums of the amount columns of an export. */
const exportsumme = async (laufId: string, seite: string, spalten: string[]): Promise<number[]> => {
  const { text } = await verwalter().get(`/abrechnung/export/${seite}?buchungslaufId=${laufId}`);
  const [kopf = [], ...zeilen] = text
    .replace("\uFEFF", "")
    .split("\r\n")
    .filter(Boolean)
    .map((zeile) => zeile.split(";"));
  return spalten.map((spalte) =>
    zeilen.reduce((summe, zeile) => summe + Number((zeile[kopf.indexOf(spalte)] ?? "").replace(/[,.]/g, "")), 0),
  );
};

const zwei = {
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
} satisfies Parameters<typeof konto>[0];

describe("book, cancel, book again", () => {
  test("negates every cent, opens the period and books the same amounts once more", async () => {
    const id = await konto(zwei);
    const lauf = await buche("2026-10-01", [id]);
    const erste = await belegeVon(id);
    const { status, json } = await storniere({ buchungslaufId: lauf.id });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      belegdatum: heute,
      grund: "Falscher Stichtag",
      laeufe: [{ buchungslaufId: lauf.id, status: "storniert" }],
      anzahlKonten: 1,
      anzahlZeitraeume: 1,
      anzahlBelege: 6,
      summen: {
        paechterNettoCent: -130_000,
        paechterSteuerCent: -1_900,
        paechterBruttoCent: -131_900,
        verpaechterBruttoCent: -120_000,
        gebuehrBruttoCent: -7_140,
        auszahlungCent: -112_860,
      },
      konten: [{ pachtkontoId: id, zeitraeume: [{ zeitraumVon: "2025-10-01", zeitraumBis: "2026-09-30" }] }],
      extern: [],
    });
    expect(json.belege.map(({ stornoVonId }) => stornoVonId)).toEqual(erste.map((beleg) => beleg.id));
    const alle = await belegeVon(id);
    const stornos = alle.filter((beleg) => beleg.stornoVonId !== null);
    expect(stornos.map((b) => [b.belegart, b.kontaktId, b.nettoCent, b.bruttoCent, b.auszahlungCent])).toEqual([
      ["stornorechnung", 1, -43_333, -43_966, null],
      ["stornorechnung", 2, -86_667, -87_934, null],
      ["stornogutschrift", 4, -60_000, -60_000, -56_430],
      ["stornorechnung", 4, -3_000, -3_570, null],
      ["stornogutschrift", 5, -60_000, -60_000, -56_430],
      ["stornorechnung", 5, -3_000, -3_570, null],
    ]);
    expect(stornos.map((b) => b.belegnummer)).toEqual([
      "ST-2026-000001",
      "ST-2026-000002",
      "SG-2026-000001",
      "ST-2026-000003",
      "SG-2026-000002",
      "ST-2026-000004",
    ]);
    expect(stornos[2]?.gebuehrBelegId).toBe(stornos[3]?.id);
    for (const storno of stornos)
      expect(storno).toMatchObject({ buchungslaufId: lauf.id, stornoVonBuchungslaufId: lauf.id });
    for (const original of alle.filter((beleg) => beleg.stornoVonId === null))
      expect(original.storniertDurchId).toBe(stornos.find((s) => s.stornoVonId === original.id)?.id);
    const details = await Promise.all(
      [erste[0]?.id, stornos[0]?.id].map((belegId) => verwalter().get(`/abrechnung/archiv/${belegId}`)),
    );
    const [original, storno] = details.map(
      ({ json: beleg }) => beleg as unknown as { zeilen: Beleg[]; steuergruppen: Beleg[]; stornoGrund: string | null },
    );
    expect(storno?.zeilen).toEqual(original?.zeilen.map((z) => ({ ...z, nettoCent: -z.nettoCent })));
    expect(storno?.steuergruppen).toEqual(
      original?.steuergruppen.map((g) => ({ ...g, nettoCent: -g.nettoCent, steuerCent: 0 - g.steuerCent })),
    );
    expect([original?.stornoGrund, storno?.stornoGrund]).toEqual([null, "Falscher Stichtag"]);
    expect(await laufstatus(lauf.id)).toBe("storniert");
    expect(await exportsumme(lauf.id, "paechter", ["Netto", "Steuer", "Brutto"])).toEqual([0, 0, 0]);
    expect(await exportsumme(lauf.id, "verpaechter", ["Netto", "Steuer", "Brutto", "Auszahlung"])).toEqual([
      0, 0, 0, 0,
    ]);
    expect(await faelligkeiten(id)).toContain("2025-10-01 2026-09-30 offen regulaer");

    const zweiter = await buche("2026-10-01", [id]);
    const neue = (await belegeVon(id)).filter((beleg) => beleg.buchungslaufId === zweiter.id);
    const betraege = (belege: Beleg[]) => belege.map((b) => [b.belegart, b.kontaktId, b.nettoCent, b.bruttoCent]);
    expect(betraege(neue)).toEqual(betraege(erste));
    expect(neue.map((b) => b.belegnummer)).not.toEqual(erste.map((b) => b.belegnummer));
    expect((await storniere({ archivIds: [neue[0]?.id] })).status).toBe(201);
  });

  test("leaves an audit entry, and the letters to the worker", async () => {
    const id = await konto();
    const lauf = await buche("2025-10-01", [id]);
    await storniere({ buchungslaufId: lauf.id });
    const [eintrag] = await dienst.owner<{ werte: string }[]>`
      select werte from auditlog where aktion = 'stornieren' and ressource_id = ${lauf.id}`;
    expect(JSON.parse(String(eintrag?.werte))).toContainEqual({ feld: "grund", alt: null, neu: "Falscher Stichtag" });
    const jobs = await dienst.owner`
      select from jobs.job where name = 'pdf-lauf' and data ->> 'buchungslaufId' = ${lauf.id}`;
    expect(jobs).toHaveLength(2);
  });

  test("under one Idempotency-Key is one storno", async () => {
    const lauf = await buche("2025-10-01", [await konto()]);
    const kopf = { "Idempotency-Key": `storno-${lauf.id}` };
    const [a, b] = [
      await storniere({ buchungslaufId: lauf.id }, kopf),
      await storniere({ buchungslaufId: lauf.id }, kopf),
    ];
    expect([a.status, b.status]).toEqual([201, 201]);
    expect(b.json).toEqual(a.json);
  });

  test("reopens the period as the account stands today", async () => {
    const id = await konto({ zahlungsrhythmus: "jaehrlich", istVorauszahlend: true, pachtbeginn: "2025-10-01" });
    const lauf = await buche("2025-10-01", [id]);
    await dienst.owner`update pachtkonto set pachtende = '2026-03-31' where id = ${id}`;
    await storniere({ buchungslaufId: lauf.id });
    expect(await faelligkeiten(id)).toEqual(["2025-10-01 2026-03-31 offen schlussabrechnung"]);
  });

  test("takes a period without documents along", async () => {
    const id = await konto({ positionen: [] });
    const lauf = await buche("2025-10-01", [id]);
    const { json } = await storniere({ buchungslaufId: lauf.id });
    expect(json).toMatchObject({ anzahlZeitraeume: 1, anzahlBelege: 0, laeufe: [{ status: "storniert" }] });
    expect(await faelligkeiten(id)).toContain("2024-10-01 2025-09-30 offen regulaer");
  });
});

describe("one document stands for its period", () => {
  test("naming a lessor's document cancels all of the period, and only that", async () => {
    const id = await konto({ zahlungsrhythmus: "halbjaehrlich" });
    const anderes = await konto();
    const lauf = await buche("2026-10-01", [id, anderes]);
    const belege = await belegeVon(id);
    const gutschrift = belege.find((b) => b.belegart === "gutschrift" && b.zeitraumVon === "2025-04-01");
    const { json } = await storniere({ archivIds: [gutschrift?.id] });
    expect(json).toMatchObject({
      anzahlBelege: 3,
      konten: [{ pachtkontoId: id, zeitraeume: [{ zeitraumVon: "2025-04-01", zeitraumBis: "2025-09-30" }] }],
      laeufe: [{ buchungslaufId: lauf.id, status: "abgeschlossen" }],
      summen: { paechterNettoCent: -60_000, verpaechterBruttoCent: -60_000 },
    });
    expect(await faelligkeiten(id)).toEqual([
      "2024-10-01 2025-03-31 gebucht regulaer",
      "2025-04-01 2025-09-30 offen regulaer",
      "2025-10-01 2026-03-31 gebucht regulaer",
      "2026-04-01 2026-09-30 gebucht regulaer",
      "2026-10-01 2027-03-31 offen regulaer",
    ]);
    expect(await laufstatus(lauf.id)).toBe("abgeschlossen");

    const rest = await storniere({ buchungslaufId: lauf.id });
    expect(rest.json).toMatchObject({ anzahlZeitraeume: 5, laeufe: [{ status: "storniert" }] });
    expect(await exportsumme(lauf.id, "paechter", ["Brutto"])).toEqual([0]);
  });

  test("documents of several runs at once", async () => {
    const id = await konto({ pachtbeginn: "2023-10-01" });
    const laeufe = [await buche("2024-10-01", [id]), await buche("2025-10-01", [id])];
    const belege = (await belegeVon(id)).filter((b) => b.belegart === "rechnung");
    const { json } = await storniere({ archivIds: belege.map((b) => b.id) });
    expect(json.laeufe).toEqual(laeufe.map(({ id: buchungslaufId }) => ({ buchungslaufId, status: "storniert" })));
  });
});

describe("refuses", () => {
  test("a second storno, and the storno of a storno", async () => {
    const id = await konto();
    const lauf = await buche("2025-10-01", [id]);
    const { json } = await storniere({ buchungslaufId: lauf.id });
    const [beleg] = json.belege;
    expect(await storniere({ buchungslaufId: lauf.id })).toMatchObject({
      status: 409,
      json: { code: "schon_storniert" },
    });
    expect(await storniere({ archivIds: [beleg?.stornoVonId] })).toMatchObject({
      status: 409,
      json: { code: "schon_storniert", belegnummern: [expect.stringMatching(/^RE-/)] },
    });
    expect(await storniere({ archivIds: [beleg?.id] })).toMatchObject({
      status: 409,
      json: { code: "schon_storniert", belegnummern: [beleg?.belegnummer] },
    });
  });

  test("both or none of run and documents, no reason, and what does not exist", async () => {
    const fremd = "00000000-0000-4000-8000-000000000000";
    expect((await storniere({})).status).toBe(400);
    expect((await storniere({ buchungslaufId: fremd, archivIds: [1] })).status).toBe(400);
    expect((await storniere({ archivIds: [] })).status).toBe(400);
    expect((await storniere({ buchungslaufId: fremd, grund: " " })).status).toBe(400);
    expect((await storniere({ buchungslaufId: fremd })).status).toBe(404);
    expect((await storniere({ archivIds: [99_999_999] })).status).toBe(404);
  });

  test("a run that is not completed", async () => {
    const [lauf] = await dienst.owner<{ id: string }[]>`
      insert into buchungslauf (datum, belegdatum, benutzer_name, status, beendet_am, fehler)
      values (${heute}, ${heute}, 'Test', 'fehlgeschlagen', now(), 'Test') returning id`;
    expect(await storniere({ buchungslaufId: lauf?.id })).toMatchObject({
      status: 409,
      json: { code: "lauf_nicht_abgeschlossen" },
    });
  });

  test("everybody but administrators and managers", async () => {
    const body = { buchungslaufId: "00000000-0000-4000-8000-000000000000", grund: "Test" };
    for (const rolle of ["mitarbeiter", "pruefer", "ohne-rolle"] as const)
      expect((await dienst.als(rolle).post("/abrechnung/stornieren", body)).status).toBe(403);
    expect((await dienst.als("administrator").post("/abrechnung/stornieren", body)).status).toBe(404);
  });

  test("to write a Storno in the name of nobody", async () => {
    const lauf = await buche("2025-10-01", [await konto()]);
    await dienst.owner`update firmendaten set steuernummer = null`;
    expect(await storniere({ buchungslaufId: lauf.id })).toMatchObject({
      status: 409,
      json: { code: "firmendaten_unvollstaendig", fehlend: ["steuernummer"] },
    });
    await dienst.owner`update firmendaten set steuernummer = '072/123/45678'`;
    expect((await storniere({ buchungslaufId: lauf.id })).status).toBe(201);
  });
});

describe("a final settlement", () => {
  /** Booked a year ahead, ended after six months, settled. */
  const abgerechnet = async (status: "aktiv" | "gekuendigt" = "aktiv") => {
    const id = await konto({ istVorauszahlend: true, pachtbeginn: "2025-10-01" });
    const jahr = await buche("2025-10-01", [id]);
    await dienst.owner`
      update pachtkonto set pachtende = '2026-03-31', status = ${status},
        gekuendigt_am = ${status === "gekuendigt" ? "2025-12-01" : null}::date,
        kuendigung_zum = ${status === "gekuendigt" ? "2026-03-31" : null}::date
      where id = ${id}`;
    const schluss = await buche("2026-04-01", [id]);
    expect(await stand(id)).toEqual({ status: "ausgelaufen", schlussabrechnung: "2026-04-01" });
    return { id, jahr, schluss };
  };

  test("blocks the storno of what it corrects, by run and by document, and names itself", async () => {
    const { id, jahr } = await abgerechnet();
    const belege = await belegeVon(id);
    const rechnung = belege.find((b) => b.belegart === "rechnung");
    const schlussrechnung = belege.find((b) => b.belegart === "schlussrechnung");
    expect(schlussrechnung?.nettoCent).toBe(-60_000);
    for (const body of [{ buchungslaufId: jahr.id }, { archivIds: [rechnung?.id] }]) {
      const antwort = await storniere(body);
      expect(antwort).toMatchObject({ status: 409, json: { code: "schlussabrechnung_steht", pachtkontoIds: [id] } });
      expect(antwort.json.belegnummern).toContain(schlussrechnung?.belegnummer);
    }
  });

  test.each(["aktiv", "gekuendigt"] as const)("cancelled leaves the account %s and unsettled", async (status) => {
    const { id, jahr, schluss } = await abgerechnet(status);
    const schlussrechnung = (await belegeVon(id)).find((b) => b.belegart === "schlussrechnung");
    const { json } = await storniere({ archivIds: [schlussrechnung?.id] });
    expect(json).toMatchObject({
      laeufe: [{ buchungslaufId: schluss.id, status: "storniert" }],
      konten: [{ pachtkontoId: id, zeitraeume: [{ art: "schlussabrechnung", faelligkeitId: null }] }],
      summen: { paechterNettoCent: 60_000 },
    });
    expect(await stand(id)).toEqual({ status, schlussabrechnung: null });
    expect(await exportsumme(schluss.id, "paechter", ["Brutto"])).toEqual([0]);

    const nochmal = await buche("2026-04-01", [id]);
    const neue = (await belegeVon(id)).find((b) => b.belegart === "schlussrechnung" && b.buchungslaufId === nochmal.id);
    expect(neue?.nettoCent).toBe(-60_000);
    await storniere({ buchungslaufId: nochmal.id });
    expect((await storniere({ buchungslaufId: jahr.id })).status).toBe(201);
    expect(await faelligkeiten(id)).toEqual(["2025-10-01 2026-03-31 offen schlussabrechnung"]);
  });

  test("goes together with what it corrects", async () => {
    const { id } = await abgerechnet();
    const belege = await belegeVon(id);
    const { status, json } = await storniere({ archivIds: belege.map((b) => b.id) });
    expect(status).toBe(201);
    expect(json.summen.paechterNettoCent).toBe(-60_000);
    expect(await stand(id)).toEqual({ status: "aktiv", schlussabrechnung: null });
    const summe = (await belegeVon(id)).reduce((cent, b) => cent + b.bruttoCent, 0);
    expect(summe).toBe(0);
  });

  test("that bills the last period opens it again", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01", pachtende: "2026-03-31" });
    const lauf = await buche("2026-04-01", [id]);
    expect(await faelligkeiten(id)).toEqual(["2025-10-01 2026-03-31 gebucht schlussabrechnung"]);
    const { json } = await storniere({ buchungslaufId: lauf.id });
    expect(json).toMatchObject({ anzahlZeitraeume: 1, anzahlBelege: 3 });
    expect(await faelligkeiten(id)).toEqual(["2025-10-01 2026-03-31 offen schlussabrechnung"]);
    expect(await stand(id)).toEqual({ status: "aktiv", schlussabrechnung: null });
  });

  test("without documents is cancelled with its run", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01" });
    await buche("2026-10-01", [id]);
    await dienst.owner`update pachtkonto set pachtende = '2026-09-30' where id = ${id}`;
    const lauf = await buche("2026-10-01", [id]);
    const { json } = await storniere({ buchungslaufId: lauf.id });
    expect(json).toMatchObject({ anzahlZeitraeume: 1, anzahlBelege: 0, laeufe: [{ status: "storniert" }] });
    expect(await stand(id)).toEqual({ status: "aktiv", schlussabrechnung: null });
  });
});

describe("at the same moment", () => {
  test("of two storni of one document one wins, the other is 409", async () => {
    const id = await konto();
    await buche("2025-10-01", [id]);
    const belege = await belegeVon(id);
    const antworten = await Promise.all(belege.map((beleg) => storniere({ archivIds: [beleg.id] })));
    expect(antworten.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(antworten.filter(({ status }) => status === 409).every(({ json }) => json.code === "schon_storniert")).toBe(
      true,
    );
  });

  test("two halves of a run leave it marked cancelled", async () => {
    const ids = [await konto(), await konto(), await konto(), await konto()];
    const lauf = await buche("2025-10-01", ids);
    const belege = await Promise.all(ids.map(async (id) => (await belegeVon(id))[0]?.id));
    const antworten = await Promise.all(belege.map((beleg) => storniere({ archivIds: [beleg] })));
    expect(antworten.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await laufstatus(lauf.id)).toBe("storniert");
  });

  test("storno and booking of one account come one after the other", async () => {
    for (let runde = 0; runde < 6; runde += 1) {
      const id = await konto({ pachtbeginn: "2023-10-01" });
      const erster = await buche("2024-10-01", [id]);
      const [gebucht, storniert] = await Promise.all([
        verwalter().post<Lauf>("/abrechnung/buchen", { datum: heute, auswahl: [id] }),
        storniere({ buchungslaufId: erster.id }),
      ]);
      expect(storniert.status).toBe(201);
      expect([201, 409]).toContain(gebucht.status);
      if (gebucht.status === 409) expect(gebucht.json.code).toBe("gleichzeitig_geaendert");
      if ((await faelligkeiten(id)).some((zeile) => zeile.includes("offen") && zeile < "2026-10"))
        await buche(heute, [id]);
      const stehen = await dienst.owner`
        select zeitraum_von from gebuchter_zeitraum
        where pachtkonto_id = ${id} and storniert_am is null order by zeitraum_von`;
      expect(stehen.map(({ zeitraumVon }) => zeitraumVon)).toEqual(["2023-10-01", "2024-10-01", "2025-10-01"]);
      const netto = (await belegeVon(id)).filter((b) => b.kontaktId === 1).reduce((summe, b) => summe + b.nettoCent, 0);
      expect(netto).toBe(360_000);
    }
  });

  test("a settlement computed beside the storno of what it corrects is not published", async () => {
    const id = await konto({ istVorauszahlend: true, pachtbeginn: "2025-10-01" });
    const jahr = await buche("2025-10-01", [id]);
    await dienst.owner`update pachtkonto set pachtende = '2026-03-31' where id = ${id}`;
    const [gebucht, storniert] = await Promise.all([
      verwalter().post<Lauf>("/abrechnung/buchen", { datum: "2026-04-01", auswahl: [id] }),
      storniere({ buchungslaufId: jahr.id }),
    ]);
    // Whoever comes second sees what the first has done: the storno is refused, or the run computes anew.
    expect([201, 409]).toContain(storniert.status);
    expect([201, 409]).toContain(gebucht.status);
    if (gebucht.status !== 201) await buche("2026-04-01", [id]);
    const netto = (await belegeVon(id)).filter((b) => b.kontaktId === 1).reduce((summe, b) => summe + b.nettoCent, 0);
    expect(netto).toBe(60_000);
  });
});
