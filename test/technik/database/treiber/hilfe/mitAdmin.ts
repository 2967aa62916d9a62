import postgres from "postgres";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { neueDatenbank, type Testdatenbank } from "../../../../hilfe/datenbank.ts";

/** The database of this test file, once `mitAdmin` has cloned it. */
export let datenbank: Testdatenbank;
/** An administrator outside of it, who may end its sessions. */
export let admin: postgres.Sql;

/** A database for all tests of a file, and somebody who can take its sessions away. */
export function mitAdmin(): void {
  beforeAll(async () => {
    datenbank = await neueDatenbank();
    admin = postgres(inject("datenbank").adminUrl.replace(/\/[^/]*$/, "/postgres"), { max: 1 });
  });
  afterAll(async () => {
    await admin.end();
    await datenbank.loesche();
  });
}

/** Until one statement of the database waits for this, in PostgreSQL's words. */
export function bisWartetAuf(ereignis: "PgSleep" | "ClientRead"): Promise<void> {
  const name = new URL(datenbank.ownerUrl).pathname.slice(1);
  return expect
    .poll(
      () => admin`
        select from pg_stat_activity
        where datname = ${name} and state = 'active' and wait_event = ${ereignis}`,
      { interval: 5, timeout: 8_000 },
    )
    .toHaveLength(1);
}
