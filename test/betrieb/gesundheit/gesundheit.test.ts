import process from "node:process";
import { expect, test } from "vitest";
import { migriere } from "../../../sql/migrate.ts";
import { buildApp } from "../../../src/app.ts";
import { freierPort } from "../../../src/lokal/port.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";
import type { Frage } from "../../../src/technik/database/waechter.ts";
import { beantworteGesundheit } from "../../../worker/gesundheit.ts";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst();

const gesundheit = () => dienst.als(null).get("/healthz");

const letztesZeichenVor = (sekunden: number) => dienst.owner`
  insert into lebenszeichen (id, art, rechner, version, gesehen_am)
  values (gen_random_uuid(), 'worker', 'test', '1', now() - make_interval(secs => ${sekunden}))`;

test("healthz nennt den Worker: keiner, still, läuft; der Dienst gilt in jedem Fall als gesund", async () => {
  expect(await gesundheit()).toMatchObject({ status: 200, json: { worker: "keiner", workerGesehenAm: null } });
  await letztesZeichenVor(60);
  expect(await gesundheit()).toMatchObject({
    status: 200,
    json: { worker: "still", workerGesehenAm: expect.any(String) },
  });
  await letztesZeichenVor(1);
  expect(await gesundheit()).toMatchObject({ status: 200, json: { status: "ok", worker: "laeuft" } });
});

test("healthz sagt, dass Migrationen fehlen; mehr als die eigenen schaden nicht", async () => {
  await dienst.owner`insert into migration (name, sha256) values ('9999_kommt_noch.sql', '')`;
  expect((await gesundheit()).status).toBe(200);
  await dienst.owner`update migration set name = 'vorhin.sql' where name = '0001_grundlage.sql'`;
  expect(await gesundheit()).toMatchObject({ status: 503, json: { code: "migration_fehlt" } });
  await dienst.owner`update migration set name = '0001_grundlage.sql' where name = 'vorhin.sql'`;
  expect((await gesundheit()).status).toBe(200);
  await dienst.owner`delete from migration where name = '9999_kommt_noch.sql'`;
});

test("ohne das Recht, die Migrationen zu sehen, fehlen sie; die nächste Migration gibt es wieder", async () => {
  await dienst.owner`revoke select (name) on migration from pacht_app`;
  expect(await gesundheit()).toMatchObject({ status: 503, json: { code: "migration_fehlt" } });
  await migriere(dienst.ownerUrl);
  expect((await gesundheit()).status).toBe(200);
});

test("so viele auch fragen: die Leitung der Wache hat eine ihrer Fragen, auch wenn keiner mehr auf sie wartet", async () => {
  const { waechter } = dienst.deps;
  const stand = { fragen: 0, offen: 0, hoechstens: 0 };
  const frage: Frage = (ms, abfrage) =>
    waechter.frage(ms, (sql) => {
      stand.fragen += 1;
      stand.offen += 1;
      stand.hoechstens = Math.max(stand.hoechstens, stand.offen);
      const antwort = abfrage(sql);
      const fertig = () => {
        stand.offen -= 1;
      };
      antwort.then(fertig, fertig);
      return antwort;
    });
  const app = buildApp({ ...dienst.deps, waechter: { ...waechter, frage } });
  const viele = async () => {
    const antworten = await Promise.all(Array.from({ length: 500 }, () => app.request("/api/healthz")));
    return new Set(antworten.map(({ status }) => status));
  };
  expect(await viele()).toEqual(new Set([200]));
  expect(stand.hoechstens).toBe(1);

  const pid = await waechter.frage(
    5_000,
    async (sql) => (await sql<{ pid: number }[]>`select pg_backend_pid() pid`)[0],
  );
  const vorher = stand.fragen;
  process.kill(Number(pid?.pid), "SIGSTOP");
  try {
    expect(await viele()).toEqual(new Set([503]));
    expect(await viele()).toEqual(new Set([503]));
  } finally {
    process.kill(Number(pid?.pid), "SIGCONT");
  }
  expect([stand.fragen - vorher, stand.hoechstens]).toEqual([1, 1]);
  await expect.poll(viele).toEqual(new Set([200]));
  expect(waechter.istWeg()).toBe(false);
});

test("der Worker antwortet auf seinem eigenen Port, ohne Datenbank mit 503 und dem Grund", async () => {
  const port = await freierPort();
  const frage = (pfad: string) => fetch(`http://127.0.0.1:${port}${pfad}`);
  const sql = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 1 });
  const schliesse = await beantworteGesundheit(sql, { HOST: "127.0.0.1", WORKER_PORT: port });
  const antwort = await frage("/healthz");
  expect([antwort.status, await antwort.json()]).toEqual([200, { status: "ok", version: expect.any(String) }]);
  expect((await frage("/anderes")).status).toBe(404);
  await sql.end();
  const ohne = await frage("/healthz");
  expect([ohne.status, await ohne.json()]).toMatchObject([503, { code: "datenbank_nicht_erreichbar" }]);
  await schliesse();
  await expect(frage("/healthz")).rejects.toThrow();
});
