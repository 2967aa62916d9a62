import { execFile, spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { datenbank, mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

const rufeMit = (umgebung: Record<string, string>, programm: string, ...argumente: string[]) =>
  promisify(execFile)(process.execPath, [path.resolve(programm), ...argumente], {
    env: { PATH: process.env.PATH, ...umgebung },
  }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (fehler: { code: number; stderr: string }) => ({ code: fehler.code, text: fehler.stderr }),
  );

const rufe = (url: string, programm: string, ...argumente: string[]) =>
  rufeMit({ DATABASE_URL: url }, programm, ...argumente);

const befehle: [string, ...string[]][] = [
  ["sql/pruefen.ts"],
  ["sql/sichern.ts", path.join(tmpdir(), "gibt-es-nicht.dump")],
  ["sql/wiederherstellen.ts", "package.json"],
  ["sql/migrate.ts"],
];

describe.each(befehle)("%s", (programm, ...argumente) => {
  test("eine Datenbank, die nicht da ist, ist ein Satz", async () => {
    expect(await rufe("postgres://x@127.0.0.1:1/x", programm, ...argumente)).toEqual({
      code: 2,
      text: "Die Datenbank ist nicht erreichbar (ECONNREFUSED): Läuft sie, und stimmt ihre Adresse?\n",
    });
  });

  test.each(["127.0.0.1:5432", "mysql://x@127.0.0.1:1/x"])(
    "eine Adresse von anderer Art ebenso: %s",
    async (adresse) => {
      expect(await rufe(adresse, programm, ...argumente)).toEqual({
        code: 2,
        text: "Die Konfiguration stimmt nicht:\n  DATABASE_URL: beginnt nicht mit postgres:// (auch nicht in Anführungszeichen)\n",
      });
    },
  );

  test("ohne Adresse gibt es in der Produktion keine eingebettete: auch nicht, wo nur Leerzeichen stehen", async () => {
    const umgebung = { NODE_ENV: "production", MIGRATION_DATABASE_URL: " ", WORKER_DATABASE_URL: " " };
    expect(await rufeMit({ ...umgebung, DATABASE_URL: " " }, programm, ...argumente)).toEqual({
      code: 2,
      text: expect.stringMatching(/^(MIGRATION_)?DATABASE_URL .*fehlt: [^\n]+\n$/),
    });
    const mitAdresse = { ...umgebung, DATABASE_URL: "postgres://x@127.0.0.1:1/x" };
    expect((await rufeMit(mitAdresse, programm, ...argumente)).text).toContain("ECONNREFUSED");
  });

  test.each(["postgres://x:100%@127.0.0.1:1/x", "postgres://x@127.0.0.1:1/100%"])(
    "eine Adresse, die keine ist, ebenso: %s",
    async (adresse) => {
      expect(await rufe(adresse, programm, ...argumente)).toEqual({
        code: 2,
        text: expect.stringMatching(
          /^Die Konfiguration stimmt nicht:\n {2}DATABASE_URL: keine Adresse wie postgres:\/\/[^\n]+\n$/,
        ),
      });
    },
  );

  test("eine Datenbank, die es nicht gibt, ebenso", async () => {
    const url = Object.assign(new URL(datenbank.ownerUrl), { pathname: "/gibt_es_nicht" }).href;
    expect(await rufe(url, programm, ...argumente)).toEqual({
      code: 2,
      text: expect.stringMatching(
        /^Die Datenbank nimmt die Anmeldung nicht an: diese Datenbank gibt es nicht \(.*\)\.\n$/,
      ),
    });
  });
});

test.each([
  "sql/pruefen.ts",
  "sql/sichern.ts",
  "sql/wiederherstellen.ts",
  "sql/migrate.ts",
  "sql/einrichten.ts",
  "sql/breakGlassHash.ts",
  "src/lokal/daten.ts",
  "src/lokal/demo.ts",
  "src/lokal/klient/main.ts",
  "worker/job.ts",
])("%s: ein Wort, das er nicht kennt, ist sein Aufruf", async (programm) => {
  expect(await rufe(datenbank.ownerUrl, programm, "--gibtesnicht")).toEqual({
    code: 2,
    text: expect.stringMatching(/^Aufruf: npm run [^\n]+\n$/),
  });
});

test.each([
  [
    "src/lokal/demo.ts",
    "http://127.0.0.1:1",
    /^\nUnter http:.* antwortet keine Pachtverwaltung\. Starten mit: npm start\n$/,
  ],
  ["src/lokal/daten.ts", "--konten=3", /^Die Zahl der Konten muss [^\n]+\n$/],
])("%s sagt, was sein Bediener beheben kann, und geht mit 2", async (programm, argument, text) => {
  expect(await rufe(datenbank.ownerUrl, programm, argument)).toEqual({ code: 2, text: expect.stringMatching(text) });
});

test.each([
  ["", "Aufruf: npm run sichern -- <Datei>\n"],
  ["/gibt/es/nicht.dump", "Den Ordner /gibt/es gibt es nicht.\n"],
])("gesichert wird nicht nach „%s“", async (datei, text) => {
  expect(await rufe(datenbank.ownerUrl, "sql/sichern.ts", datei)).toEqual({ code: 2, text });
});

test.each(["sql/pruefen.ts", "sql/wiederherstellen.ts"])(
  "%s: ein Anker, der keiner ist, ist kein Bruch",
  async (programm) => {
    const datei = programm === "sql/pruefen.ts" ? [] : ["package.json"];
    for (const anker of ["2026-11-29 ".padEnd(75, "a"), "abc"])
      expect(await rufe(datenbank.ownerUrl, programm, ...datei, "--anker", anker)).toEqual({
        code: 2,
        text: expect.stringMatching(/^Aufruf: npm run \w+ -- [^\n]+\n$/),
      });
  },
);

test("was nicht migriert ist, wird nicht geprüft: das ist kein Fehler im Archiv", async () => {
  const [letzte] = await owner`
    delete from migration where name = (select max(name) from migration) returning name, sha256, angewendet_am`;
  const { appUrl, workerUrl } = datenbank;
  const antwort = await rufeMit({ DATABASE_URL: appUrl, WORKER_DATABASE_URL: workerUrl }, "sql/pruefen.ts");
  await owner`insert into migration ${owner(letzte ?? {})}`;
  expect(antwort).toEqual({
    code: 2,
    text: "Die Datenbank ist nicht auf dem Stand dieses Programms: npm run migrate\n",
  });
});

test("eine Anmeldung, die ihre Rolle nicht annehmen darf, heilt keine Migration", async () => {
  expect(await rufe(datenbank.appUrl, "sql/pruefen.ts")).toEqual({
    code: 2,
    text: 'Die Datenbank weist das ab: permission denied to set role "pacht_worker" (42501)\n',
  });
});

test("das Schema schreibt sich ohne weitere Wörter", async () => {
  expect(await rufe(datenbank.ownerUrl, "sql/schema.ts", "--gibtesnicht")).toEqual({
    code: 2,
    text: "Aufruf: npm run schema   (ohne weitere Wörter)\n",
  });
});

test("zwei Ordner für einen Klienten sind einer zu viel", async () => {
  expect(await rufe(datenbank.ownerUrl, "src/lokal/klient/main.ts", "a", "b")).toEqual({
    code: 2,
    text: "Aufruf: npm run klient -- [Ordner]\n",
  });
});

/** @param ausgabe where its output goes to; `zu`: the other end of the pipe is closed before anything is written */
const rufeOhneLeser = (ausgabe: "zu" | number, programm: string, ...argumente: string[]) =>
  new Promise<{ code: number | null; fehler: string }>((fertig) => {
    const kind = spawn(process.execPath, [path.resolve(programm), ...argumente], {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: datenbank.appUrl,
        WORKER_DATABASE_URL: datenbank.workerUrl,
        MIGRATION_DATABASE_URL: datenbank.ownerUrl,
        OIDC_ISSUER: "http://127.0.0.1:1",
        OIDC_CLIENT_ID: "x",
        OIDC_CLIENT_SECRET: "x",
      },
      stdio: ["ignore", ausgabe === "zu" ? "pipe" : ausgabe, "pipe"],
    });
    kind.stdout?.destroy();
    let fehler = "";
    kind.stderr?.setEncoding("utf8").on("data", (text: string) => {
      fehler += text;
    });
    kind.once("close", (code) => fertig({ code, fehler }));
  });

const ohneLeser: [programm: string, code: number, ...argumente: string[]][] = [
  ["sql/pruefen.ts", 0],
  ["sql/migrate.ts", 0],
  // Company data and much else are missing: the check says so by its code.
  ["sql/einrichten.ts", 1, "--pruefen"],
  ["worker/job.ts", 0, "aufraeumen"],
  ["sql/breakGlassHash.ts", 0],
  ["src/lokal/daten.ts", 0, "--konten", "20"],
];

test.each(ohneLeser)(
  "%s tut seine Arbeit auch, wenn niemand die Ausgabe zu Ende liest",
  async (programm, code, ...argumente) => {
    expect(await rufeOhneLeser("zu", programm, ...argumente)).toEqual({ code, fehler: "" });
  },
);

test.runIf(existsSync("/dev/full"))(
  "wo für die Ausgabe kein Platz ist, tut ein Befehl seine Arbeit und sagt, dass sie verloren ist",
  async () => {
    const voll = openSync("/dev/full", "w");
    const antworten = [
      await rufeOhneLeser(voll, "sql/breakGlassHash.ts"),
      await rufeOhneLeser(voll, "sql/einrichten.ts", "--pruefen"),
      // These say their only line at the very end.
      await rufeOhneLeser(voll, "sql/migrate.ts"),
      await rufeOhneLeser(voll, "worker/job.ts", "aufraeumen"),
    ];
    closeSync(voll);
    const verloren = { code: 1, fehler: "Die Ausgabe ließ sich nicht schreiben (ENOSPC).\n" };
    expect(antworten).toEqual(Array(4).fill(verloren));
  },
);
