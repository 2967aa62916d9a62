import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import postgres from "postgres";
import { expect, test } from "vitest";
import { migriere } from "../../sql/migrate.ts";
import { schemaDatei, schemaText } from "../../sql/schema.ts";
import { freierPort } from "../../src/lokal/port.ts";
import { verbinde } from "../../src/technik/database/pool.ts";
import { fuehreAus } from "./hilfe/klon.ts";

/** Debian's PostgreSQL is the oldest that is supported; the embedded one is the newest. */
const programme = "/usr/lib/postgresql/15/bin";

test("auf PostgreSQL 15 entsteht dasselbe Schema", async () => {
  const ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-pg15-"));
  chmodSync(ordner, 0o777);
  const daten = path.join(ordner, "pg");
  // PostgreSQL refuses to run as root.
  const als = process.getuid?.() === 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : ["env"];
  const [befehl = "", ...davor] = als;
  fuehreAus(befehl, [
    ...davor,
    `${programme}/initdb`,
    "-D",
    daten,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--no-sync",
  ]);
  const port = await freierPort();
  const server = spawn(
    befehl,
    [...davor, `${programme}/postgres`, "-D", daten, "-p", String(port), "-k", ordner, "-c", "fsync=off"],
    {
      stdio: "ignore",
    },
  );
  try {
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await erreichbar(url);
    await migriere(url);
    const sql = verbinde(url, "pacht_owner", { max: 1 });
    const text = await schemaText(sql);
    await sql.end();
    expect(text).toBe(readFileSync(schemaDatei, "utf8"));
  } finally {
    server.kill("SIGINT");
    await new Promise((zu) => server.once("exit", zu));
    rmSync(ordner, { recursive: true });
  }
});

const erreichbar = async (url: string): Promise<void> => {
  for (let versuch = 1; ; versuch += 1) {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      await sql`select 1`;
      return;
    } catch (fehler) {
      if (versuch === 100) throw fehler;
      await warte(100);
    } finally {
      await sql.end();
    }
  }
};
