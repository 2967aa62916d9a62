import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tagInBerlin } from "../../src/kern/kalender/berlin.ts";
import { freierPort } from "../../src/lokal/port.ts";
import { passwoerter, urlFuer } from "../../src/lokal/postgres/zugang.ts";
import { verbinde } from "../../src/technik/database/pool.ts";
import { meldeAn } from "./hilfe/anmelden.ts";
import { type Klon, klone, type Lauf, rufe, starte, uebrige, warteBisGesund } from "./hilfe/klon.ts";

let klon: Klon;
beforeAll(() => {
  klon = klone();
});
afterAll(() => klon.loesche());

const datenordner = (lauf: Lauf): string => /Daten\s+(\S+)/.exec(lauf.ausgabe())?.[1] ?? "";

/** Far less than the half minute after which the worker would look for a job that nobody told it of. */
const begonnenNachMs = 20_000;

/** How long the job of a run's letters has lain before a worker took it; null until one does. */
const wartezeitMs = async (lauf: Lauf, laufId: string): Promise<number | null> => {
  const port = /PostgreSQL auf Port (\d+)/.exec(lauf.ausgabe())?.[1];
  const url = `postgres://postgres@127.0.0.1:${port}/pachtverwaltung`;
  const passwort = passwoerter(datenordner(lauf)).pacht_owner;
  const sql = verbinde(urlFuer(url, "pacht_owner", passwort), "pacht_owner", { max: 1 });
  const [job] = await sql<{ ms: number | null }[]>`
    select (extract(epoch from started_on - created_on) * 1000)::integer ms
    from jobs.job
    where name = 'pdf-lauf' and data::text like ${`%${laufId}%`}`;
  await sql.end();
  return job?.ms ?? null;
};

/** Books what is due and waits for the first letter of the run: how long is the machine's affair. */
const bucheBisErsterBrief = async (lauf: Lauf): Promise<{ laufId: string; ms: number }> => {
  const hole = await meldeAn(lauf.basis, "verwalter");
  const gebucht = await hole("/abrechnung/buchen", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ datum: tagInBerlin(new Date()) }),
  });
  expect(gebucht.status).toBe(201);
  const { id, anzahlDokumente } = (await gebucht.json()) as { id: string; anzahlDokumente: number };
  expect(anzahlDokumente).toBeGreaterThan(10);
  const los = performance.now();
  const fertige = async () =>
    ((await (await hole(`/abrechnung/buchungslaeufe/${id}`)).json()) as { pdfErstellt: number }).pdfErstellt;
  await expect.poll(fertige, { timeout: 180_000 }).toBeGreaterThan(0);
  return { laufId: id, ms: performance.now() - los };
};

test("npm start auf einem frischen Klon mit leerem npm-Cache, beendet mit SIGTERM", async () => {
  const cache = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-cache-"));
  const lauf = await starte(klon, { umgebung: { npm_config_cache: cache } });
  console.info(`erster Start mit leerem npm-Cache: ${lauf.sekunden.toFixed(1)} s`);
  for (const login of ["administrator", "verwalter", "mitarbeiter", "pruefer", "ohne-rolle"])
    expect(lauf.ausgabe()).toContain(login);
  expect((await fetch(`http://127.0.0.1:${lauf.port}/`)).url).toBe(`${lauf.basis}/docs`);
  const { laufId, ms } = await bucheBisErsterBrief(lauf);
  console.info(`erster Brief der ersten Buchung nach ${(ms / 1000).toFixed(1)} s`);
  expect(await wartezeitMs(lauf, laufId)).toBeLessThan(begonnenNachMs);
  expect(await lauf.beende()).toBe(0);
  expect(uebrige(datenordner(lauf))).toEqual([]);
  rmSync(cache, { recursive: true });
});

test("der zweite Start ist schnell, ein Start daneben sagt es in einer Zeile", async () => {
  const lauf = await starte(klon);
  console.info(`zweiter Start: ${lauf.sekunden.toFixed(1)} s`);
  const daneben = rufe(klon.ordner, ["npm", "start", "--silent"], { PORT: String(await freierPort()) });
  expect(await daneben.ende).toBe(1);
  expect(daneben.ausgabe().trim().split("\n")).toHaveLength(1);
  await warteBisGesund(lauf.basis);
  expect(await lauf.beende("SIGINT")).toBe(0);
});

test("ein belegter Port ist eine klare Meldung", async () => {
  const port = await freierPort();
  const belegt = createServer().listen(port, "127.0.0.1");
  const versuch = rufe(klon.ordner, ["npm", "start", "--silent"], { PORT: String(port) });
  expect(await versuch.ende).toBe(1);
  expect(versuch.ausgabe()).toContain(`Port ${port}`);
  belegt.close();
});

test("SIGKILL eines jeden Teils verhindert den nächsten Start nicht und verliert nichts", async () => {
  const anzahl = async (lauf: Lauf): Promise<string> => {
    const hole = await meldeAn(lauf.basis, "verwalter");
    return (await (await hole("/pachtkonten?limit=1")).json()).pagination.total;
  };
  let vorher: string | undefined;
  for (const teil of ["src/lokal/start.ts", "src/main.ts", "worker/main.ts", "bin/postgres -D"]) {
    const lauf = await starte(klon);
    vorher ??= await anzahl(lauf);
    const ziel = teil.startsWith("bin/") ? `${teil} ${datenordner(lauf)}` : teil;
    const kinder = spawnSync("pgrep", ["-f", ziel], { encoding: "utf8" }).stdout.split("\n").filter(Boolean);
    const eigene = kinder.filter((pid) =>
      spawnSync("readlink", [`/proc/${pid}/cwd`], { encoding: "utf8" }).stdout.startsWith(path.dirname(klon.ordner)),
    );
    expect(eigene.length, teil).toBeGreaterThan(0);
    spawnSync("kill", ["-9", ...eigene]);
    // The others end with it.
    await expect.poll(() => lauf.prozess.exitCode ?? lauf.prozess.signalCode, { timeout: 120_000 }).not.toBeNull();
    const danach = await starte(klon, { port: lauf.port });
    expect(await anzahl(danach), teil).toBe(vorher);
    expect(await danach.beende()).toBe(0);
  }
  await expect.poll(() => uebrige(klon.ordner), { timeout: 60_000 }).toEqual([]);
});

test("in einem privaten Ordner liegen die Daten woanders, zwei Klone teilen sie nie", async () => {
  const privat = klone(true);
  const lauf = await starte(privat);
  const ordner = datenordner(lauf);
  expect(ordner).not.toContain(privat.ordner);
  expect(ordner).not.toBe("");
  expect(await lauf.beende()).toBe(0);
  rmSync(ordner, { recursive: true });
  privat.loesche();
});

test("in Produktion gibt es weder Demodaten noch lokale Anmeldung, und Fehlendes wird aufgezählt", async () => {
  const versuch = rufe(klon.ordner, ["npm", "start", "--silent"], {
    NODE_ENV: "production",
    PORT: String(await freierPort()),
  });
  expect(await versuch.ende).toBe(1);
  const server = rufe(klon.ordner, ["node_modules/.bin/node", "src/main.ts"], { NODE_ENV: "production" });
  expect(await server.ende).toBe(1);
  for (const name of ["DATABASE_URL", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "PUBLIC_URL"])
    expect(server.ausgabe()).toContain(name);
});
