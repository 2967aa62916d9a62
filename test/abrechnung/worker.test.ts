import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listFaelligkeiten } from "../../src/abrechnung/faelligkeiten.ts";
import { sendeFaelligkeiten } from "../../src/abrechnung/jobs.ts";
import { starteBoss } from "../../src/database/boss.ts";
import { type Sql, verbinde } from "../../src/database/pool.ts";
import { arbeiteFaelligkeitenAb } from "../../worker/faelligkeiten.ts";
import { raeumeRegelmaessig } from "../../worker/toteLaeufe.ts";
import { neueDatenbank, type Testdatenbank } from "../hilfe/datenbank.ts";
import { saeKonto, saeStammdaten } from "./saat.ts";

let datenbank: Testdatenbank;
let worker: Sql;
let owner: Sql;
let boss: PgBoss;

beforeAll(async () => {
  datenbank = await neueDatenbank();
  worker = verbinde(datenbank.workerUrl, "pacht_worker");
  owner = verbinde(datenbank.ownerUrl, "pacht_owner");
  boss = await starteBoss(worker, "worker");
  await saeStammdaten(owner);
});

afterAll(async () => {
  await boss.stop({ close: false, graceful: false });
  await Promise.all([worker.end(), owner.end()]);
  await datenbank.loesche();
});

test("the worker plans due dates on demand, and is due to do it every night", async () => {
  const id = await saeKonto(owner, "2020-01-01");
  const vorher = await listFaelligkeiten(owner, id);
  await arbeiteFaelligkeitenAb(boss, worker);
  await owner.begin((tx) => sendeFaelligkeiten(tx, { pachtkontoIds: [id] }));
  await expect
    .poll(async () => (await listFaelligkeiten(owner, id)).length, { timeout: 10_000 })
    .toBeGreaterThan(vorher.length);
  expect(await owner`select name, cron, timezone from jobs.schedule`).toEqual([
    { name: "faelligkeiten", cron: "15 2 * * *", timezone: "Europe/Berlin" },
  ]);
});

test("the worker closes a run whose process died", async () => {
  const [lauf] = await owner<{ id: string }[]>`
    insert into buchungslauf (datum, belegdatum, benutzer_name) values ('2026-11-20', '2026-11-20', 'Tot') returning id`;
  const hoereAuf = raeumeRegelmaessig(worker, (fehler) => expect.unreachable(String(fehler)));
  await expect
    .poll(() => owner`select status from buchungslauf where id = ${String(lauf?.id)}`, { timeout: 10_000 })
    .toEqual([{ status: "fehlgeschlagen" }]);
  hoereAuf();
});
