import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startzeit } from "../../src/lokal/prozesse.ts";
import { belege, LaeuftSchon } from "../../src/lokal/sperre.ts";

const adresse = "http://127.0.0.1:3000/api";
let ordner: string;

beforeEach(() => {
  ordner = mkdtempSync(join(tmpdir(), "pachtverwaltung-sperre-"));
});

afterEach(() => rmSync(ordner, { recursive: true }));

const hinterlasse = (halter: object | string) =>
  writeFileSync(join(ordner, "start.lock"), typeof halter === "string" ? halter : JSON.stringify(halter));

test("a second start is told who runs and where; a third comes after the first has gone", () => {
  const erste = belege(ordner, adresse);
  expect(erste.verwaist).toBe(false);
  expect(() => belege(ordner, adresse)).toThrow(LaeuftSchon);
  expect(() => belege(ordner, adresse)).toThrow(`${adresse} (Prozess ${process.pid})`);
  erste.gibFrei();
  expect(belege(ordner, adresse).verwaist).toBe(false);
  expect(readdirSync(ordner)).toEqual(["start.lock"]);
});

test("a killed start does not block", async () => {
  const kind = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
  const pid = Number(kind.pid);
  hinterlasse({ pid, startzeit: startzeit(pid), adresse });
  expect(() => belege(ordner, adresse)).toThrow(LaeuftSchon);
  kind.kill("SIGKILL");
  await new Promise((fertig) => kind.once("exit", fertig));
  expect(belege(ordner, adresse).verwaist).toBe(true);
});

test.each([
  ["a later process with the same pid", { pid: process.pid, startzeit: "1", adresse }],
  ["a lock without a start time", { pid: process.pid, adresse }],
  ["half a file", '{"pid":'],
])("%s does not block", (_was, halter) => {
  hinterlasse(halter);
  expect(belege(ordner, adresse).verwaist).toBe(true);
  expect(() => belege(ordner, adresse)).toThrow(LaeuftSchon);
});
