import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import type { Anmeldungen } from "../../src/lokal/postgres/postgres.ts";
import { nachbardatenbank } from "./nachbardatenbank.ts";

export type Testdatenbank = Anmeldungen & { loesche(): Promise<void> };

/** A database of its own, cloned from the migrated template; one for each test file is enough. */
export async function neueDatenbank(): Promise<Testdatenbank> {
  const { adminUrl, ownerUrl, appUrl, workerUrl } = inject("datenbank");
  const name = `test_${randomBytes(6).toString("hex")}`;
  const alsAdmin = async (tue: (sql: postgres.Sql) => Promise<unknown>) => {
    const sql = postgres(nachbardatenbank(adminUrl, "postgres"), { max: 1, onnotice: () => {} });
    try {
      await tue(sql);
    } finally {
      await sql.end();
    }
  };
  await alsAdmin(async (sql) => {
    // A template must not be in use while it is copied: the test files take turns.
    await sql`select pg_advisory_lock(hashtext('vorlage'))`;
    await sql`create database ${sql(name)} template vorlage owner pacht_owner`;
  });
  return {
    ownerUrl: nachbardatenbank(ownerUrl, name),
    appUrl: nachbardatenbank(appUrl, name),
    workerUrl: nachbardatenbank(workerUrl, name),
    loesche: () => alsAdmin((sql) => sql`drop database ${sql(name)} with (force)`),
  };
}
