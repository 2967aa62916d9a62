import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startzeit } from "../../src/lokal/postgres/prozesse.ts";
import { belege, LaeuftSchon } from "../../src/lokal/postgres/sperre.ts";

const adresse = "http://127.0.0.1:3000/api";
let ordner: string;

beforeEach(() => {
  ordner = mkdtempSync(join(tmpdir(), "pachtverwaltung-sperre-"));
});

afterEach(() => rmSync(ordner, { recursive: true }));

const hinterlasse = (halter: object | string) =>
  writeFileSync(join(ordner, "start.lock"), typeof halter === "string" ? halter : JSON.stringify(halter));

test("ein zweiter Start erfährt, wer wo läuft; ein dritter kommt nach dem Ende des ersten dran", () => {
  const erste = belege(ordner, adresse);
  expect(erste.verwaist).toBe(false);
  expect(() => belege(ordner, adresse)).toThrow(LaeuftSchon);
  expect(() => belege(ordner, adresse)).toThrow(`${adresse} (Prozess ${process.pid})`);
  erste.gibFrei();
  expect(belege(ordner, adresse).verwaist).toBe(false);
  expect(readdirSync(ordner)).toEqual(["start.lock"]);
});

test("ein getöteter Start hält nicht auf", async () => {
  const kind = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"]);
  const pid = Number(kind.pid);
  hinterlasse({ pid, startzeit: startzeit(pid), adresse });
  expect(() => belege(ordner, adresse)).toThrow(LaeuftSchon);
  kind.kill("SIGKILL");
  await new Promise((fertig) => kind.once("exit", fertig));
  expect(belege(ordner, adresse).verwaist).toBe(true);
});

test.each([
  ["ein späterer Prozess mit derselben pid", { pid: process.pid, startzeit: "1", adresse }],
  ["eine Sperre ohne Startzeit", { pid: process.pid, adresse }],
  ["eine halbe Datei", '{"pid":'],
])("%s hält nicht auf", (_was, halter) => {
  hinterlasse(halter);
  expect(belege(ordner, adresse).verwaist).toBe(true);
  expect(() => belege(ordner, adresse)).toThrow(LaeuftSchon);
});
