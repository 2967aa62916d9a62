import { inspect } from "node:util";
import { expect, test } from "vitest";
import { oeffneDatenbank } from "../../../src/technik/database/datenbank.ts";
import { datenbank, mitDatenbank } from "../../hilfe/mitDatenbank.ts";

mitDatenbank();

const gemeldet = async (anweisung: string): Promise<string> => {
  const zeilen: unknown[][] = [];
  const eine = oeffneDatenbank(datenbank.appUrl, 4, (...zeile) => zeilen.push(zeile));
  try {
    const fehler = await eine.sql.begin((tx) => tx.unsafe(anweisung)).catch((grund: unknown) => grund);
    eine.melde("GET /kontakte", fehler);
  } finally {
    await eine.beende();
  }
  return zeilen
    .map((zeile) => zeile.map((teil) => (typeof teil === "string" ? teil : inspect(teil))).join(" "))
    .join("\n");
};

test.each([
  ["ein Wert, der nicht passt", "select 'Behrens'::integer", "22P02"],
  ["eine Zeile, der etwas fehlt", "insert into kontakt (nachname, ort) values ('Behrens', 'Husum')", "23502"],
  ["was ein Trigger sagt", "do $$ begin raise exception 'Behrens'; end $$", "P0001"],
])("%s: im Protokoll stehen Code und Ort, nichts von dem, was jemand eingab", async (_, anweisung, code) => {
  const zeile = await gemeldet(anweisung);
  expect(zeile).toContain(`GET /kontakte Error: PostgreSQL ${code}`);
  expect(zeile).toMatch(/\n +at /);
  expect(zeile).not.toMatch(/Behrens|Husum/);
});

test("was über das Schema gesagt wird, bleibt", async () => {
  expect(await gemeldet("select gibt_es_nicht from kontakt")).toContain(
    'PostgreSQL 42703: column "gibt_es_nicht" does not exist',
  );
});
