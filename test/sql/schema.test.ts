import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schemaDatei, schemaText } from "../../sql/schema.ts";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

test("sql/schema.sql zeigt, was die Migrationen ergeben (sonst: npm run schema)", async () => {
  expect(await schemaText(owner)).toBe(readFileSync(schemaDatei, "utf8"));
});
