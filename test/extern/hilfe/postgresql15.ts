import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import postgres from "postgres";
import { freierPort } from "../../../src/lokal/port.ts";
import { fuehreAus } from "./klon.ts";

/** Debian's PostgreSQL is the oldest that is supported; the embedded one is the newest. */
const programme = "/usr/lib/postgresql/15/bin";

export type Postgresql15 = { url: (datenbank: string) => string; beende: () => Promise<void> };

const erreichbar = async (url: string): Promise<void> => {
  for (let versuch = 1; ; versuch += 1) {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    try {
      await sql`select 1`;
      return;
    } catch (fehler) {
      if (versuch === 600) throw fehler;
      await warte(100);
    } finally {
      await sql.end();
    }
  }
};

/** A server that is gone, with all its databases, when it ends. */
export async function startePostgresql15(): Promise<Postgresql15> {
  const ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-pg15-"));
  chmodSync(ordner, 0o777);
  const daten = path.join(ordner, "pg");
  // PostgreSQL refuses to run as root.
  const als = process.getuid?.() === 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : ["env"];
  const [befehl = "", ...davor] = als;
  const anlegen = ["-D", daten, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"];
  fuehreAus(befehl, [...davor, `${programme}/initdb`, ...anlegen]);
  const port = await freierPort();
  const starten = ["-D", daten, "-p", String(port), "-k", ordner, "-c", "fsync=off"];
  const server = spawn(befehl, [...davor, `${programme}/postgres`, ...starten], { stdio: "ignore" });
  const url = (datenbank: string) => `postgres://postgres@127.0.0.1:${port}/${datenbank}`;
  await erreichbar(url("postgres"));
  return {
    url,
    beende: async () => {
      const ende = new Promise((zu) => server.once("exit", zu));
      server.kill("SIGINT");
      await ende;
      rmSync(ordner, { recursive: true });
    },
  };
}
