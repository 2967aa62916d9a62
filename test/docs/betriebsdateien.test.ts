import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseEnv } from "node:util";
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { Einrichtung } from "../../src/betrieb/einrichtung/schema.ts";
import { liesConfig, liesWorkerConfig } from "../../src/technik/config.ts";
import type { Env } from "../../src/technik/http/app.ts";
import { adresseVon } from "../../src/technik/http/einlass/adresse.ts";
import { wurzel } from "./seiten.ts";

const ordner = path.join(wurzel, "docs/betrieb");
const lies = (datei: string): string => readFileSync(path.join(ordner, datei), "utf8");
const einheiten = readdirSync(ordner).filter((name) => name.endsWith(".service"));

const temporaer = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-einheiten-"));
afterAll(() => rmSync(temporaer, { recursive: true }));

/** The first column of the configuration's tables: all that can be set. */
const einstellbare = readFileSync(path.join(wurzel, "docs/konfiguration.md"), "utf8")
  .split("\n")
  .filter((zeile) => /^\| `[A-Z]/.test(zeile))
  .flatMap((zeile) => [...(zeile.split(" | ")[0] ?? "").matchAll(/`(…?[A-Z0-9_]+)`/g)])
  .map(([, name = ""]) => name.replace("…", "EXTACCOUNTING"));

const unbekannte = (umgebung: object): string[] =>
  Object.keys(umgebung).filter((name) => name !== "NODE_ENV" && !einstellbare.includes(name));

/** Every program that a line names is there, in the tree or as the Node that npm brings. */
const fehlendeProgramme = (zeile: string): string[] =>
  [...zeile.matchAll(/\b(?:src|worker|sql)\/[\w/]+\.ts/g)]
    .map(([datei]) => datei)
    .filter((datei) => !existsSync(path.join(wurzel, datei)));

test("die Einstellungen der Maschine sind vollständig, und jede gibt es", () => {
  const umgebung = parseEnv(lies("pacht.env"));
  expect(unbekannte(umgebung)).toEqual([]);
  const { PORT, produktion } = liesConfig(umgebung);
  expect(produktion).toBe(true);
  expect(liesWorkerConfig(umgebung).DATABASE_URL).toContain("pacht_arbeiter");
  expect(unbekannte(parseEnv(lies("migration.env")))).toEqual([]);
  for (const tor of ["Caddyfile", "nginx.conf"]) expect(lies(tor), tor).toContain(`127.0.0.1:${PORT}`);
  // What the service takes, nginx lets through: by itself it refuses an address of more than 8 KiB.
  expect(lies("nginx.conf")).toContain("large_client_header_buffers 4 16k;");
});

test.each(einheiten)("die Einheit %s startet, was es gibt, und lässt Zeit zum Beenden", (name) => {
  const text = lies(name);
  const [zeile = ""] = /^ExecStart=.*$/m.exec(text) ?? [];
  expect(zeile).toMatch(/^ExecStart=\/opt\/pachtverwaltung\/node_modules\/\.bin\/node .*\.ts$/);
  expect(fehlendeProgramme(zeile)).toEqual([]);
  for (const [, datei = ""] of text.matchAll(/\/etc\/pachtverwaltung\/(\S+)/g))
    expect(existsSync(path.join(ordner, datei))).toBe(true);
  const { BEENDEN_SEKUNDEN } = liesConfig(parseEnv(lies("pacht.env")));
  if (name === "pacht-server.service")
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(BEENDEN_SEKUNDEN + 10);
});

test.runIf(existsSync("/usr/bin/systemd-analyze"))("systemd findet an den Einheiten nichts auszusetzen", () => {
  const dateien = einheiten.map((name) => {
    const datei = path.join(temporaer, name);
    writeFileSync(datei, lies(name).replaceAll("/opt/pachtverwaltung", wurzel).replace("User=pacht", "User=daemon"));
    return datei;
  });
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...dateien], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
  for (const datei of dateien) {
    // From 0 to 100: what systemd still takes for exposed. A service that needs the network is never at 0.
    const lage = ["security", "--offline=true", "--threshold=20", "--no-pager", datei];
    expect(spawnSync("systemd-analyze", lage).status, datei).toBe(0);
  }
});

type Dienst = { command: string[]; environment?: Record<string, string>; depends_on?: object };

test("die Compose-Datei: jeder Dienst startet, was es gibt, mit vollständigen Einstellungen", () => {
  const werte = parseEnv(lies("compose.env"));
  const gebraucht = new Set<string>();
  // As Compose does it: in the values, once the file is parsed.
  const text = JSON.stringify(parse(lies("compose.yaml"), { merge: true })).replace(
    /\$\{(\w+)(?::\?|:-(\w*))\}/g,
    (_, name: string, sonst: string | undefined) => {
      gebraucht.add(name);
      return werte[name] ?? sonst ?? "FEHLT";
    },
  );
  expect(text).not.toContain("FEHLT");
  expect(Object.keys(werte).filter((name) => !gebraucht.has(name))).toEqual([]);
  const { services } = JSON.parse(text) as { services: Record<string, Dienst> };
  for (const name of ["migration", "server", "worker"])
    expect(fehlendeProgramme((services[name]?.command ?? []).join(" ")), name).toEqual([]);
  const umgebung = services.server?.environment ?? {};
  expect(unbekannte(umgebung)).toEqual([]);
  // What can be set at all can be set for the containers; the rest is for the migration and for the local start.
  const anderswo = ["MIGRATION_DATABASE_URL", "DEMO_DATEN", "LOKALE_ANMELDUNG"];
  expect(einstellbare.filter((name) => !(name in umgebung) && !anderswo.includes(name))).toEqual([]);
  // The image sets it.
  expect(liesConfig({ ...umgebung, NODE_ENV: "production" }).PUBLIC_URL).toBe("https://pacht.example.org");
  expect(services.tor?.command).toContain(`server:${umgebung.PORT}`);
  expect(liesWorkerConfig(services.worker?.environment).DATABASE_URL).toContain("pacht_arbeiter");
  expect(unbekannte(services.migration?.environment ?? {})).toEqual([]);
  const passwoerter = lies("postgresql.sql").match(/PACHT_\w+_PASSWORT/g) ?? [];
  expect(Object.keys(services.datenbank?.environment ?? {})).toEqual(expect.arrayContaining(passwoerter));
});

test("die ausgefüllte compose.env, in der Passwörter stehen, kommt weder in die Versionen noch zum Bau des Abbilds", () => {
  for (const datei of [".gitignore", ".dockerignore"])
    expect(readFileSync(path.join(wurzel, datei), "utf8"), datei).toMatch(/^\/?compose\.env$/m);
});

test.each([
  ["was fehlt, sagen beide", "console.error('DATABASE_URL: fehlt: …'); process.exitCode = 1", 0],
  ["ein anderer Fehler bricht den Bau ab", "import './gibtesnicht.ts'", 1],
])("das Abbild wird nur gebaut, wenn beide Programme laden: %s", (_, worker, ergebnis) => {
  const [, zeile = ""] = /^RUN (.*src\/main\.ts.*)$/m.exec(readFileSync(path.join(wurzel, "Dockerfile"), "utf8")) ?? [];
  const bild = mkdtempSync(path.join(temporaer, "bild-"));
  for (const [ort, text] of Object.entries({
    "src/main.ts": "console.error('DATABASE_URL: fehlt: …'); process.exitCode = 1",
    "worker/main.ts": worker,
    "kompiliert/eines": "",
  })) {
    mkdirSync(path.dirname(path.join(bild, ort)), { recursive: true });
    writeFileSync(path.join(bild, ort), text);
  }
  const { status, stderr } = spawnSync("sh", ["-c", zeile], {
    cwd: bild,
    env: { PATH: `${path.dirname(process.execPath)}:${process.env.PATH}` },
    encoding: "utf8",
  });
  expect(status, stderr).toBe(ergebnis);
});

test("die Beispieldatei zum Einrichten wird angenommen", () => {
  expect(Einrichtung.safeParse(JSON.parse(lies("einrichtung.json"))).error).toBeUndefined();
});

/** What fly.toml sets for the processes. */
const flyText = readFileSync(path.join(wurzel, "fly.toml"), "utf8");
const flyUmgebung = Object.fromEntries(
  [...flyText.matchAll(/^([A-Z_]+) = "(.*)"$/gm)].map(([, name = "", wert = ""]) => [name, wert]),
);

test("eine Migration hat auf Fly so lange Zeit wie unter systemd", () => {
  const stunden = Number(/^TimeoutStartSec=(\d+)h$/m.exec(lies("pacht-migration.service"))?.[1]);
  expect(flyText).toMatch(new RegExp(`^release_command_timeout = "${stunden * 60}m"$`, "m"));
});

test("fly.toml nennt nur Einstellungen, die es gibt, und keinen Port zweimal", () => {
  expect(unbekannte(flyUmgebung)).toEqual([]);
  const ports = Object.entries(flyUmgebung)
    .filter(([name]) => name.endsWith("PORT"))
    .map(([, wert]) => wert);
  expect(new Set(ports).size).toBe(ports.length);
  for (const [, port = ""] of flyText.matchAll(/^(?:internal_)?port = (\d+)$/gm)) expect(ports).toContain(port);
});

test("auf Fly beginnt eine Konsole in /, nicht im Ordner des Abbilds: ihre Befehle nennen den ganzen Weg", () => {
  const [, ordnerImBild = "?"] = /^WORKDIR (\S+)$/m.exec(readFileSync(path.join(wurzel, "Dockerfile"), "utf8")) ?? [];
  const seite = readFileSync(path.join(wurzel, "docs/inbetriebnahme.md"), "utf8");
  const programme = [...seite.matchAll(/^fly ssh console .*-C "node (\S+?)[ "]/gm)].map(
    ([, programm = ""]) => programm,
  );
  expect(programme.length).toBeGreaterThan(0);
  for (const programm of programme) {
    expect(programm).toMatch(new RegExp(`^${ordnerImBild}/`));
    expect(existsSync(path.join(wurzel, programm.slice(ordnerImBild.length))), programm).toBe(true);
  }
});

test("bei Fly zählt die Adresse des Aufrufers, nicht die der App dahinter, und nicht, was er selbst schreibt", async () => {
  const app = new Hono<Env>().get("/", (c) => c.text(adresseVon(c, Number(flyUmgebung.PROXY_HOPS))));
  const headers = { "x-forwarded-for": "1.2.3.4, 203.0.113.7, 66.241.124.1" };
  const antwort = await app.request("/", { headers }, { adresse: "172.16.0.1" });
  expect(await antwort.text()).toBe("203.0.113.7");
});
