import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schemaDatei, schemaText } from "../../sql/schema.ts";
import { verbinde } from "../../src/technik/database/pool.ts";
import { neueDatenbank } from "../hilfe/datenbank.ts";

test("sql/schema.sql zeigt, was die Migrationen ergeben (sonst: npm run schema)", async () => {
  const datenbank = await neueDatenbank();
  const sql = verbinde(datenbank.ownerUrl, "pacht_owner", { max: 1 });
  try {
    expect(await schemaText(sql)).toBe(readFileSync(schemaDatei, "utf8"));
  } finally {
    await sql.end();
    await datenbank.loesche();
  }
});
