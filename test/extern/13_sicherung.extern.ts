import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migriere } from "../../sql/migrate.ts";
import { ladeDemodaten } from "../../src/lokal/daten.ts";
import { type Postgresql15, startePostgresql15 } from "./hilfe/postgresql15.ts";

const projekt = path.resolve(import.meta.dirname, "../..");

let server: Postgresql15;
let ordner: string;

/** A program of the service on one of the databases. */
const rufe = (datenbank: string, programm: string, ...argumente: string[]) => {
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [programm, ...argumente], {
    cwd: projekt,
    env: { PATH, HOME, DATABASE_URL: server.url(datenbank) },
    encoding: "utf8",
  });
  return { status, text: stdout + stderr };
};

const sql = <T extends object>(datenbank: string, anweisung: string): Promise<T[]> => {
  const verbindung = postgres(server.url(datenbank), { max: 1, onnotice: () => {} });
  return verbindung.unsafe<T[]>(anweisung).finally(() => verbindung.end());
};

/** Letters and the seal of the audit log come from the worker. */
const lasseArbeiten = async (datenbank: string): Promise<void> => {
  const worker = spawn(process.execPath, ["worker/main.ts"], {
    cwd: projekt,
    env: { PATH: process.env.PATH, DATABASE_URL: server.url(datenbank) },
    stdio: "ignore",
  });
  const ende = new Promise((zu) => worker.once("exit", zu));
  const stand = async () =>
    (
      await sql<{ fertig: boolean }>(
        datenbank,
        `select (select count(*) from archiv_pdf) >= 100 and exists (select from siegel)
           and not exists (select from auditlog a where not exists (
             select from siegel_eintrag e where e.auditlog_id = a.id)) as fertig`,
      )
    )[0]?.fertig;
  try {
    for (const bis = performance.now() + 420_000; !(await stand()); await warte(500))
      if (performance.now() > bis) throw new Error("Der Worker wird nicht fertig.");
  } finally {
    worker.kill("SIGTERM");
    await ende;
  }
};

beforeAll(async () => {
  ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-sicherung-"));
  server = await startePostgresql15();
  await sql("postgres", "create database bestand");
  await migriere(server.url("bestand"));
  await ladeDemodaten(server.url("bestand"), { heute: "2026-11-20" });
  await sql(
    "bestand",
    `with d as (
       insert into pachtkonto_dokument (pachtkonto_id, dateiname, medientyp, groesse, sha256, hochgeladen_von)
       select min(id), 'vertrag.pdf', 'application/pdf', 7, encode(sha256('Vertrag'), 'hex'), 'Test' from pachtkonto
       returning id)
     insert into pachtkonto_dokument_stueck select id, 0, 'Vertrag' from d`,
  );
  await lasseArbeiten("bestand");
});
afterAll(async () => {
  await server?.beende();
  rmSync(ordner, { recursive: true, force: true });
});

const datei = () => path.join(ordner, "pacht.dump");
const anker = (text: string): string => /^Anker des Audit-Logs: \S+ (\S+)$/m.exec(text)?.[1] ?? "";

test("ein gefüllter Bestand, gesichert und in eine leere Datenbank wiederhergestellt, besteht dieselbe Prüfung", async () => {
  const vorher = rufe("bestand", "sql/pruefen.ts");
  expect([vorher.status, vorher.text]).toEqual([0, expect.stringContaining("Das Archiv ist unversehrt.")]);
  const sicherung = rufe("bestand", "sql/sichern.ts", datei());
  expect(sicherung.text).toMatch(/^Gesichert: .*pacht\.dump \(\d+,\d MB, \d+ Tabellen, SHA-256 [\da-f]{64}\)$/m);
  expect(sicherung.status).toBe(0);
  // Personal data: for whoever made it alone.
  expect((statSync(datei()).mode & 0o777).toString(8)).toBe("600");

  await sql("postgres", "create database neu");
  const zurueck = rufe("neu", "sql/wiederherstellen.ts", datei(), "--anker", anker(sicherung.text));
  expect(zurueck.text).toMatch(/^Wiederhergestellt: /m);
  expect(zurueck.status).toBe(0);
  expect(rufe("neu", "sql/pruefen.ts").text).toBe(vorher.text);
});

test("danach gehört alles pacht_owner, die Dienste dürfen, was sie sollen, und niemand ist noch angemeldet", async () => {
  const rechte = (datenbank: string) =>
    sql(
      datenbank,
      `select relname, relowner::regrole::text, (select array_agg(r::text order by r::text) from unnest(relacl) r) acl
       from pg_class where relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) and relkind in ('r', 'p', 'v', 'S')
         and relname not like 'pg_%'
       order by relname`,
    );
  expect(await rechte("neu")).toEqual(await rechte("bestand"));
  expect(await sql("neu", "select from sitzung")).toEqual([]);
});

test("in eine Datenbank, in der schon etwas liegt, wird nichts wiederhergestellt", () => {
  const { status, text } = rufe("neu", "sql/wiederherstellen.ts", datei());
  expect([status, text]).toEqual([2, expect.stringContaining("In der Datenbank neu liegt schon etwas")]);
});

test("ein Schaden, der mit gesichert wurde, fällt nach dem Wiederherstellen auf; ein fremder Anker auch", async () => {
  await sql("bestand", "alter table archiv_pdf disable trigger user");
  await sql(
    "bestand",
    "update archiv_pdf set inhalt = inhalt || 'x' where beleg_id = (select min(beleg_id) from archiv_pdf)",
  );
  await sql("bestand", "alter table archiv_pdf enable trigger user");
  const kaputt = path.join(ordner, "kaputt.dump");
  expect(rufe("bestand", "sql/sichern.ts", kaputt).status).toBe(0);
  await sql("postgres", "create database dritte");
  const { status, text } = rufe("dritte", "sql/wiederherstellen.ts", kaputt, "--anker", "0".repeat(64));
  expect(text).toMatch(/^Schreiben: 1 Fehler bei \d+ geprüften: [A-Z]{2}-\d{4}-\d{6}$/m);
  expect(text).toContain("kommt in der Kette nicht vor");
  expect(status).toBe(1);
});
