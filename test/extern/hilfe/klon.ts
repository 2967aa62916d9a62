import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import { expect, vi } from "vitest";
import { freierPort } from "../../../src/lokal/port.ts";

const projekt = path.resolve(import.meta.dirname, "../../..");

export function werkzeug(name: string): string {
  return path.join(projekt, "test/extern/node_modules", name);
}

/** Runs a command to its end; anything but success fails the test with what it printed. */
export function fuehreAus(
  befehl: string,
  argumente: string[],
  optionen: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(befehl, argumente, {
    encoding: "utf8",
    maxBuffer: 64e6,
    ...optionen,
  });
  expect(status, `${befehl} ${argumente.join(" ")}\n${error ?? ""}${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** The environment of somebody who has set nothing; npm's and the test run's own variables are not theirs. */
const leereUmgebung = (): NodeJS.ProcessEnv => {
  const { PATH = "", HOME, LANG } = process.env;
  const ohneWerkzeuge = PATH.split(":").filter((ordner) => !ordner.includes("node_modules"));
  return { PATH: ohneWerkzeuge.join(":"), HOME, LANG };
};

export type Klon = { ordner: string; loesche(): void };

/**
 * What is committed, in a folder of its own as after `git clone`.
 *
 * @param privat the folder may be entered by its owner alone
 */
export function klone(privat = false): Klon {
  const eltern = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-klon-"));
  if (!privat) chmodSync(eltern, 0o755);
  const ordner = path.join(eltern, "pachtverwaltung");
  fuehreAus("git", ["clone", "--quiet", projekt, ordner]);
  return { ordner, loesche: () => rmSync(eltern, { recursive: true, force: true }) };
}

/** What npm has put into node_modules, without what programs have kept there since. */
const vonNpm = (name: string): boolean => !name.startsWith(".") || [".bin", ".package-lock.json"].includes(name);

/**
 * A clone with the packages as they are installed here: for who does not try the installation itself, which takes a
 * minute of a core. `npm start` holds them against the clone's own lock file and installs where they differ.
 */
export function kloneMitPaketen(): Klon {
  const klon = klone();
  const ziel = path.join(klon.ordner, "node_modules");
  mkdirSync(ziel);
  const quelle = path.join(projekt, "node_modules");
  const pakete = readdirSync(quelle).filter(vonNpm);
  fuehreAus("cp", ["-a", ...pakete.map((name) => path.join(quelle, name)), ziel]);
  return klon;
}

export type Lauf = {
  port: number;
  basis: string;
  prozess: ChildProcess;
  ausgabe: () => string;
  sekunden: number;
  beende(signal?: NodeJS.Signals): Promise<number | null>;
};

/** A process of the clone, with what it prints. */
export function rufe(ordner: string, befehl: string[], umgebung: NodeJS.ProcessEnv) {
  const [datei = "", ...argumente] = befehl;
  const prozess = spawn(datei, argumente, { cwd: ordner, env: { ...leereUmgebung(), ...umgebung } });
  let text = "";
  const sammle = (teil: unknown) => {
    text += String(teil);
  };
  prozess.stdout.on("data", sammle);
  prozess.stderr.on("data", sammle);
  const ende = new Promise<number | null>((fertig) => prozess.on("close", (code) => fertig(code)));
  return { prozess, ausgabe: () => text, ende };
}

/** It is the machine that this waits for: what a start may take is printed where it is measured. */
const geduldMs = 300_000;

/** On a busy machine the service may be late for the second in which it must have looked at its database. */
export async function warteBisGesund(basis: string): Promise<void> {
  // Also called where a file prepares itself, outside of any test.
  await vi.waitFor(async () => expect((await fetch(`${basis}/healthz`)).status).toBe(200), {
    timeout: 60_000,
    interval: 100,
  });
}

/** Starts the service in a clone and waits until it is healthy. */
export async function starte(
  { ordner }: Klon,
  optionen: { port?: number; befehl?: string[]; umgebung?: NodeJS.ProcessEnv } = {},
): Promise<Lauf> {
  const port = optionen.port ?? (await freierPort());
  const basis = `http://127.0.0.1:${port}/api`;
  const beginn = performance.now();
  const { prozess, ausgabe, ende } = rufe(ordner, optionen.befehl ?? ["npm", "start"], {
    PORT: String(port),
    ...optionen.umgebung,
  });
  const bereit = () => ausgabe().includes("Beenden");
  while (!bereit()) {
    if (prozess.exitCode !== null || performance.now() - beginn > geduldMs)
      throw new Error(
        `Der Dienst ist nach ${Math.round((performance.now() - beginn) / 1000)} s nicht gestartet:\n${ausgabe()}`,
      );
    await warte(50);
  }
  await warteBisGesund(basis);
  return {
    port,
    basis,
    prozess,
    ausgabe,
    sekunden: (performance.now() - beginn) / 1000,
    beende: (signal = "SIGTERM") => {
      prozess.kill(signal);
      return ende;
    },
  };
}

/** Processes whose command line or working directory names the folder: what a stopped service has left behind. */
export function uebrige(ordner: string): string[] {
  return spawnSync("pgrep", ["-af", ordner], { encoding: "utf8" })
    .stdout.split("\n")
    .filter((zeile) => zeile && !zeile.includes("pgrep") && !zeile.includes("vitest"));
}
