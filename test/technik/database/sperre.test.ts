import { connect, createServer, type Socket } from "node:net";
import { setTimeout as warte } from "node:timers/promises";
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

test("ein Halter, von dem nichts mehr zu hören ist, verliert seine Sperren, auch wenn seine Leitung offen bleibt", async () => {
  const ziel = new URL(datenbank.appUrl);
  const enden: Socket[] = [];
  // A network between the two that says nothing of the end of one of them.
  const netz = createServer((hin) => {
    const her = connect(Number(ziel.port), ziel.hostname);
    enden.push(hin, her);
    for (const ende of [hin, her]) ende.on("error", () => {});
    hin.pipe(her, { end: false }).pipe(hin, { end: false });
  }).listen(0, "127.0.0.1");
  await new Promise((da) => netz.once("listening", da));
  const umweg = new URL(ziel);
  umweg.port = String((netz.address() as { port: number }).port);
  const ferner = verbinde(umweg.href, "pacht_app", { max: 1 });
  const verschollener = await nimmHalter(ferner, 600);
  expect(await verschollener.versuche("lauf")).toBe(true);
  const istFrei = () => mitHalter(sql, (halter) => halter.versuche("lauf"));

  await warte(1_500);
  expect(await istFrei(), "er schweigt, lebt aber").toBe(false);
  for (const ende of enden) ende.unpipe().pause();
  await expect.poll(istFrei, { timeout: 10_000 }).toBe(true);

  for (const ende of enden) ende.destroy();
  netz.close();
  await verschollener.gibFrei();
  await ferner.end({ timeout: 1 });
});

test("wer nur eine Leitung aus dem Vorrat hat, wird nicht getrennt", async () => {
  await mitHalter(sql, (halter) => halter.versuche("lauf"));
  const fristen = await Promise.all([1, 2].map(() => sql`show idle_session_timeout`));
  expect(fristen.map(([zeile]) => zeile?.idleSessionTimeout)).toEqual(["0", "0"]);
});
