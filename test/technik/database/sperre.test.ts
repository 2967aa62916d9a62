import { afterAll, beforeAll, expect, test } from "vitest";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { mitHalter, nimmHalter } from "../../../src/technik/database/sperre.ts";
import { neueDatenbank, type Testdatenbank } from "../../hilfe/datenbank.ts";

let datenbank: Testdatenbank;
let sql: Sql;
beforeAll(async () => {
  datenbank = await neueDatenbank();
  sql = verbinde(datenbank.appUrl, "pacht_app", { max: 2 });
});
afterAll(async () => {
  await sql.end();
  await datenbank.loesche();
});

test("was einer hält, bekommt kein anderer, bis er es freigibt", async () => {
  const erster = await nimmHalter(sql);
  expect(await erster.versuche("lauf", "beleg 1")).toBe(true);
  await mitHalter(sql, async (zweiter) => {
    expect(await zweiter.versuche("beleg 2", "beleg 1")).toBe(false);
    expect(await zweiter.versuche("beleg 3")).toBe(true);
  });
  await erster.gibFrei();
  expect(await mitHalter(sql, (zweiter) => zweiter.versuche("lauf", "beleg 1", "beleg 2", "beleg 3"))).toBe(true);
});

test("wer wartet, kommt danach an die Reihe oder gibt nach seiner Frist auf", async () => {
  const erster = await nimmHalter(sql);
  await erster.versuche("sender");
  await mitHalter(sql, async (zweiter) => {
    expect(await zweiter.warte("sender", 0.05)).toBe(false);
    const spaeter = zweiter.warte("sender", 20);
    await erster.gibFrei();
    expect(await spaeter).toBe(true);
  });
});

test("die Frist eines Wartenden bleibt nicht an der Verbindung", async () => {
  await mitHalter(sql, (halter) => halter.warte("sender", 7));
  const fristen = await Promise.all([1, 2].map(() => sql`show lock_timeout`));
  expect(fristen.map(([zeile]) => zeile?.lockTimeout)).toEqual(["0", "0"]);
});
