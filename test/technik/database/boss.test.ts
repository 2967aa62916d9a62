import type { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bediene } from "../../../src/technik/database/auftrag/arbeiteAb.ts";
import { sendeIn, starteBoss, warteschlangen } from "../../../src/technik/database/boss.ts";
import { app, mitDatenbank, worker } from "../../hilfe/mitDatenbank.ts";

let bosse: PgBoss[];

mitDatenbank();

beforeAll(async () => {
  bosse = [await starteBoss(worker, "worker"), await starteBoss(app, "app")];
});

afterAll(async () => {
  await Promise.all(bosse.map((boss) => boss.stop({ close: false, graceful: false })));
});

test("ein Auftrag geht mit seiner Transaktion, kommt an, wie er war, und wird erledigt", async () => {
  const daten = { text: 'Müller "& Söhne"', liste: [1, { leer: null }] };
  const { promise: angekommen, resolve } = Promise.withResolvers<object>();
  await bosse[0]?.work<object>("pdf-lauf", async ([job]) => resolve(job?.data ?? {}));
  const id = await app.begin((tx) => sendeIn(tx, "pdf-lauf", daten));
  expect(await angekommen).toEqual(daten);
  await expect
    .poll(() => worker`select state from jobs.job where id = ${id}`, { timeout: 25_000 })
    .toEqual([{ state: "completed" }]);
});

test("von einem gescheiterten bleibt stehen, woran es lag, und nichts von dem, was jemand eingab", async () => {
  await bediene(bosse[0] as PgBoss, "duplikate", 1, () => worker.unsafe("select 'Behrens'::integer"));
  const id = await app.begin((tx) => sendeIn(tx, "duplikate", {}, { retryLimit: 0 }));
  const stand = async () => (await worker`select state, output::text from jobs.job where id = ${id}`)[0];
  await expect.poll(stand, { timeout: 25_000 }).toMatchObject({ state: "failed" });
  expect((await stand())?.output).toContain("22P02");
  expect((await stand())?.output).not.toContain("Behrens");
});

test("was ein getöteter Worker hinterlässt, ist nach Sekunden frei, in jeder Warteschlange, und hat noch einen Versuch", async () => {
  expect(
    await worker`
      select name from jobs.queue
      where name = any(${Object.keys(warteschlangen)})
        and (heartbeat_seconds is null or heartbeat_seconds > 10 or retry_limit = 0)`,
  ).toEqual([]);
});

test("ein Auftrag verschwindet mit der zurückgenommenen Transaktion", async () => {
  const versuch = app.begin(async (tx) => {
    await sendeIn(tx, "faelligkeiten", {});
    throw new Error("zurück");
  });
  await expect(versuch).rejects.toThrow("zurück");
  expect(await app`select id from jobs.job where name = 'faelligkeiten'`).toEqual([]);
});

test("ein Schlüssel für einen lässt einen Auftrag zu", async () => {
  const sende = () => app.begin((tx) => sendeIn(tx, "faelligkeiten", {}, { singletonKey: "a", singletonSeconds: 60 }));
  expect(await sende()).toEqual(expect.any(String));
  expect(await sende()).toBeNull();
});

test.each([
  ["create table jobs.fremd (a int)", ["pacht_app", "pacht_worker"]],
  ["create table public.fremd (a int)", ["pacht_app", "pacht_worker"]],
  ["update jobs.queue set notify = false", ["pacht_app"]],
  ["delete from jobs.job", ["pacht_app"]],
])("%s ist %s verwehrt", async (befehl, rollen) => {
  for (const rolle of rollen)
    await expect((rolle === "pacht_app" ? app : worker).unsafe(befehl)).rejects.toThrow("permission denied");
});
