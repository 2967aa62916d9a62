import { setTimeout as warte } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { buche, sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

let admin: postgres.Sql;
beforeAll(() => {
  const { pathname } = new URL(dienst.ownerUrl);
  admin = postgres(Object.assign(new URL(inject("datenbank").adminUrl), { pathname }).href, { onnotice: () => {} });
});
afterAll(() => admin.end());

const laufende = () => dienst.owner`select id from buchungslauf where status = 'laufend'`;
const anlegende = () => admin`
  select from pg_stat_activity
  where datname = current_database() and state = 'active' and query ~ 'insert into buchungslauf' and pid <> pg_backend_pid()`;

test("verliert ein Lauf die Sitzung, mit der er liest, so kommt nach der Antwort nichts mehr von ihm", async () => {
  await konto();
  const sperre = await admin.reserve();
  await sperre`begin`;
  await sperre`lock table buchungslauf in share row exclusive mode`;
  const antwort = sendeBuchung({ datum: heute });
  await expect.poll(async () => (await anlegende()).length, { timeout: 25_000 }).toBe(1);
  await admin`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'
      and application_name = 'pachtverwaltung pacht_app'`;
  await Promise.race([antwort, warte(500)]);
  await sperre`rollback`;
  sperre.release();
  expect((await antwort).status).toBe(503);
  await expect.poll(async () => (await anlegende()).length, { timeout: 25_000 }).toBe(0);
  expect(await laufende()).toEqual([]);
  expect((await buche(heute)).anzahlKonten).toBe(1);
  // The guard's one line about it.
  await expect.poll(() => dienst.fehler.splice(0).length, { timeout: 20_000 }).toBe(1);
});
