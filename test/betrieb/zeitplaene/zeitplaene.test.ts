import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { argumenteFuer } from "../../../src/lokal/kind.ts";
import { beauftrageEinmal } from "../../../src/technik/database/auftrag/beauftrage.ts";
import { starteBoss } from "../../../src/technik/database/boss.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { fuehreEinmalAus } from "../../../worker/einmal.ts";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

type Lauf = { auftragId: number; status: string; ausgeloestVon: string; [feld: string]: unknown };
type Zeitplan = { name: string; cron: string; naechsterLaufAm: string; laeufe: Lauf[] };

mitDienst();
let worker: Sql;
let boss: PgBoss;
beforeAll(async () => {
  worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 4 });
  boss = await starteBoss(worker, "app");
});
afterAll(async () => {
  await boss.stop({ close: false, graceful: false });
  await worker.end();
});

const zeitplan = async (name: string) =>
  (await verwalter().get<Zeitplan[]>("/betrieb/zeitplaene")).json.find((plan) => plan.name === name);

test("jeder Zeitplan sagt, wann er wieder läuft: nachts nach Berliner Zeit, im Sommer wie im Winter", async () => {
  dienst.stelle("2026-11-20");
  expect(await zeitplan("pachtende")).toMatchObject({
    cron: "5 1 * * *",
    naechsterLaufAm: "2026-11-21T00:05:00Z",
    laeufe: [],
  });
  dienst.stelle("2026-06-30");
  expect((await zeitplan("aufraeumen"))?.naechsterLaufAm).toBe("2026-06-30T23:50:00Z");
});

test("einer wird von Hand gestartet, und zweimal verlangt ist er einer", async () => {
  const start = () => verwalter().post("/betrieb/zeitplaene/hebungsbriefe/start");
  const [erste, zweite] = [await start(), await start()];
  expect(erste).toMatchObject({ status: 202, json: { art: "hebungsbriefe", status: "wartend" } });
  expect(zweite.json.id).toBe(erste.json.id);
  expect(erste.kopf.get("location")).toBe(`/api/betrieb/auftraege/${erste.json.id}`);
  expect((await zeitplan("hebungsbriefe"))?.laeufe).toMatchObject([
    { auftragId: erste.json.id, status: "wartend", ausgeloestVon: "Test verwalter", dauerMs: null },
  ]);
});

describe("in diesem Prozess ausgeführt", () => {
  test("nennt ein Zeitplan seine Zahlen, und sein Lauf steht in der Liste", async () => {
    expect(await fuehreEinmalAus(boss, worker, "pachtende", async () => ({ ausgelaufen: 3 }))).toEqual({
      ausgelaufen: 3,
    });
    expect((await zeitplan("pachtende"))?.laeufe).toMatchObject([
      {
        status: "fertig",
        ausgeloestVon: "Kommandozeile",
        ergebnis: { ausgelaufen: 3 },
        dauerMs: expect.any(Number),
        ursache: null,
      },
    ]);
  });

  test("läuft er nicht neben sich selbst", async () => {
    const { promise: frei, resolve: gibFrei } = Promise.withResolvers<object>();
    const erster = fuehreEinmalAus(boss, worker, "faelligkeiten", () => frei);
    const laufende = () => worker`select from jobs.job where name = 'faelligkeiten' and state = 'active'`;
    await expect.poll(async () => (await laufende()).length).toBe(1);
    expect(await fuehreEinmalAus(boss, worker, "faelligkeiten", () => expect.unreachable())).toBeUndefined();
    gibFrei({ neu: 1 });
    expect(await erster).toEqual({ neu: 1 });
  });

  test("nimmt er den Auftrag, der schon wartet, und ein Fehler bleibt einer", async () => {
    await worker.begin((tx) => beauftrageEinmal(tx, "aufraeumen", { id: null, name: "Zeitplan" }));
    const versuch = fuehreEinmalAus(boss, worker, "aufraeumen", () => Promise.reject(new Error("Strom weg")));
    await expect(versuch).rejects.toThrow("Strom weg");
    expect((await zeitplan("aufraeumen"))?.laeufe).toMatchObject([{ ausgeloestVon: "Zeitplan" }]);
    await expect(
      fuehreEinmalAus(boss, worker, "duplikate", () => Promise.reject(new Error("Strom weg"))),
    ).rejects.toThrow();
    expect((await zeitplan("duplikate"))?.laeufe).toMatchObject([{ status: "fehlgeschlagen" }]);
  });

  test("bleibt von einem Wert, den die Datenbank ablehnt, nur der Code: in der Warteschlange wie in der Ausgabe", async () => {
    const versuch = fuehreEinmalAus(boss, worker, "pachtende", () => worker`select 'Erika Muster'::integer`);
    await expect(versuch).rejects.toThrow(/^PostgreSQL 22P02: (?!.*Muster)/);
    const [auftrag] = await worker<{ output: { message: string } }[]>`
      select output from jobs.job where name = 'pachtende' and state = 'failed'`;
    expect(auftrag?.output.message).toMatch(/^Error: PostgreSQL 22P02: (?!.*Muster)/);
  });
});

test("npm run job: eine Zeile und 0, bei unbekanntem Namen eine Zeile und 2", async () => {
  const programm = fileURLToPath(new URL("../../../worker/job.ts", import.meta.url));
  const rufe = (...argumente: string[]) =>
    new Promise<[number, string]>((fertig) => {
      const env = { PATH: process.env.PATH, DATABASE_URL: dienst.datenbank.workerUrl };
      const kind = execFile(process.execPath, [...argumenteFuer(programm), ...argumente], { env }, (_, aus, fehler) =>
        fertig([kind.exitCode ?? -1, aus + fehler]),
      );
    });
  const [code, zeile] = await rufe("naechste-hebung");
  expect(zeile).toMatch(/^naechste-hebung: geprueft 0, geaendert 0, ueberfaellig 0 \(\d+,\d s\)\n$/);
  expect(code).toBe(0);
  expect(await rufe("gibtesnicht")).toEqual([2, expect.stringMatching(/^Aufruf: npm run job .*pachtende.*\n$/)]);
});

test("ein Worker mit ZEITPLAENE=aus plant nichts, einer ohne diese Angabe schon", async () => {
  const plant = async (wahl: { zeitplaene?: boolean }) => {
    const einer = await starteBoss(worker, "worker", console.error, wahl);
    const queues = einer.getWipData({ includeInternal: true }).map(({ name }) => name);
    await einer.stop({ close: false, graceful: false });
    return queues.includes("__pgboss__send-it");
  };
  expect([await plant({ zeitplaene: false }), await plant({})]).toEqual([false, true]);
});
