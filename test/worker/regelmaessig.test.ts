import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { raeumeRegelmaessig } from "../../worker/regelmaessig.ts";
import { neueDatenbank, type Testdatenbank } from "../hilfe/datenbank.ts";

let datenbank: Testdatenbank;
let worker: Sql;
let owner: Sql;

beforeAll(async () => {
  datenbank = await neueDatenbank();
  worker = verbinde(datenbank.workerUrl, "pacht_worker");
  owner = verbinde(datenbank.ownerUrl, "pacht_owner");
});

afterAll(async () => {
  await Promise.all([worker.end(), owner.end()]);
  await datenbank.loesche();
});

test("der Worker schließt einen Buchungslauf, dessen Prozess gestorben ist", async () => {
  const [lauf] = await owner<{ id: string }[]>`
    insert into buchungslauf (datum, belegdatum, benutzer_name) values ('2026-11-20', '2026-11-20', 'Tot') returning id`;
  const hoereAuf = raeumeRegelmaessig(worker, (fehler) => expect.unreachable(String(fehler)));
  await expect
    .poll(() => owner`select status from buchungslauf where id = ${String(lauf?.id)}`, { timeout: 10_000 })
    .toEqual([{ status: "fehlgeschlagen" }]);
  expect(await owner`select benutzer_name, aktion from auditlog where ressource_id = ${String(lauf?.id)}`).toEqual([
    { benutzerName: "System", aktion: "fehlschlagen" },
  ]);
  hoereAuf();
});
