import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { KonfigurationUnvollstaendig } from "../../../../src/technik/config.ts";
import {
  bereiteZwischenlagerVor,
  neuerOrdner,
  raeumeVerwaiste,
} from "../../../../src/technik/http/dateien/zwischenlager.ts";

const gehoertAnderen = vi.hoisted(() => new Set<string>());
// Whoever tests may be root, to whom nothing is refused.
vi.mock("node:fs/promises", async (echte) => {
  const dateien = await echte<typeof import("node:fs/promises")>();
  const rm: typeof dateien.rm = async (pfad, wahl) => {
    if (gehoertAnderen.has(String(pfad))) throw Object.assign(new Error("EACCES"), { code: "EACCES" });
    await dateien.rm(pfad, wahl);
  };
  return { ...dateien, rm };
});

const vorher = process.env.TMPDIR;
let lager: string;
beforeAll(() => {
  lager = mkdtempSync(path.join(tmpdir(), "lager-"));
  process.env.TMPDIR = lager;
});
afterAll(() => {
  if (vorher === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = vorher;
  rmSync(lager, { recursive: true, force: true });
});

const mitDatei = (name: string): string => {
  const ordner = path.join(lager, name);
  mkdirSync(ordner);
  writeFileSync(path.join(ordner, "datei"), "IBAN");
  return ordner;
};

test("beim Start geht, was ein getöteter Prozess liegen ließ, und nichts von denen, die leben", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const tot = mitDatei(`pacht-${pid}-abc`);
  const imSelbenContainer = await neuerOrdner();
  const lebend = mitDatei(`pacht-${process.ppid}-abc`);
  const fremd = mitDatei("anderes-1-abc");
  await raeumeVerwaiste((text) => expect.fail(text));
  expect([tot, imSelbenContainer, lebend, fremd].map((ordner) => existsSync(ordner))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});

test("was einem anderen Konto gehört, bleibt, und der Start geht weiter", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const fremd = mitDatei(`pacht-${pid}-abc`);
  const eigen = mitDatei(`pacht-${pid}-abd`);
  gehoertAnderen.add(fremd);
  const gemeldet: string[] = [];
  await raeumeVerwaiste((text) => gemeldet.push(text));
  expect(gemeldet).toEqual([`${fremd} ließ sich nicht entfernen (EACCES).`]);
  expect([existsSync(fremd), existsSync(eigen)]).toEqual([true, false]);
});

test("der Server startet nur mit einem TMPDIR, in das er schreiben kann, und lässt nichts darin liegen", async () => {
  const vorher = readdirSync(lager);
  await bereiteZwischenlagerVor(() => {});
  expect(readdirSync(lager)).toEqual(vorher);
  try {
    // To the first one nobody can write, not even root; the second is not there.
    for (const [ordner, code] of [
      ["/proc", "ENOENT"],
      [path.join(lager, "nix/da"), "ENOENT"],
    ] as const) {
      process.env.TMPDIR = ordner;
      await expect(bereiteZwischenlagerVor(() => {})).rejects.toThrow(
        new KonfigurationUnvollstaendig(
          `Die Konfiguration stimmt nicht:\n  TMPDIR: in ${ordner} lässt sich nichts ablegen (${code})`,
        ),
      );
    }
  } finally {
    process.env.TMPDIR = lager;
  }
});

test("wird der Ordner unter dem laufenden Dienst aufgeräumt, entsteht er neu, nur für ihn", async () => {
  rmSync(lager, { recursive: true });
  expect(existsSync(await neuerOrdner())).toBe(true);
  expect(statSync(lager).mode & 0o777).toBe(0o700);
});
