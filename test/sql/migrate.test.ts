import { afterAll, beforeAll, expect, test } from "vitest";
import { migriere } from "../../sql/migrate.ts";
import { type Sql, verbinde } from "../../src/technik/database/pool.ts";
import { neueDatenbank, type Testdatenbank } from "../hilfe/datenbank.ts";

let datenbank: Testdatenbank;
let sql: Sql;

beforeAll(async () => {
  datenbank = await neueDatenbank();
  sql = verbinde(datenbank.ownerUrl, "pacht_owner", { max: 1 });
});

afterAll(async () => {
  await sql.end();
  await datenbank.loesche();
});

test("several at once find nothing to do", async () => {
  const { ownerUrl } = datenbank;
  expect(await Promise.all([migriere(ownerUrl), migriere(ownerUrl)])).toEqual([[], []]);
});

test("an applied file that was changed stops it", async () => {
  await sql`update migration set sha256 = 'x' || sha256 where name = '0002_stammdaten.sql'`;
  await expect(migriere(datenbank.ownerUrl)).rejects.toThrow("0002_stammdaten.sql wurde geändert");
  await sql`update migration set sha256 = substr(sha256, 2) where name = '0002_stammdaten.sql'`;
  expect(await migriere(datenbank.ownerUrl)).toEqual([]);
});

test("an applied file that is missing stops it", async () => {
  await sql`insert into migration (name, sha256) values ('9999_verloren.sql', '')`;
  await expect(migriere(datenbank.ownerUrl)).rejects.toThrow("9999_verloren.sql ist in der Datenbank angewendet");
  await sql`delete from migration where name = '9999_verloren.sql'`;
});

test("a new file before an applied one stops it", async () => {
  await sql`delete from migration where name = '0001_grundlage.sql'`;
  await expect(migriere(datenbank.ownerUrl)).rejects.toThrow("0001_grundlage.sql liegt vor");
});
