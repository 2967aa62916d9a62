import { describe, expect, test } from "vitest";
import {
  type Beleg,
  belegeVon,
  buche,
  dienst,
  exportsumme,
  faelligkeiten,
  heute,
  konto,
  laufstatus,
  mitDienst,
  storniere,
  verwalter,
  zwei,
} from "./handgriffe.ts";

mitDienst();

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
