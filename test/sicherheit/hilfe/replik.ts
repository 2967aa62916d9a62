import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, closeSync, cpSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { freierPort } from "../../../src/lokal/port.ts";
import { kontoFuer, programme } from "../../../src/lokal/postgres/paket.ts";
import type { Cluster } from "./cluster.ts";

/**
 * A standby of the cluster by streaming replication: a copy of its files, taken while it stands still, that follows it.
 * The clients of the cluster lose their connections once.
 *
 * @param cluster one that flushes to disk (`sync`): it is killed, and what it has committed must be there
 */
export async function starteReplik(cluster: Cluster) {
  const verzeichnis = cluster.verzeichnis();
  const [urbild, daten] = [join(verzeichnis, "pg"), join(verzeichnis, "replik")];
  const konto = kontoFuer(urbild);
  const bin = programme(verzeichnis, konto);
  await cluster.toete();
  cpSync(urbild, daten, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  for (const datei of ["postmaster.pid", "postmaster.opts", "server.log"]) rmSync(join(daten, datei), { force: true });
  chmodSync(daten, 0o700);
  closeSync(openSync(join(daten, "standby.signal"), "w"));
  const { port: vomPort, username, password } = new URL(cluster.adminUrl());
  const ursprung = `host=127.0.0.1 port=${vomPort} user=${username} password=${decodeURIComponent(password)}`;
  appendFileSync(
    join(daten, "postgresql.auto.conf"),
    `primary_conninfo = '${ursprung}'\nhot_standby_feedback = on\nwal_receiver_status_interval = 1\nwal_retrieve_retry_interval = 200\n`,
  );
  if (konto.uid !== undefined && konto.gid !== undefined) {
    spawnSync("chown", ["-R", `${konto.uid}:${konto.gid}`, daten]);
  }
  await cluster.starteWieder();

  const port = await freierPort();
  const protokoll = join(daten, "server.log");
  const rufe = (...argumente: string[]): void => {
    const { status, stderr } = spawnSync(join(bin, "pg_ctl"), ["-D", daten, "-w", "-t", "60", ...argumente], {
      ...konto,
      cwd: "/",
      encoding: "utf8",
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (status !== 0)
      throw new Error(`pg_ctl ${argumente[0]}: ${stderr}${readFileSync(protokoll, "utf8").slice(-2_000)}`);
  };
  const einstellungen = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=100 -c fsync=off`;
  const starte = () => rufe("start", "-l", protokoll, "-o", einstellungen);
  const stoppe = () => rufe("stop", "-m", "immediate");
  starte();
  return {
    /** The same sign-in and database as `url`, at the standby. */
    url: (url: string) => Object.assign(new URL(url), { port: String(port) }).href,
    starte,
    stoppe,
  };
}
