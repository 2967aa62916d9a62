import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

const migration = readFileSync(new URL("../../sql/migrations/0056_schluessel_nfc.sql", import.meta.url), "utf8");

test("Schlüssel früherer Importe werden geschrieben, wie neue gelesen werden; wo es beide gibt, behält jeder seinen Datensatz", async () => {
  // u and a as one sign or as two; of the three ways to write the last key the first record keeps the name.
  const schluessel = [
    "M\u00fcller",
    "Mu\u0308ller",
    "Ja\u0308ger",
    "K1",
    "B\u00e4u\u0308",
    "Ba\u0308\u00fc",
    "Ba\u0308u\u0308",
  ];
  await owner`
    insert into importschluessel (art, schluessel, datensatz_id)
    select 'kontakt', schluessel, nr from unnest(${schluessel}::text[]) with ordinality n (schluessel, nr)`;
  await owner.begin((tx) => tx.unsafe(migration).simple());
  const danach = await owner<{ schluessel: string }[]>`select schluessel from importschluessel order by datensatz_id`;
  expect(danach.map((zeile) => zeile.schluessel)).toEqual([
    "M\u00fcller",
    "Mu\u0308ller",
    "J\u00e4ger",
    "K1",
    "B\u00e4\u00fc",
    "Ba\u0308\u00fc",
    "Ba\u0308u\u0308",
  ]);
});
