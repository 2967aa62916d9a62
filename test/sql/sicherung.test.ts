import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findeProgramm, ohnePasswort } from "../../sql/sicherung.ts";
import { datenbank, mitDatenbank } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

let ordner: string;
const pfadVorher = process.env.PATH;

beforeAll(() => {
  ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-programme-"));
  const programm = path.join(ordner, "pg_dump");
  writeFileSync(programm, "#!/bin/sh\necho 'pg_dump (PostgreSQL) 98.1 (Debian 98.1-1)'\n");
  chmodSync(programm, 0o755);
});
afterAll(() => {
  process.env.PATH = pfadVorher;
  rmSync(ordner, { recursive: true });
});

const rufe = (programm: string, ...argumente: string[]) =>
  promisify(execFile)(process.execPath, [path.resolve(programm), ...argumente], {
    env: { PATH: pfadVorher, MIGRATION_DATABASE_URL: datenbank.ownerUrl },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (fehler: { code: number; stderr: string }) => ({ code: fehler.code, text: fehler.stderr }),
  );

describe("das Passwort steht in keiner Prozessliste", () => {
  test.each([
    ["postgres://u:geheim@db/x", "postgres://u@db/x", "geheim"],
    [
      "postgres://u:ge%40heim@db1:5432,db2:5432/x?sslmode=require",
      "postgres://u@db1:5432,db2:5432/x?sslmode=require",
      "ge@heim",
    ],
    ["postgresql://u@db/x", "postgresql://u@db/x", undefined],
  ])("%s", (url, adresse, passwort) => {
    expect(ohnePasswort(url)).toEqual({ adresse, passwort });
  });
});

describe("pg_dump und pg_restore", () => {
  test("das der Version des Servers oder das nächste neuere", () => {
    process.env.PATH = `${ordner}:${pfadVorher}`;
    expect(findeProgramm("pg_dump", 98)).toBe(path.join(ordner, "pg_dump"));
    expect(findeProgramm("pg_dump", 97)).toBe(path.join(ordner, "pg_dump"));
  });

  test("ein älteres als der Server wird genannt, und das Paket, das fehlt", () => {
    process.env.PATH = `${ordner}:${pfadVorher}`;
    expect(() => findeProgramm("pg_dump", 99)).toThrow(
      /^pg_dump ist Version 98, der Server 99: .*postgresql-client-99/,
    );
  });

  test("fehlt es überall, ist das ein Satz", () => {
    expect(() => findeProgramm("pg_gibtesnicht" as "pg_dump", 18)).toThrow(
      /^pg_gibtesnicht fehlt, auch unter \/usr\/lib\/postgresql\. .*postgresql-client-18/,
    );
  });
});

describe("Sichern und Wiederherstellen", () => {
  const vorhandene = path.resolve("package.json");

  test.each([["sql/sichern.ts"], ["sql/wiederherstellen.ts"]])(
    "ohne Datei sagt %s, wie es aufgerufen wird",
    async (programm) => {
      expect(await rufe(programm)).toEqual({ code: 2, text: expect.stringMatching(/^Aufruf: npm run \w+ -- <Datei>/) });
    },
  );

  test("eine Sicherung überschreibt keine andere", async () => {
    expect(await rufe("sql/sichern.ts", vorhandene)).toEqual({
      code: 2,
      text: expect.stringContaining("gibt es schon"),
    });
  });

  test("was es nicht gibt, wird nicht wiederhergestellt", async () => {
    const fehlend = path.join(ordner, "fehlt.dump");
    expect(await rufe("sql/wiederherstellen.ts", fehlend)).toEqual({ code: 2, text: `${fehlend} gibt es nicht.\n` });
  });

  test("in eine Datenbank, in der schon etwas liegt, wird nichts wiederhergestellt", async () => {
    const { code, text } = await rufe("sql/wiederherstellen.ts", vorhandene);
    expect([code, text]).toEqual([
      2,
      expect.stringMatching(/^In der Datenbank test_\w+ liegt schon etwas \(\d+ Tabellen\)/),
    ]);
  });
});
