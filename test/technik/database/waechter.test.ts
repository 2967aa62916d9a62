import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KonfigurationUnvollstaendig } from "../../../src/technik/config.ts";
import { type Datenbank, oeffneDatenbank } from "../../../src/technik/database/datenbank.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { bewache } from "../../../src/technik/database/waechter.ts";
import { neueDatenbank, type Testdatenbank } from "../../hilfe/datenbank.ts";

let testdatenbank: Testdatenbank;
let owner: Sql;
let datenbank: Datenbank;
const zeilen: string[] = [];
beforeAll(async () => {
  testdatenbank = await neueDatenbank();
  owner = verbinde(testdatenbank.ownerUrl, "pacht_owner", { max: 1 });
  datenbank = oeffneDatenbank(testdatenbank.appUrl, 4, (text) => zeilen.push(text));
  await datenbank.waechter.antwortet();
});
afterAll(async () => {
  await datenbank.beende();
  await owner.end();
  await testdatenbank.loesche();
});

/** The process in which PostgreSQL answers the guard; its pool has one connection only. */
const sitzungDerWache = () =>
  datenbank.waechter.frage(
    5_000,
    async (sql) => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid,
  );

test("verliert die Wache mitten in der Frage ihre eigene Sitzung, ist die Datenbank nicht weg", async () => {
  const pid = Number(await sitzungDerWache());
  process.kill(pid, "SIGSTOP");
  // Its next question is under way when the session ends.
  await warte(1_500);
  process.kill(pid, "SIGTERM");
  process.kill(pid, "SIGCONT");
  const verloren = ["Die Datenbank hat Verbindungen beendet: 1."];
  await expect.poll(() => zeilen, { timeout: 15_000 }).toEqual(verloren);
  // An outage would have its line with one of the next questions.
  await warte(1_500);
  expect(zeilen).toEqual(verloren);
  expect(await sitzungDerWache()).not.toBe(pid);
});

test("endet ihre Sitzung mehrmals nacheinander, ist die Datenbank nicht weg; erst, wenn es dabei bleibt", async () => {
  let verluste = 0;
  const fehler = Object.assign(new Error("zu"), { code: "CONNECTION_CLOSED" });
  const eigene = verbinde(testdatenbank.appUrl, "pacht_app", { max: 1 });
  const sql = ((...a: Parameters<Sql>) => (verluste-- > 0 ? Promise.reject(fehler) : eigene(...a))) as unknown as Sql;
  const worte: string[] = [];
  const wache = bewache(
    sql,
    () => {},
    (text) => worte.push(text),
  );
  await wache.antwortet();
  verluste = 3;
  await expect.poll(() => worte, { timeout: 15_000 }).toEqual(["Die Datenbank hat Verbindungen beendet: 1."]);
  verluste = Number.POSITIVE_INFINITY;
  await expect.poll(() => wache.istWeg(), { timeout: 15_000 }).toBe(true);
  verluste = 0;
  await expect.poll(() => wache.istWeg(), { timeout: 15_000 }).toBe(false);
  expect(worte).toHaveLength(3);
  await wache.beende();
  await eigene.end();
});

test("ein Pooler, der die Einstellungen der Sitzung weglässt, wird nicht für die Datenbank genommen", async () => {
  // As PgBouncer hands a connection on with ignore_startup_parameters.
  const ohne = postgres(testdatenbank.appUrl, { max: 1 }) as unknown as Sql;
  const wache = bewache(
    ohne,
    () => {},
    () => {},
  );
  await expect(wache.antwortet()).rejects.toThrow(KonfigurationUnvollstaendig);
  await expect(wache.antwortet()).rejects.toThrow(/^Ein Pooler .* ohne ihn/);
  await wache.beende();
  await ohne.end();
});

test("was nach einem Ausfall noch von ihm kommt, hat keine Zeile für sich; was später verloren geht, schon", async () => {
  zeilen.length = 0;
  const verlorene = () => datenbank.melde("Auftrag", Object.assign(new Error("zu"), { code: "CONNECTION_CLOSED" }));
  const pid = Number(await sitzungDerWache());
  process.kill(pid, "SIGSTOP");
  const ausfall = [
    "Die Datenbank ist nicht erreichbar (ETIMEDOUT).",
    expect.stringMatching(/^Die Datenbank ist wieder da, nach \d+ Sekunden\.$/),
  ];
  await expect.poll(() => zeilen, { timeout: 15_000 }).toEqual(ausfall);
  process.kill(pid, "SIGCONT");
  verlorene();
  await warte(6_000);
  expect(zeilen).toEqual(ausfall);
  verlorene();
  await expect
    .poll(() => zeilen, { timeout: 15_000 })
    .toEqual([...ausfall, "Die Datenbank hat Verbindungen beendet: 1."]);
});
