import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verlangeLesbarenPfad } from "../../src/lokal/postgres/paket.ts";
import { type Datenbank, starteDatenbank } from "../../src/lokal/postgres/postgres.ts";
import { laeuft, warteBis } from "../../src/lokal/postgres/prozesse.ts";

let verzeichnis: string;
let datenbank: Datenbank;
const benutzt = new Set<string>();

const starte = async () => {
  datenbank = await starteDatenbank({ verzeichnis });
  benutzt.add(datenbank.verzeichnis);
  return datenbank;
};

const frage = async <T>(url: string, text: string): Promise<T[]> => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return [...(await sql.unsafe<(T & postgres.Row)[]>(text))];
  } finally {
    await sql.end();
  }
};

beforeAll(async () => {
  verzeichnis = mkdtempSync(join(tmpdir(), "pachtverwaltung-lokal-"));
  chmodSync(verzeichnis, 0o755);
  await starte();
});

afterAll(async () => {
  await datenbank.beende();
  for (const ordner of new Set([verzeichnis, ...benutzt])) rmSync(ordner, { recursive: true, force: true });
});

test("eine neue Datenbank ist nur auf dieser Maschine zu erreichen und gehört pacht_owner", async () => {
  expect(datenbank).toMatchObject({ frisch: true, uebernommen: false });
  const [zeile] = await frage(
    datenbank.ownerUrl,
    `select current_user as wer, current_setting('listen_addresses') as wo, current_setting('jit') as jit,
       current_setting('max_connections') as platz, pg_get_userbyid(datdba) as eigner
     from pg_database where datname = current_database()`,
  );
  expect(zeile).toEqual({ wer: "pacht_owner", wo: "127.0.0.1", jit: "off", platz: "100", eigner: "pacht_owner" });
  expect(statSync(join(datenbank.verzeichnis, "zugang.json")).mode & 0o777).toBe(0o600);
});

test("ein Ordner, aus dem initdb sich nicht aufrufen kann, wird genannt", () => {
  for (const zeichen of ['"', "$", "`", "\\"])
    expect(() => verlangeLesbarenPfad(`/srv/a${zeichen}b/bin`)).toThrow(
      `In einem Ordner mit „${zeichen}“ im Namen legt PostgreSQL keine Datenbank an.`,
    );
  for (const name of ["Pächter & Söhne", "'Co' [1]", "#2 100%25 (ä); x?"])
    expect(() => verlangeLesbarenPfad(`/srv/${name}/bin`)).not.toThrow();
});

test("eine laufende wird übernommen, auch wenn ein sauberes Ende und ein neuer Start dazwischenliegen", async () => {
  const { pid } = datenbank;
  expect(await starte()).toMatchObject({ frisch: false, uebernommen: true, pid });
  await datenbank.beende();
  expect(laeuft(pid)).toBe(false);
  expect(await starte()).toMatchObject({ frisch: false, uebernommen: false });
});

test("was festgeschrieben ist, überlebt ein SIGKILL des Servers", async () => {
  await frage(datenbank.ownerUrl, "create table bleibt as select 42 as wert");
  const { pid } = datenbank;
  process.kill(pid, "SIGKILL");
  // The signal is on its way only; a server that has not got it yet would be taken over.
  expect(await warteBis(() => !laeuft(pid), 5_000)).toBe(true);
  expect(await starte()).toMatchObject({ frisch: false, uebernommen: false });
  expect(await frage(datenbank.ownerUrl, "select wert from bleibt")).toEqual([{ wert: 42 }]);
});

test("eine Sperrdatei mit der pid eines anderen Programms hält nicht auf", async () => {
  const sperre = join(datenbank.verzeichnis, "pg/postmaster.pid");
  const alt = readFileSync(sperre, "utf8");
  await datenbank.beende();
  expect(existsSync(sperre)).toBe(false);
  writeFileSync(sperre, alt.replace(/^\d+/, String(process.pid)));
  expect(await starte()).toMatchObject({ uebernommen: false });
});

test("der Server endet mit dem Prozess, der ihn gestartet hat, auch bei SIGKILL", async () => {
  await datenbank.beende();
  const modul = pathToFileURL(join(import.meta.dirname, "../../src/lokal/postgres/postgres.ts")).href;
  const programm = `const { starteDatenbank } = await import(${JSON.stringify(modul)});
    console.log((await starteDatenbank({ verzeichnis: ${JSON.stringify(verzeichnis)}, sync: false })).pid);
    setInterval(() => {}, 1000);`;
  const kind = spawn(process.execPath, ["--input-type=module", "-e", programm], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = await new Promise<number>((fertig) => kind.stdout.once("data", (text) => fertig(Number(text))));
  expect(laeuft(pid)).toBe(true);
  kind.kill("SIGKILL");
  expect(await warteBis(() => !laeuft(pid), 10_000)).toBe(true);
  await starte();
});
