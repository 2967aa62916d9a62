import { setTimeout as warte } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { neueDatenbank, type Testdatenbank } from "../../../hilfe/datenbank.ts";
import { unterLast } from "./hilfe/lastlauf.ts";

let datenbank: Testdatenbank;
let admin: postgres.Sql;
beforeAll(async () => {
  datenbank = await neueDatenbank();
  admin = postgres(inject("datenbank").adminUrl.replace(/\/[^/]*$/, "/postgres"), { max: 1 });
});
afterAll(async () => {
  await admin.end();
  await datenbank.loesche();
});

test.each([1, 2, 3])(
  "30 Anfragende, %i Sitzungen auf einmal beendet: der Prozess und alle Buchungen überstehen es",
  async (anzahl) => {
    const name = new URL(datenbank.ownerUrl).pathname.slice(1);
    const bericht = await unterLast({ url: datenbank.ownerUrl, klienten: 30, max: 10, fristMs: 10_000 }, async () => {
      for (let nr = 0; nr < 30; nr += 1) {
        await warte(50);
        await admin`
        select pg_terminate_backend(pid)
        from (select pid from pg_stat_activity where datname = ${name} order by random() limit ${anzahl}) sitzungen`;
      }
    });
    expect(Object.keys(bericht.fehler).length).toBeGreaterThan(0);
  },
);
