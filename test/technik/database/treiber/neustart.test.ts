import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Datenbank, starteDatenbank } from "../../../../src/lokal/postgres/postgres.ts";
import { laeuft, warteBis } from "../../../../src/lokal/postgres/prozesse.ts";
import { unterLast } from "./hilfe/lastlauf.ts";

const ordner = mkdtempSync(join(tmpdir(), "pachtverwaltung-neustart-"));
let datenbank: Datenbank;
beforeAll(async () => {
  // The account that PostgreSQL runs under must be able to enter.
  chmodSync(ordner, 0o755);
  datenbank = await starteDatenbank({ verzeichnis: ordner, sync: true });
});
afterAll(async () => {
  await datenbank.beende();
  rmSync(ordner, { recursive: true });
  if (datenbank.verzeichnis !== ordner) rmSync(datenbank.verzeichnis, { recursive: true });
});

test.each([
  ["sofort", "SIGQUIT", 0],
  ["geordnet", "SIGINT", 0],
  ["geordnet, mit einer Pause", "SIGINT", 1500],
] as const)("PostgreSQL neu gestartet unter 50 Anfragenden: %s", async (_, signal, pauseMs) => {
  const { ownerUrl, port } = datenbank;
  const bericht = await unterLast({ url: ownerUrl, klienten: 50, max: 10, fristMs: 10_000 }, async () => {
    await warte(300);
    process.kill(datenbank.pid, signal);
    expect(await warteBis(() => !laeuft(datenbank.pid), 10_000)).toBe(true);
    await warte(pauseMs);
    datenbank = await starteDatenbank({ verzeichnis: ordner, sync: true, port });
    await warte(1000);
  });
  expect(Object.keys(bericht.fehler).length).toBeGreaterThan(0);
});
