import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { Socket } from "node:net";
import { totalmem } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as warte } from "node:timers/promises";
import { KonfigurationUnvollstaendig } from "../../technik/config.ts";
import { freierPort } from "../port.ts";
import { datenordner, type Konto, kontoFuer, programme, verlangeLesbarenPfad } from "./paket.ts";
import { befehlszeile, laeuft, warteBis } from "./prozesse.ts";
import { passwoerter, richteDatenbankEin, urlFuer } from "./zugang.ts";

export { datenordner } from "./paket.ts";
export { type Anmeldungen, richteAnmeldungenEin } from "./zugang.ts";

export type Datenbank = {
  /** As superuser, into the database asked for. */
  adminUrl: string;
  /** As pacht_owner, who migrates. */
  ownerUrl: string;
  port: number;
  /** Process id of the postmaster. */
  pid: number;
  /** It was running already: an orphan, or another process of this clone uses it. */
  uebernommen: boolean;
  /** The database has just been created. */
  frisch: boolean;
  /** Where everything lies; may differ from the folder asked for, see `datenordner`. */
  verzeichnis: string;
  /** Stops the server, also one that was taken over. */
  beende(): Promise<void>;
};

type Postmaster = { pid: number; port: number; zustand: string };
type Startart = { sync: boolean; port?: number };

/** The postmaster that serves `cluster`. A lock file whose pid is dead or now another program's is removed. */
const findePostmaster = (cluster: string): Postmaster | undefined => {
  const datei = join(cluster, "postmaster.pid");
  if (!existsSync(datei)) return undefined;
  const zeilen = readFileSync(datei, "utf8").split("\n");
  const pid = Number(zeilen[0]);
  // While it is being written the file may still be empty.
  if (pid === 0) return undefined;
  const befehl = befehlszeile(pid);
  if (laeuft(pid) && befehl.includes("postgres") && befehl.includes(cluster))
    return { pid, port: Number(zeilen[3]), zustand: zeilen[7]?.trim() ?? "" };
  rmSync(datei, { force: true });
  return undefined;
};

const uebergib = (pfad: string, { uid, gid }: Konto): void => {
  if (uid !== undefined && gid !== undefined) chownSync(pfad, uid, gid);
};

/** Makes the cluster in a folder beside and renames it, so that a broken first start leaves nothing half done. */
const legeClusterAn = (ordner: string, cluster: string, bin: string, konto: Konto): void => {
  for (const rest of readdirSync(ordner).filter((name) => name.startsWith("neu-")))
    if (!laeuft(Number(rest.slice(4)))) rmSync(join(ordner, rest), { recursive: true, force: true });
  verlangeLesbarenPfad(bin);
  const neu = join(ordner, `neu-${process.pid}`);
  mkdirSync(neu, { mode: 0o700 });
  uebergib(neu, konto);
  const passwortdatei = join(neu, "passwort");
  writeFileSync(passwortdatei, passwoerter(ordner).postgres, { mode: 0o600 });
  uebergib(passwortdatei, konto);
  const { status, stderr, error } = spawnSync(
    join(bin, "initdb"),
    ["-D", join(neu, "pg"), "-U", "postgres", "-A", "scram-sha-256", "--pwfile", passwortdatei, "-E", "UTF8"].concat([
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-sync",
      "--no-instructions",
    ]),
    { ...konto, cwd: "/", env: { ...process.env, LC_ALL: "C" }, encoding: "utf8" },
  );
  if (status !== 0)
    throw new KonfigurationUnvollstaendig(`initdb ist gescheitert: ${(stderr || error?.message)?.trim()}`);
  try {
    renameSync(join(neu, "pg"), cluster);
  } catch (fehler) {
    if (!existsSync(join(cluster, "PG_VERSION"))) throw fehler;
  }
  rmSync(neu, { recursive: true });
};

/**
 * What a stock of half a million accounts asks for, where the machine has it: the lists search in indexes that should stay
 * in memory, and a booking run writes more than the one gigabyte after which PostgreSQL would begin a checkpoint. Memory
 * that nobody touches is not taken.
 */
const speicher = (): string[] => {
  const mib = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20;
  const puffer = Math.round(Math.min(Math.max(mib / 8, 128), 2048));
  return [`shared_buffers=${puffer}MB`, "max_wal_size=4GB"];
};

const ohneSync = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** A shell that stops the server when this process dies in whatever way: its end of the pipe closes then. */
const bewache = (server: ChildProcess): void => {
  const waechter = spawn("/bin/sh", ["-c", `read -r _; kill -INT ${server.pid}`], {
    cwd: "/",
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  server.once("exit", () => waechter.kill("SIGKILL"));
  waechter.unref();
  (waechter.stdin as Socket).unref();
};

/** Starts a postmaster and waits until it takes connections; undefined if it gave up, with the reason in its log. */
const starte = async (
  cluster: string,
  bin: string,
  konto: Konto,
  { sync, port: gewuenscht }: Startart,
): Promise<Postmaster | undefined> => {
  const port = gewuenscht ?? (await freierPort());
  const einstellungen = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=100", "jit=off"];
  const argumente = [...einstellungen, ...speicher(), ...(sync ? [] : ohneSync)].flatMap((wert) => ["-c", wert]);
  // Into a file, not a pipe, and in a session of its own: it survives its parent, and Ctrl-C is not meant for it.
  const kind = spawn(
    "/bin/sh",
    ["-c", 'exec "$0" "$@" >"$PROTOKOLL" 2>&1', join(bin, "postgres"), "-D", cluster, "-p", String(port), ...argumente],
    {
      ...konto,
      cwd: "/",
      env: { ...process.env, LC_ALL: "C", PROTOKOLL: join(cluster, "server.log") },
      stdio: "ignore",
      detached: true,
    },
  );
  let beendet = false;
  kind.once("exit", () => {
    beendet = true;
  });
  kind.once("error", () => {
    beendet = true;
  });
  kind.unref();
  const bereit = (): boolean => {
    const postmaster = findePostmaster(cluster);
    return postmaster?.pid === kind.pid && postmaster?.zustand === "ready";
  };
  // Recovery after a crash may take its time.
  if (!(await warteBis(() => beendet || bereit(), 300_000)) || beendet || kind.pid === undefined) return undefined;
  bewache(kind);
  return { pid: kind.pid, port, zustand: "ready" };
};

/** Adopts the server of `cluster` or starts one, also while another process starts or stops it. */
const laufenderServer = async (cluster: string, bin: string, konto: Konto, art: Startart) => {
  const protokoll = join(cluster, "server.log");
  for (const ende = performance.now() + 20_000; ; await warte(50)) {
    const vorhanden = findePostmaster(cluster);
    if (vorhanden?.zustand === "ready") return { ...vorhanden, uebernommen: true };
    if (vorhanden === undefined) {
      const gestartet = await starte(cluster, bin, konto, art);
      if (gestartet !== undefined) return { ...gestartet, uebernommen: false };
    }
    // A port taken meanwhile, a rival's lock, shared memory of a killed predecessor: worth another try.
    if (performance.now() > ende) {
      const text = existsSync(protokoll) ? readFileSync(protokoll, "utf8").slice(-2000) : "";
      throw new KonfigurationUnvollstaendig(`PostgreSQL startet nicht (${cluster}): ${text.trim()}`);
    }
  }
};

/**
 * Real PostgreSQL from npm's binaries on a random port of the loopback, with a database that pacht_owner owns.
 *
 * @param optionen.sync false for throw-away data: nothing is flushed to disk
 * @param optionen.port where clients of an earlier start expect it; else any free one
 * @throws KonfigurationUnvollstaendig with what this machine or folder lacks, or what PostgreSQL said
 */
export async function starteDatenbank(optionen: {
  verzeichnis: string;
  datenbank?: string;
  sync?: boolean;
  port?: number;
}): Promise<Datenbank> {
  const { datenbank = "pachtverwaltung", sync = true, port: fester } = optionen;
  const verzeichnis = datenordner(optionen.verzeichnis);
  const cluster = join(verzeichnis, "pg");
  const konto = kontoFuer(cluster);
  const bin = programme(verzeichnis, konto);
  if (!existsSync(join(cluster, "PG_VERSION"))) legeClusterAn(verzeichnis, cluster, bin, konto);
  const { pid, port, uebernommen } = await laufenderServer(cluster, bin, konto, { sync, port: fester });
  const woerter = passwoerter(verzeichnis);
  const adminUrl = urlFuer(`postgres://127.0.0.1:${port}/postgres`, "postgres", woerter.postgres);
  const frisch = await richteDatenbankEin(adminUrl, datenbank, verzeichnis);
  return {
    adminUrl: urlFuer(adminUrl, "postgres", woerter.postgres, datenbank),
    ownerUrl: urlFuer(adminUrl, "pacht_owner", woerter.pacht_owner, datenbank),
    port,
    pid,
    uebernommen,
    frisch,
    verzeichnis,
    async beende() {
      if (findePostmaster(cluster)?.pid !== pid) return;
      process.kill(pid, "SIGINT");
      if (!(await warteBis(() => !laeuft(pid), 15_000))) process.kill(pid, "SIGQUIT");
    },
  };
}
