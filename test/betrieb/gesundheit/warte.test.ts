import { afterAll, beforeAll, expect, test } from "vitest";
import { warteAufMigrationen } from "../../../src/betrieb/gesundheit/warte.ts";
import { bewache, type Waechter } from "../../../src/technik/database/waechter.ts";
import { mitDatenbank, owner, worker } from "../../hilfe/mitDatenbank.ts";
import { bisWarten } from "../../hilfe/sperren.ts";

mitDatenbank();

let waechter: Waechter;
beforeAll(() => {
  waechter = bewache(
    worker,
    () => {},
    () => {},
  );
});
afterAll(() => waechter.beende());

const beginne = () => {
  const zeilen: string[] = [];
  const lage = { wartet: true };
  const ende = warteAufMigrationen(worker, waechter, (text) => zeilen.push(text)).finally(() => {
    lage.wartet = false;
  });
  return { zeilen, lage, ende };
};

test("auf eine Datenbank, die auf dem Stand des Programms ist, wartet niemand", async () => {
  const { zeilen, ende } = beginne();
  await ende;
  expect(zeilen).toEqual([]);
});

test("fehlt eine Migration, wartet der Worker mit einer Zeile, bis auch die Warteschlangen eingerichtet sind", async () => {
  await owner`update migration set name = 'vorhin.sql' where name = '0001_grundlage.sql'`;
  const { zeilen, lage, ende } = beginne();
  await expect.poll(() => zeilen).toHaveLength(1);
  expect(zeilen[0]).toMatch(/npm run migrate$/);

  // As sql/migrate.ts has it: the lock is held until the queues are there too.
  const migration = await owner.reserve();
  await migration`select pg_advisory_lock(hashtext('pachtverwaltung migration'))`;
  await migration`update migration set name = '0001_grundlage.sql' where name = 'vorhin.sql'`;
  await bisWarten(owner, 1);
  expect(lage.wartet).toBe(true);
  await migration`select pg_advisory_unlock_all()`;
  migration.release();
  await ende;
  expect(zeilen).toHaveLength(1);
});

test("eine Datenbank ganz ohne Migrationen ist auch nicht auf dem Stand", async () => {
  await owner`alter table migration rename to anderswo`;
  const { zeilen, ende } = beginne();
  await expect.poll(() => zeilen).toHaveLength(1);
  await owner`alter table anderswo rename to migration`;
  await ende;
});
