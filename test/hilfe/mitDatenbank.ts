import { afterAll, beforeAll } from "vitest";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { neueDatenbank, type Testdatenbank } from "./datenbank.ts";

/** The database of this test file, once `mitDatenbank` has cloned it. */
export let datenbank: Testdatenbank;
/** Pools of the service, the worker and the owner; each connects when it is first asked. */
export let app: Sql;
export let worker: Sql;
export let owner: Sql;

/**
 * A database for all tests of a file, dropped after them.
 *
 * What the file arranges with `beforeAll` and `afterAll` of its own, below this call, finds it open.
 */
export function mitDatenbank(): void {
  beforeAll(async () => {
    datenbank = await neueDatenbank();
    app = verbinde(datenbank.appUrl, "pacht_app");
    worker = verbinde(datenbank.workerUrl, "pacht_worker");
    owner = verbinde(datenbank.ownerUrl, "pacht_owner");
  });
  afterAll(async () => {
    await Promise.all([app.end(), worker.end(), owner.end()]);
    await datenbank.loesche();
  });
}
