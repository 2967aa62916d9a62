import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migriere } from "../../sql/migrate.ts";
import { schemaDatei, schemaText } from "../../sql/schema.ts";
import { verbinde, verbindeAlsAnmeldung } from "../../src/technik/database/pool.ts";
import { fuehreAus } from "./hilfe/klon.ts";
import { type Postgresql15, startePostgresql15 } from "./hilfe/postgresql15.ts";

let server: Postgresql15;
beforeAll(async () => {
  server = await startePostgresql15();
});
afterAll(() => server.beende());

test("auf PostgreSQL 15 entsteht dasselbe Schema", async () => {
  const url = server.url("postgres");
  await migriere(url);
  const sql = verbinde(url, "pacht_owner", { max: 1 });
  const text = await schemaText(sql);
  await sql.end();
  expect(text).toBe(readFileSync(schemaDatei, "utf8"));
});

const datei = path.resolve(import.meta.dirname, "../../docs/betrieb/postgresql.sql");

test("ohne Terminal und ohne Passwörter legt docs/betrieb/postgresql.sql nichts an und sagt, wo sie stehen müssen", async () => {
  const anderer = await startePostgresql15();
  try {
    // In a session of its own there is no terminal to ask at.
    const { status, stderr } = spawnSync("setsid", ["-w", "psql", anderer.url("postgres")], {
      input: readFileSync(datei),
      encoding: "utf8",
    });
    expect(stderr).toContain("Ohne Terminal stehen sie in PACHT_…_PASSWORT. Nichts ist angelegt.");
    expect(status).toBe(3);
    const sql = verbindeAlsAnmeldung(anderer.url("postgres"));
    expect(await sql`select rolname from pg_roles where rolname like 'pacht%'`).toEqual([]);
    await sql.end();
  } finally {
    await anderer.beende();
  }
});

test("mit den Anmeldungen aus docs/betrieb/postgresql.sql migriert die eine, und die anderen dürfen nur das Ihre", async () => {
  // On a server of its own the first test has made the roles already.
  const anderer = await startePostgresql15();
  try {
    const passwoerter = { PACHT_MIGRATION_PASSWORT: "m", PACHT_SERVER_PASSWORT: "s", PACHT_WORKER_PASSWORT: "w" };
    fuehreAus("psql", [anderer.url("postgres"), "-f", datei], { env: { ...process.env, ...passwoerter } });
    const als = (wer: string) => anderer.url("pacht").replace("postgres@", `${wer}@`);
    expect((await migriere(als("pacht_migration"))).length).toBeGreaterThan(10);
    for (const [anmeldung, rolle] of [
      ["pacht_server", "pacht_app"],
      ["pacht_arbeiter", "pacht_worker"],
    ] as const) {
      const sql = verbinde(als(anmeldung), rolle, { max: 1 });
      expect(await sql`select count(*) > 10 as da from migration`).toEqual([{ da: true }]);
      await expect(sql`create table fremd (id integer)`).rejects.toThrow("permission denied");
      await sql.end();
    }
  } finally {
    await anderer.beende();
  }
});
