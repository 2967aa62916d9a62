import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Ablehnung } from "../../../src/kern/ablehnung.ts";
import { arbeiteAb } from "../../../src/technik/database/auftrag/arbeiteAb.ts";
import { beauftrage } from "../../../src/technik/database/auftrag/beauftrage.ts";
import { gleicheAuftraegeAb } from "../../../src/technik/database/auftrag/pflege.ts";
import { starteBoss, type Warteschlange } from "../../../src/technik/database/boss.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { arbeitePdfLaufAb } from "../../../worker/pdfLauf.ts";
import type { Antwort } from "../../hilfe/dienst.ts";
import { dienst, konto, mitarbeiter, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";

type Auftrag = { id: number; art: string; status: string; [feld: string]: unknown };

mitDienst({ stammdaten: true });
let worker: Sql;
let boss: PgBoss;
beforeAll(async () => {
  worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 4 });
  boss = await starteBoss(worker, "worker");
});
afterAll(async () => {
  await boss.stop({ close: false, graceful: false });
  await worker.end();
});

const lese = (id: number) => verwalter().get<Auftrag>(`/betrieb/auftraege/${id}`);
const liste = async (als: ReturnType<typeof verwalter>, filter = "") =>
  (await als.get<{ data: Auftrag[] }>(`/betrieb/auftraege?${filter}`)).json.data;

/** The job that an answer with 202 names. */
const genannter = async (antwort: Antwort): Promise<Auftrag> => {
  const ort = antwort.kopf.get("location") ?? "";
  expect(ort).toMatch(/^\/api\/betrieb\/auftraege\/\d+$/);
  return (await verwalter().get<Auftrag>(ort.slice("/api".length))).json;
};

/** Queued by nobody and done at once, with `tue` as the work. @returns its id */
const erledige = async (art: Warteschlange, tue: () => Promise<object>): Promise<number> => {
  await arbeiteAb(boss, worker, art, 1, tue);
  const job = await worker.begin((tx) => beauftrage(tx, art, {}, { id: null, name: "Test" }));
  const id = Number(job?.auftragId);
  await expect.poll(async () => (await lese(id)).json.beendetAm, { timeout: 20_000 }).not.toBeNull();
  await boss.offWork(art);
  return id;
};

test("die Buchung erteilt den Auftrag für ihre Schreiben, und er sagt, wie weit er ist und was er ergab", async () => {
  await konto();
  const { json: lauf } = await verwalter().post("/abrechnung/buchen", { datum: "2026-11-20" });
  const [wartend] = await liste(verwalter(), "art=pdf-lauf");
  expect(wartend).toMatchObject({
    status: "wartend",
    angelegtVon: "Test verwalter",
    fortschritt: 0,
    gesamt: lauf.anzahlDokumente,
    begonnenAm: null,
    ergebnisUnter: null,
  });
  await arbeitePdfLaufAb(boss, worker);
  const id = Number(wartend?.id);
  await expect.poll(async () => (await lese(id)).json.status, { timeout: 20_000 }).toBe("fertig");
  expect((await lese(id)).json).toMatchObject({
    ergebnis: { erstellt: lauf.anzahlDokumente, fehlgeschlagen: 0 },
    ergebnisUnter: `/api/abrechnung/pdf-gesamt?buchungslaufId=${lauf.id}`,
    begonnenAm: expect.any(String),
    beendetAm: expect.any(String),
  });
});

describe("eine Antwort mit 202", () => {
  test("nennt ihren Auftrag, wiederholt denselben", async () => {
    const pfad = "/abrechnung/faelligkeiten/recalculate-all";
    const [erste, zweite] = [await verwalter().post(pfad), await verwalter().post(pfad)];
    expect(await genannter(erste)).toMatchObject({ id: erste.json.auftragId, art: "faelligkeiten", status: "wartend" });
    expect(zweite.kopf.get("location")).toBe(erste.kopf.get("location"));
    const nachtrag = await verwalter().post("/abrechnung/backfill-dokumente");
    expect(await genannter(nachtrag)).toMatchObject({ art: "pdf-nachtrag", angelegtVon: "Test verwalter" });
  });

  test("ist die eines Auftrags vom Zeitplan, wenn dieser schon wartet", async () => {
    await dienst.owner`delete from jobs.job where name = 'faelligkeiten'`;
    const jobId = await boss.send("faelligkeiten", {});
    const antwort = await verwalter().post("/abrechnung/faelligkeiten/recalculate-all");
    expect(antwort.json.id).toBe(jobId);
    expect(await genannter(antwort)).toMatchObject({ art: "faelligkeiten", status: "wartend" });
  });

  test("jede im Dokument beschreibt Location", () => {
    const ohne = Object.entries(dienst.dokument.paths).flatMap(([pfad, methoden]) =>
      Object.values(methoden)
        .filter(({ responses }) => responses["202"] && !responses["202"].headers?.Location)
        .map(() => pfad),
    );
    expect(ohne).toEqual([]);
  });
});

test("ein Mitarbeiter sieht seine Aufträge, die anderer nicht", async () => {
  const [benutzer] = await dienst.owner<{ id: number }[]>`select id from benutzer where subjekt = 'mitarbeiter'`;
  const wer = { id: Number(benutzer?.id), name: "Test mitarbeiter" };
  const job = await worker.begin((tx) => beauftrage(tx, "sammeldatei", { art: "gesamt", schluessel: "x" }, wer));
  const id = Number(job?.auftragId);
  expect((await liste(mitarbeiter())).map((auftrag) => auftrag.id)).toEqual([id]);
  expect((await mitarbeiter().get(`/betrieb/auftraege/${id}`)).status).toBe(200);
  expect(await liste(pruefer())).toEqual([]);
  expect(await pruefer().get(`/betrieb/auftraege/${id}`)).toMatchObject({
    status: 403,
    json: { code: "keine_berechtigung" },
  });
});

describe("ein Auftrag, der scheitert", () => {
  /** What has no try left. */
  const ohneVersuche = () => dienst.owner`update jobs.queue set retry_limit = 0 where name = 'hebungsbriefe'`;

  test("nennt eine Ursache ohne Innereien und wird auf Verlangen wiederholt", async () => {
    await ohneVersuche();
    const id = await erledige("hebungsbriefe", () => Promise.reject(new TypeError("select geheim from tabelle")));
    expect((await lese(id)).json).toMatchObject({
      status: "fehlgeschlagen",
      ursache: "Unerwarteter Fehler (TypeError).",
      wiederholtDurch: null,
    });
    const antwort = await verwalter().post(`/betrieb/auftraege/${id}/wiederholen`);
    expect(antwort).toMatchObject({ status: 202, json: { art: "hebungsbriefe", status: "wartend" } });
    expect(await genannter(antwort)).toEqual(antwort.json);
    expect(antwort.json.id).not.toBe(id);
    expect((await lese(id)).json).toMatchObject({ status: "fehlgeschlagen", wiederholtDurch: antwort.json.id });
    expect(await verwalter().post(`/betrieb/auftraege/${id}/wiederholen`)).toMatchObject({
      status: 409,
      json: { code: "auftrag_aktiv" },
    });
    expect(await verwalter().post(`/betrieb/auftraege/${antwort.json.id}/wiederholen`)).toMatchObject({
      status: 409,
      json: { code: "nicht_fehlgeschlagen" },
    });
  });

  test("weil die Datenbank fort war, sagt es, und läuft er wieder, ist das vergessen", async () => {
    await dienst.owner`delete from jobs.job where name = 'hebungsbriefe'`;
    const fort = Object.assign(new Error("write CONNECTION_CLOSED db:5432"), { code: "CONNECTION_CLOSED" });
    const id = await erledige("hebungsbriefe", () => Promise.reject(fort));
    expect((await lese(id)).json.ursache).toBe("Die Datenbank war nicht erreichbar (CONNECTION_CLOSED).");
    const [{ jobId = "" } = {}] = await dienst.owner<{ jobId: string }[]>`select job_id from auftrag where id = ${id}`;
    await dienst.owner`update jobs.job set state = 'retry', start_after = now() where id = ${jobId}`;
    const { promise: ende, resolve: beende } = Promise.withResolvers<object>();
    await arbeiteAb(boss, worker, "hebungsbriefe", 1, () => ende);
    await expect.poll(async () => (await lese(id)).json.status, { timeout: 20_000 }).toBe("laeuft");
    expect((await lese(id)).json.ursache).toBeNull();
    beende({});
    await expect.poll(async () => (await lese(id)).json.status, { timeout: 20_000 }).toBe("fertig");
    await boss.offWork("hebungsbriefe");
  });

  test("sagt, was eine Ablehnung sagt", async () => {
    await dienst.owner`delete from jobs.job where name = 'hebungsbriefe'`;
    const grund = new Ablehnung("konflikt", "zu_frueh", "Dafür ist es zu früh.");
    const id = await erledige("hebungsbriefe", () => Promise.reject(grund));
    expect((await lese(id)).json.ursache).toBe("Dafür ist es zu früh.");
  });

  test("weil der Worker starb, wird aus der Warteschlange erkannt", async () => {
    const beauftragt = async (art: Warteschlange) =>
      (await worker.begin((tx) => beauftrage(tx, art, {}, { id: null, name: "Test" }))) ?? { auftragId: 0, jobId: "" };
    const [tot, fort, wieder] = [
      await beauftragt("duplikate"),
      await beauftragt("aufraeumen"),
      await beauftragt("pachtende"),
    ];
    await dienst.owner`update auftrag set status = 'laeuft', begonnen_am = now()
      where id = any(${[tot.auftragId, wieder.auftragId]})`;
    await dienst.owner`update jobs.job set state = 'failed' where id = ${tot.jobId}`;
    await dienst.owner`delete from jobs.job where id = ${fort.jobId}`;
    await gleicheAuftraegeAb(worker);
    const stati = async () =>
      Promise.all([tot, fort, wieder].map(async ({ auftragId }) => (await lese(auftragId)).json.status));
    expect(await stati()).toEqual(["fehlgeschlagen", "abgebrochen", "wartend"]);
    expect((await lese(tot.auftragId)).json.ursache).toBe(
      "Der Worker ist nicht fertig geworden; warum, ist nicht festgehalten.",
    );
  });
});

test("die Liste hat Filter, Seiten und eine feste Ordnung", async () => {
  const alle = await liste(verwalter(), "limit=500");
  expect(alle.map(({ id }) => id)).toEqual(alle.map(({ id }) => id).toSorted((a, b) => b - a));
  expect(await liste(verwalter(), "limit=500&status=fehlgeschlagen")).toEqual(
    alle.filter(({ status }) => status === "fehlgeschlagen"),
  );
  expect(await liste(verwalter(), "limit=2&page=2")).toEqual(alle.slice(2, 4));
  const jenseits = await verwalter().get("/betrieb/auftraege?limit=2&page=1000");
  expect(jenseits.json).toMatchObject({ data: [], pagination: { total: alle.length } });
});
