import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dateien } from "../../../../src/technik/database/treiber/aenderungen.mjs";
import { istGeflickt } from "../../../../src/technik/database/treiber/flicke.mjs";

const treiber = join(import.meta.dirname, "../../../../src/technik/database/treiber");
const paket = dirname(dirname(dirname(createRequire(import.meta.url).resolve("postgres"))));
let ordner: string;
let kopie: string;

/** The driver as it comes, and our program, in a folder of their own. */
beforeEach(() => {
  ordner = mkdtempSync(join(tmpdir(), "pachtverwaltung-treiber-"));
  kopie = join(ordner, "node_modules/postgres");
  mkdirSync(kopie, { recursive: true });
  cpSync(paket, kopie, { recursive: true });
  cpSync(treiber, join(ordner, "treiber"), { recursive: true });
  for (const { datei, aenderungen } of dateien) {
    const text = lies(datei);
    const zurueck = aenderungen.reduceRight((stand, { alt, neu }) => stand.split(neu).join(alt), text);
    writeFileSync(join(kopie, datei), zurueck);
  }
});
afterEach(() => rmSync(ordner, { recursive: true }));

const lies = (datei: string) => readFileSync(join(kopie, datei), "utf8");
const programm = () => join(ordner, "treiber/flicke.mjs");
const rufe = () => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [programm()], { encoding: "utf8" });
  return { status, stdout, zeilen: stderr.split("\n").filter(Boolean) };
};
/** What starts the server, in the folder. */
const starte = () => {
  const text = `import { pruefeTreiber } from "./treiber/pruefe.ts"; pruefeTreiber(); console.log("läuft");`;
  writeFileSync(join(ordner, "start.ts"), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ordner, "start.ts")], { encoding: "utf8" });
  return { status, stdout: stdout.trim(), zeilen: stderr.split("\n").filter(Boolean) };
};

test("die Tests laufen mit dem reparierten Treiber", () => {
  expect(istGeflickt()).toBe(true);
});

test("einmal, zweimal und mehrere zugleich: danach ist es der reparierte", async () => {
  expect(starte()).toEqual({ status: 1, stdout: "", zeilen: [expect.stringContaining("flicke.mjs")] });
  const laeufe = Array.from({ length: 4 }, () => once(spawn(process.execPath, [programm()]), "exit"));
  for (const [status] of await Promise.all(laeufe)) expect(status).toBe(0);
  expect(rufe()).toEqual({ status: 0, stdout: "", zeilen: [] });
  for (const { datei } of dateien) expect(lies(datei)).toBe(readFileSync(join(paket, datei), "utf8"));
  expect(starte()).toEqual({ status: 0, stdout: "läuft", zeilen: [] });
});

test("ein halb reparierter wird ganz repariert", () => {
  const [erste] = dateien;
  cpSync(join(paket, erste?.datei ?? ""), join(kopie, erste?.datei ?? ""));
  expect(starte().status).toBe(1);
  expect(rufe().status).toBe(0);
  expect(starte().status).toBe(0);
});

test("eine andere Version, eine fremde Änderung, gar kein Treiber: ein Satz, und nichts ist verändert", () => {
  const vorher = () => dateien.map(({ datei }) => lies(datei));
  const davor = vorher();
  const beschreibung = join(kopie, "package.json");
  const text = readFileSync(beschreibung, "utf8");
  writeFileSync(beschreibung, text.replace('"3.4.9"', '"3.4.10"'));
  expect(rufe()).toEqual({ status: 1, stdout: "", zeilen: [expect.stringContaining("3.4.10")] });
  expect(vorher()).toEqual(davor);
  writeFileSync(beschreibung, text);
  writeFileSync(join(kopie, "src/index.js"), `${lies("src/index.js")}\n`);
  const fremd = vorher();
  expect(rufe()).toEqual({ status: 1, stdout: "", zeilen: [expect.stringContaining("src/index.js")] });
  expect(vorher()).toEqual(fremd);
  rmSync(kopie, { recursive: true });
  expect(rufe()).toEqual({ status: 1, stdout: "", zeilen: [expect.stringContaining("nicht installiert")] });
});

test("jede Änderung sagt, warum es sie gibt, und kommt nur einmal vor", () => {
  const alle = dateien.flatMap(({ aenderungen }) => aenderungen);
  for (const { grund, alt, neu } of alle) {
    expect(grund.length).toBeGreaterThan(8);
    expect(neu).not.toBe(alt);
  }
  expect(new Set(alle.map(({ alt }) => alt)).size).toBe(alle.length);
});
