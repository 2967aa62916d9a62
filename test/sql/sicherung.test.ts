import { execFile } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { findePgRestore, findeProgramm, ohnePasswort, waehlePgRestore, warnungVor } from "../../sql/sicherung.ts";
import { lebt } from "../../src/technik/http/dateien/zwischenlager.ts";
import { datenbank, mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";
import { nachbardatenbank } from "../hilfe/nachbardatenbank.ts";

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

const rufe = (programm: string, datei?: string, anders: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [path.resolve(programm), ...(datei === undefined ? [] : [datei])], {
    env: { PATH: pfadVorher, MIGRATION_DATABASE_URL: datenbank.ownerUrl, ...anders },
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

  test("für einen Server vor 17 stellt keines ab 17 wieder her: es setzt, was der nicht kennt", () => {
    const von = (...versionen: number[]) => versionen.map((version) => ({ pfad: `/bin/${version}`, version }));
    expect(waehlePgRestore(von(15, 16, 17), 15)).toEqual(von(15, 16));
    expect(waehlePgRestore(von(16, 18), 15)).toEqual(von(16));
    expect(waehlePgRestore(von(15, 17, 18), 17)).toEqual(von(17, 18));
    expect(() => waehlePgRestore(von(17, 18), 16)).toThrow(
      /^pg_restore ist Version 17, der Server 16: ab 17 setzt es transaction_timeout, .*postgresql-client-16/,
    );
    expect(() => waehlePgRestore(von(15), 16)).toThrow(/^pg_restore ist Version 15, der Server 16: ein älteres/);
    expect(() => waehlePgRestore([], 16)).toThrow(/^pg_restore fehlt/);
  });

  /** Programs of these versions: each reads what a pg_dump up to its own version has written. */
  const mitPgRestore = (pgDump: number, quelle: number, ...versionen: number[]): string => {
    const ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-pg-restore-"));
    for (const version of versionen) {
      const bin = path.join(ordner, String(version));
      mkdirSync(bin);
      writeFileSync(
        path.join(bin, "pg_restore"),
        `#!/bin/sh
        if [ "$1" = --version ]; then echo 'pg_restore (PostgreSQL) ${version}.0'; exit; fi
        if [ ${pgDump} -gt ${version} ]; then echo 'pg_restore: error: unsupported version (1.16) in file header' >&2; exit 1; fi
        echo '; Dumped from database version: ${quelle}.0'; echo '; Dumped by pg_dump version: ${pgDump}.0'`,
        { mode: 0o755 },
      );
    }
    process.env.PATH = [...versionen.map((version) => path.join(ordner, String(version))), pfadVorher].join(":");
    return ordner;
  };

  test("von mehreren stellt das wieder her, das die Sicherung lesen kann, auch wenn ein neueres pg_dump sie schrieb", () => {
    const ordner = mitPgRestore(96, 95, 95, 96);
    expect(findePgRestore(95, "x.dump")).toMatchObject({
      programm: path.join(ordner, "96/pg_restore"),
      kopf: { pgDump: 96 },
    });
    expect(() => findePgRestore(94, "x.dump")).toThrow(
      "Die Sicherung stammt von PostgreSQL 95, der Server hier ist 94.",
    );
    rmSync(ordner, { recursive: true });
  });

  test("kann es keines lesen, ist die Sicherung nicht schuld, und es wird gesagt, welches fehlt", () => {
    const ordner = mitPgRestore(99, 95, 95, 96);
    expect(() => findePgRestore(95, "x.dump")).toThrow(
      /unsupported version .* Ein neueres pg_dump hat sie geschrieben/,
    );
    rmSync(ordner, { recursive: true });
  });

  test("was ein pg_dump ab 17 von einem älteren Server schreibt, führt nicht in ihn zurück: das wird gesagt", () => {
    expect(warnungVor(17, 16)).toMatch(
      /^Achtung: pg_dump 17 hat sie geschrieben\. In einen Server vor 17, wie diesen \(16\).*postgresql-client-16/,
    );
    for (const [pgDump, server] of [
      [16, 15],
      [18, 17],
    ] as const)
      expect(warnungVor(pgDump, server)).toBeUndefined();
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

  /** A folder with a pg_dump and a pg_restore of the server's version that do what these lines of a shell say. */
  const mitProgrammen = async (dump: string, restore = ""): Promise<string> => {
    const [{ version } = { version: 0 }] = await owner<{ version: number }[]>`
      select current_setting('server_version_num')::integer / 10000 version`;
    const langsam = mkdtempSync(path.join(ordner, "langsam-"));
    for (const [name, zeilen] of Object.entries({ pg_dump: dump, pg_restore: restore }))
      writeFileSync(
        path.join(langsam, name),
        `#!/bin/sh
        if [ "$1" = --version ]; then echo '${name} (PostgreSQL) ${version}.0'; exit; fi
        if [ "$1" = --list ]; then echo '; Dumped from database version: ${version}.0'; exit; fi
        ${zeilen}
        `,
        { mode: 0o755 },
      );
    return langsam;
  };

  const starte = (programm: string, pfad: string, datei: string, url = datenbank.ownerUrl) => {
    const kind = execFile(process.execPath, [path.resolve(programm), datei], {
      env: { PATH: `${pfad}:${pfadVorher}`, MIGRATION_DATABASE_URL: url },
    });
    let text = "";
    kind.stderr?.on("data", (teil) => {
      text += teil;
    });
    return { kind, ende: once(kind, "close").then(([code]) => ({ code, text })) };
  };

  const schreibt = 'while [ "$1" != --file ]; do shift; done; echo Behrens > "$2"';
  const teileIn = (langsam: string) => readdirSync(langsam).filter((name) => name.endsWith(".teil"));

  test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "wer mit %s abgebrochen wird, lässt keine halbe liegen",
    async (signal) => {
      const langsam = await mitProgrammen(`${schreibt}; exec sleep 60`);
      const { kind, ende } = starte("sql/sichern.ts", langsam, path.join(langsam, "sicherung.dump"));
      await expect.poll(() => teileIn(langsam), { timeout: 60_000 }).toHaveLength(1);
      kind.kill(signal);
      expect(await ende).toEqual({ code: 2, text: `Abgebrochen (${signal}): keine Sicherung ist entstanden.\n` });
      expect(readdirSync(langsam)).toEqual(["pg_dump", "pg_restore"]);
    },
  );

  test("zwei, die zugleich dieselbe Datei schreiben: eine entsteht, von einem ganz, und der andere sagt es", async () => {
    // Each writes its number, waits until the other has begun too, and only then the rest.
    const langsam = await mitProgrammen(
      `while [ "$1" != --file ]; do shift; done
      echo $$ > "$2"; touch "${ordner}/da-$$"
      while [ $(ls "${ordner}" | grep -c ^da-) -lt 2 ]; do sleep 0.1; done
      echo $$ >> "$2"`,
    );
    const ziel = path.join(langsam, "sicherung.dump");
    const enden = await Promise.all([1, 2].map(() => starte("sql/sichern.ts", langsam, ziel).ende));
    expect(enden.sort((a, b) => a.code - b.code)).toEqual([
      { code: 0, text: "" },
      { code: 2, text: `${ziel} gibt es schon: eine Sicherung überschreibt keine andere.\n` },
    ]);
    expect(readFileSync(ziel, "utf8")).toMatch(/^(\d+)\n\1\n$/);
    expect(teileIn(langsam)).toEqual([]);
  });

  test("was ein getöteter liegen ließ, geht mit der nächsten; was noch geschrieben wird, bleibt", async () => {
    const langsam = await mitProgrammen(schreibt);
    const ziel = path.join(langsam, "sicherung.dump");
    for (const pid of [2 ** 22 + 1, process.pid]) writeFileSync(`${ziel}.${pid}.teil`, "");
    expect(await starte("sql/sichern.ts", langsam, ziel).ende).toEqual({ code: 0, text: "" });
    expect(teileIn(langsam)).toEqual([`sicherung.dump.${process.pid}.teil`]);
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

  const mitLeererDatenbank = async <T>(tue: (url: string) => Promise<T>): Promise<T> => {
    const { adminUrl, ownerUrl } = inject("datenbank");
    const name = `test_leer_${process.pid}`;
    const admin = postgres(adminUrl, { max: 1 });
    await admin`create database ${admin(name)} owner pacht_owner`;
    try {
      return await tue(nachbardatenbank(ownerUrl, name));
    } finally {
      await admin`drop database ${admin(name)} with (force)`;
      await admin.end();
    }
  };

  test("wer das Wiederherstellen abbricht, lässt kein pg_restore zurück, das allein weitermacht", async () => {
    const pidDatei = path.join(ordner, "pid");
    const langsam = await mitProgrammen("", `echo $$ > ${pidDatei}; exec sleep 60`);
    const { code, text } = await mitLeererDatenbank(async (url) => {
      const { kind, ende } = starte("sql/wiederherstellen.ts", langsam, vorhandene, url);
      await expect.poll(() => existsSync(pidDatei), { timeout: 60_000 }).toBe(true);
      kind.kill("SIGTERM");
      return ende;
    });
    const pid = Number(readFileSync(pidDatei, "utf8"));
    const war = lebt(pid);
    if (war) process.kill(pid);
    expect(war).toBe(false);
    expect([code, text]).toEqual([2, "Abgebrochen (SIGTERM): nichts ist wiederhergestellt.\n"]);
  });

  test("ist die Sicherung eingespielt und nur der Rest nicht gelungen, ist das nicht dasselbe wie nichts", async () => {
    // Stands for PostgreSQL's own, which this machine need not have: what it restores is of a newer release.
    const treiber = path.resolve("node_modules/postgres/src/index.js");
    writeFileSync(
      path.join(ordner, "restore.mjs"),
      `import postgres from ${JSON.stringify(treiber)};
      const sql = postgres(process.argv[3], { password: process.env.PGPASSWORD, max: 1 });
      await sql.unsafe(\`set role pacht_owner;
        create table migration (name text primary key, sha256 text not null, angewendet_am timestamptz default now());
        insert into migration values ('9999_neuer.sql', 'x')\`);
      await sql.end();`,
    );
    const programm = path.join(ordner, "pg_restore");
    writeFileSync(
      programm,
      `#!/bin/sh
      case "$1" in
        --version) echo 'pg_restore (PostgreSQL) 98.1';;
        --list) echo '; Dumped from database version: 18.1';;
        *) exec ${process.execPath} ${path.join(ordner, "restore.mjs")} "$@";;
      esac
      `,
    );
    chmodSync(programm, 0o755);
    const { code, text } = await mitLeererDatenbank((url) =>
      rufe("sql/wiederherstellen.ts", vorhandene, { PATH: `${ordner}:${pfadVorher}`, MIGRATION_DATABASE_URL: url }),
    );
    expect(text).toMatch(/^Die Sicherung ist eingespielt, .*npm run migrate.*\n.*9999_neuer/s);
    expect(code).toBe(1);
  });
});
