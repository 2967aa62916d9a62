import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freierPort } from "../../src/lokal/port.ts";
import { type Datenbank, richteAnmeldungenEin, starteDatenbank } from "../../src/lokal/postgres/postgres.ts";
import { fuehreAus, rufe, werkzeug } from "./hilfe/klon.ts";

const projekt = path.resolve(import.meta.dirname, "../..");
const anbieter = "127.0.0.1:1";

let eltern: string;
/** What the image would hold under /app, and nothing else. */
let bild: string;
/** The home of who builds it, /root in the image: what lies there afterwards is part of the image, too. */
let heim: string;
/** On a machine of its own it would have the same port as the server. */
let metrikDesWorkers: string;
let umgebung: Record<string, string>;
let datenbank: Datenbank;
const gestartete: ReturnType<typeof rufe>["prozess"][] = [];

/** The account of the image, which may read it and write nothing in it; who is not root stays who he is. */
const alsKonto = process.getuid?.() === 0 ? ["setpriv", "--reuid=1000", "--regid=1000", "--clear-groups"] : ["env"];

/** What the builder does not get to see, by the names in .dockerignore. */
const ausgelassen = new Set(
  readFileSync(path.join(projekt, ".dockerignore"), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((name) => path.join(projekt, name)),
);

/** The lines of the Dockerfile, done to a folder: what it copies, what it runs and as whom, what it sets. */
const baueBild = (): Record<string, string> => {
  const gesetzt: Record<string, string> = {};
  let konto = ["env"];
  for (const zeile of readFileSync(path.join(projekt, "Dockerfile"), "utf8").split("\n")) {
    const [was, ...rest] = zeile.split(" ");
    if (was === "ENV") {
      const [name = "", wert = ""] = rest.join(" ").split(/=(.*)/);
      gesetzt[name] = wert;
    }
    if (was === "USER") konto = alsKonto;
    if (was === "COPY") {
      const ziel = path.join(bild, rest.pop() ?? "");
      for (const datei of rest) {
        const quelle = path.join(projekt, datei);
        if (ziel.endsWith("/") || ziel === bild) copyFileSync(quelle, path.join(ziel, datei));
        else cpSync(quelle, ziel, { recursive: true, filter: (eine) => !ausgelassen.has(eine) });
      }
    }
    if (was === "RUN") {
      const [befehl = "", ...argumente] = [...konto, "sh", "-c", rest.join(" ")];
      fuehreAus(befehl, argumente, { cwd: bild, env: { ...process.env, ...gesetzt, PATH: knoten().PATH, HOME: heim } });
    }
  }
  return gesetzt;
};

/** The image brings Node 24; here it is the one that npm has installed. */
const knoten = (): Record<string, string> => ({
  PATH: `${path.join(projekt, "node_modules/.bin")}:${process.env.PATH}`,
  HOME: eltern,
});

/** A section of fly.toml: its names and texts. */
const fly = (abschnitt: string): Record<string, string> => {
  const text = readFileSync(path.join(projekt, "fly.toml"), "utf8").split(`[${abschnitt}]\n`)[1]?.split("\n[")[0] ?? "";
  return Object.fromEntries([...text.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name = "", wert = ""]) => [name, wert]));
};

beforeAll(async () => {
  eltern = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-bild-"));
  chmodSync(eltern, 0o755);
  bild = path.join(eltern, "app/");
  heim = path.join(eltern, "heim");
  mkdirSync(bild);
  mkdirSync(heim);
  const gesetzt = baueBild();
  datenbank = await starteDatenbank({ verzeichnis: path.join(eltern, "pg"), datenbank: "pacht", sync: false });
  metrikDesWorkers = String(await freierPort());
  umgebung = {
    ...knoten(),
    ...gesetzt,
    ...fly("env"),
    PORT: String(await freierPort()),
    WORKER_PORT: String(await freierPort()),
    METRIK_PORT: String(await freierPort()),
    MIGRATION_DATABASE_URL: datenbank.ownerUrl,
    OIDC_ISSUER: `https://${anbieter}/oidc`,
    OIDC_CLIENT_ID: "pacht",
    OIDC_CLIENT_SECRET: "geheim",
    PUBLIC_URL: "https://pacht.example.org",
  };
});

afterAll(async () => {
  // A test that failed leaves its processes.
  for (const prozess of gestartete) prozess.kill("SIGKILL");
  await datenbank.beende();
  rmSync(eltern, { recursive: true, force: true });
});

const starte = (befehl: string[], mehr: Record<string, string> = {}) => {
  const lauf = rufe(bild, [...alsKonto, ...befehl], { ...umgebung, ...mehr });
  gestartete.push(lauf.prozess);
  return lauf;
};

const migriere = async (befehl: string[]): Promise<void> => {
  const migration = starte(befehl);
  expect(await migration.ende, migration.ausgabe()).toBe(0);
  const anmeldungen = await richteAnmeldungenEin(datenbank.adminUrl, datenbank.verzeichnis);
  umgebung = { ...umgebung, DATABASE_URL: anmeldungen.appUrl, WORKER_DATABASE_URL: anmeldungen.workerUrl };
};

/** Server and worker become ready, answer as in production, and leave when they are told to. */
const laufen = async (server: string[], worker: string[]): Promise<void> => {
  const [s, w] = [starte(server), starte(worker, { METRIK_PORT: metrikDesWorkers })];
  const basis = `http://127.0.0.1:${umgebung.PORT}/api`;
  const status = (pfad: string) =>
    fetch(basis + pfad).then(
      (antwort) => antwort.status,
      () => s.ausgabe(),
    );
  await expect.poll(() => status("/healthz"), { timeout: 180_000 }).toBe(200);
  await expect.poll(w.ausgabe, { timeout: 180_000 }).toContain("bereit");
  const gesundheit = async () => (await fetch(`http://127.0.0.1:${umgebung.WORKER_PORT}/healthz`)).status;
  await expect.poll(gesundheit, { timeout: 60_000 }).toBe(200);
  for (const port of [umgebung.METRIK_PORT, metrikDesWorkers])
    expect(await (await fetch(`http://127.0.0.1:${port}${fly("[metrics]").path}`)).text()).toContain("# TYPE ");
  for (const seite of ["/docs", "/leitstand", "/leitstand/uPlot.iife.min.js"]) expect(await status(seite)).toBe(200);
  expect(await status("/pachtkonten")).toBe(401);
  s.prozess.kill("SIGTERM");
  w.prozess.kill("SIGTERM");
  expect(await s.ende, s.ausgabe()).toBe(0);
  expect(await w.ende, w.ausgabe()).toBe(0);
};

test("das Abbild hat den Dienst und seine Pakete, nichts vom lokalen Start und keines zum Entwickeln", () => {
  const da = (...pfade: string[]) => pfade.filter((pfad) => existsSync(path.join(bild, pfad)));
  const { packages } = JSON.parse(readFileSync(path.join(bild, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const zumEntwickeln = Object.keys(packages).filter((ort) => packages[ort]?.dev);
  expect(zumEntwickeln.length).toBeGreaterThan(10);
  expect(da("src/main.ts", "worker/main.ts", "sql/migrate.ts", "src/lokal", "test", ".git")).toHaveLength(3);
  expect(da(...zumEntwickeln)).toEqual([]);
  // npm would leave what it has loaded, 62 MB.
  expect([...readdirSync(heim), ...da(".npm")]).toEqual([]);
});

test("auf Node: was das Abbild enthält, unter einem fremden Konto, mit den Befehlen aus fly.toml", async () => {
  const { release_command = "" } = fly("deploy");
  const { app = "", worker = "" } = fly("processes");
  await migriere(release_command.split(" "));
  // A place without provider and people: it says so, and needs nothing that the image has not.
  const einrichtung = starte(["node", "sql/einrichten.ts", "--pruefen"]);
  expect(await einrichtung.ende, einrichtung.ausgabe()).toBe(1);
  expect(einrichtung.ausgabe()).toMatch(/Rechte +in Ordnung.*Kontaktarten +FEHLT.*Identitätsanbieter +FEHLT/s);
  const pruefung = starte(["node", "sql/pruefen.ts"]);
  expect(await pruefung.ende, pruefung.ausgabe()).toBe(0);
  await laufen(app.split(" "), worker.split(" "));
});

test("was Node von den Modulen behält, liegt im Abbild und gilt für sein Konto", async () => {
  for (const programm of ["src/main.ts", "worker/main.ts"]) {
    const lauf = starte(["node", programm], { NODE_DEBUG_NATIVE: "COMPILE_CACHE", DATABASE_POOL: "viele" });
    expect(await lauf.ende, lauf.ausgabe()).toBe(1);
    expect(lauf.ausgabe().match(/V8 code cache for .* was accepted/g)?.length).toBeGreaterThan(500);
    expect(lauf.ausgabe()).not.toMatch(/was not initialized|was rejected|no such file/);
  }
});

test("auf Deno: dasselbe mit den Aufgaben aus deno.json, das Netz auf das Nötige verengt", async () => {
  copyFileSync(path.join(projekt, "deno.json"), path.join(bild, "deno.json"));
  const { tasks } = JSON.parse(readFileSync(path.join(bild, "deno.json"), "utf8")) as { tasks: Record<string, string> };
  const eigene = [umgebung.PORT, umgebung.WORKER_PORT, umgebung.METRIK_PORT, metrikDesWorkers];
  const netz = `--allow-net=${eigene.map((port) => `0.0.0.0:${port}`)},127.0.0.1:${datenbank.port},${anbieter}`;
  const aufgabe = (name: string) =>
    (tasks[name] ?? "")
      .replace(/^deno/, werkzeug("@deno/linux-x64-glibc/deno"))
      .replace("--allow-net", netz)
      .split(" ");
  await migriere(aufgabe("migrate"));
  await laufen(aufgabe("server"), aufgabe("worker"));
});
