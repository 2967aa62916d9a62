import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fuehreAus, type Klon, kloneMitPaketen, type Lauf, starte, werkzeug } from "./hilfe/klon.ts";

let klon: Klon;
let lauf: Lauf;
let datei: string;
const ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-dokument-"));
beforeAll(async () => {
  klon = kloneMitPaketen();
  lauf = await starte(klon);
  datei = path.join(ordner, "openapi.json");
  writeFileSync(datei, await (await fetch(`${lauf.basis}/openapi.json`)).text());
});
afterAll(async () => {
  await lauf.beende();
  klon.loesche();
  rmSync(ordner, { recursive: true });
});

test("redocly findet nichts außer den Weiterleitungen der Anmeldung und der Zustandsprüfung", () => {
  const { stdout } = spawnSync(werkzeug(".bin/redocly"), ["lint", datei, "--format=json"], { encoding: "utf8" });
  const befunde = (JSON.parse(stdout) as { problems: { ruleId: string; location: { pointer: string }[] }[] }).problems;
  expect(befunde.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`).sort()).toEqual([
    "operation-2xx-response #/paths/~1auth~1callback/get/responses",
    "operation-2xx-response #/paths/~1auth~1login/get/responses",
    "operation-4xx-response #/paths/~1healthz/get/responses",
  ]);
});

test("openapi-typescript macht daraus Typen, die sich übersetzen lassen", () => {
  const typen = path.join(ordner, "typen.ts");
  fuehreAus(werkzeug(".bin/openapi-typescript"), [datei, "-o", typen]);
  fuehreAus(werkzeug(".bin/tsc"), ["--noEmit", "--strict", "--skipLibCheck", "false", typen]);
});
