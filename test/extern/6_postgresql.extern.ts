import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migriere } from "../../sql/migrate.ts";
import { schemaDatei, schemaText } from "../../sql/schema.ts";
import { verbinde } from "../../src/technik/database/pool.ts";
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
