/**
 * Plants the faults of fehler.ts one by one into copies of the calculation and runs its pure tests against each.
 * Prints which test caught which fault; ends with 1 if one survives, or is no longer to be planted.
 */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { type Fehler, fehler } from "./fehler.ts";

const wurzel = path.resolve(import.meta.dirname, "../../..");
const zweige = ["src/kern", "test/kern"];
const gleichzeitig = 2;
const zeitMs = 120_000;

type Bericht = { testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[] };

/** A copy of what the pure tests need. */
const kopiere = (): string => {
  const ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-fehler-"));
  for (const zweig of [...zweige, "package.json", "tsconfig.json"])
    cpSync(path.join(wurzel, zweig), path.join(ordner, zweig), { recursive: true });
  symlinkSync(path.join(wurzel, "node_modules"), path.join(ordner, "node_modules"));
  return ordner;
};

/** The first test that fails in the copy; null if none does. */
const pruefe = async (ordner: string): Promise<string | null> => {
  const bericht = path.join(ordner, "bericht.json");
  rmSync(bericht, { force: true });
  const argumente = ["run", "--config", "test/kern/fehler/vitest.config.ts", "--root", ".", "--reporter", "json"];
  const lauf = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", ...argumente, "--outputFile", bericht], {
    cwd: ordner,
    stdio: "ignore",
    timeout: zeitMs,
    killSignal: "SIGKILL",
  });
  const ende = await new Promise((fertig) => lauf.on("close", fertig));
  if (ende === 0) return null;
  const { testResults } = JSON.parse(readFileSync(bericht, "utf8")) as Bericht;
  for (const { name, assertionResults } of testResults) {
    const gescheitert = assertionResults.find(({ status }) => status === "failed");
    if (gescheitert) return `${path.relative(ordner, name)}: ${gescheitert.fullName}`;
  }
  throw new Error("Die Tests enden mit Fehler, doch keiner ist gescheitert.");
};

/** What caught the fault, or why it was not caught. */
const pflanze = async (ordner: string, { datei, alt, neu }: Fehler): Promise<{ gefunden: boolean; text: string }> => {
  const ziel = path.join(ordner, datei);
  const heil = readFileSync(ziel, "utf8");
  const vorkommen = heil.split(alt).length - 1;
  if (vorkommen !== 1) return { gefunden: false, text: `nicht zu pflanzen: steht ${vorkommen}-mal in ${datei}` };
  writeFileSync(
    ziel,
    heil.replace(alt, () => neu),
  );
  try {
    const test = await pruefe(ordner);
    return test === null ? { gefunden: false, text: "ÜBERLEBT" } : { gefunden: true, text: test };
  } finally {
    writeFileSync(ziel, heil);
  }
};

const ordner = Array.from({ length: gleichzeitig }, kopiere);
try {
  const vorab = await pruefe(ordner[0] as string);
  if (vorab !== null) throw new Error(`Schon ohne Fehler scheitert ${vorab}`);
  const offen = [...fehler];
  let ueberlebt = 0;
  const arbeite = async (kopie: string): Promise<void> => {
    for (let naechster = offen.shift(); naechster; naechster = offen.shift()) {
      const { gefunden, text } = await pflanze(kopie, naechster);
      if (!gefunden) ueberlebt += 1;
      console.log(`${gefunden ? "ok" : "--"}  ${naechster.name.padEnd(72)} ${text}`);
    }
  };
  // One that fails leaves the other its copy until it is through.
  for (const ausgang of await Promise.allSettled(ordner.map(arbeite)))
    if (ausgang.status === "rejected") throw ausgang.reason;
  console.log(`${fehler.length - ueberlebt} von ${fehler.length} Fehlern gefunden`);
  process.exitCode = ueberlebt === 0 ? 0 : 1;
} finally {
  for (const kopie of ordner) rmSync(kopie, { recursive: true, force: true });
}
