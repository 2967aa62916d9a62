import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import postgres from "postgres";
import { migriere } from "../../../sql/migrate.ts";
import { ladeDemodaten } from "../../../src/lokal/daten.ts";
import { richteAnmeldungenEin, starteDatenbank } from "../../../src/lokal/postgres/postgres.ts";
import { laeuft, warteBis } from "../../../src/lokal/postgres/prozesse.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { nachbardatenbank } from "../../hilfe/nachbardatenbank.ts";
import { sitzung } from "./prozess.ts";

/** One database of the cluster, with a pool for what a suite looks at behind the service's back. */
export type Bestand = { name: string; ownerUrl: string; appUrl: string; workerUrl: string; owner: Sql };

const meldeAn = async (ownerUrl: string): Promise<void> => {
  const owner = verbinde(ownerUrl, "pacht_owner", { max: 1 });
  const [benutzer] = await owner<{ id: number }[]>`
    insert into benutzer (aussteller, subjekt, name, rollen)
    values ('test', 'sicherheit', 'Vera Verwalterin', '{verwalter}')
    returning id`;
  await owner`
    insert into sitzung (id_hash, benutzer_id, laeuft_ab_am, endet_spaetestens_am)
    values (${createHash("sha256").update(sitzung).digest("hex")}, ${Number(benutzer?.id)}, now() + interval '8 hours',
      now() + interval '24 hours')`;
  await owner.end();
};

const kinderVon = (pid: number): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);

const toete = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch (fehler) {
    if ((fehler as NodeJS.ErrnoException).code !== "ESRCH") throw fehler;
  }
};

/**
 * An embedded PostgreSQL of its own with the real roles, and in it a template: migrated, filled with the demo stock of
 * `konten` accounts, one clerk signed in. Its databases are copies of that template.
 *
 * @param konten 0: none, a suite brings its own
 * @param sync true where PostgreSQL itself is killed: everything is flushed to disk as in production
 */
export async function starteCluster({ konten, heute, sync }: { konten: number; heute: string; sync: boolean }) {
  const temporaer = mkdtempSync(join(tmpdir(), "pachtverwaltung-sicherheit-"));
  // The account that PostgreSQL runs under must be able to enter.
  chmodSync(temporaer, 0o755);
  const start = { verzeichnis: temporaer, datenbank: "vorlage", sync };
  let datenbank = await starteDatenbank(start);
  await migriere(datenbank.ownerUrl);
  const anmeldungen = await richteAnmeldungenEin(datenbank.adminUrl, datenbank.verzeichnis);
  if (konten > 0) await ladeDemodaten(datenbank.ownerUrl, { konten, heute });
  await meldeAn(datenbank.ownerUrl);

  const alsAdmin = async (tue: (sql: postgres.Sql) => Promise<unknown>) => {
    const sql = postgres(nachbardatenbank(datenbank.adminUrl, "postgres"), { max: 1, onnotice: () => {} });
    try {
      await tue(sql);
    } finally {
      await sql.end();
    }
  };
  const oeffne = (name: string): Bestand => {
    const ownerUrl = nachbardatenbank(anmeldungen.ownerUrl, name);
    return {
      name,
      ownerUrl,
      appUrl: nachbardatenbank(anmeldungen.appUrl, name),
      workerUrl: nachbardatenbank(anmeldungen.workerUrl, name),
      owner: verbinde(ownerUrl, "pacht_owner", { max: 4 }),
    };
  };
  const signalisiere = (signal: NodeJS.Signals): void => {
    for (const pid of [datenbank.pid, ...kinderVon(datenbank.pid)]) process.kill(pid, signal);
  };
  let nummer = 0;
  return {
    /** As superuser, who alone may read and write files of the server. */
    adminUrl: () => datenbank.adminUrl,
    /** Where it lies, for who copies it while it stands still. */
    verzeichnis: () => datenbank.verzeichnis,
    /** The template itself: for a suite that needs no second one. */
    vorlage: () => oeffne("vorlage"),
    async kopiere(): Promise<Bestand> {
      nummer += 1;
      const name = `kopie_${nummer}`;
      await alsAdmin((sql) => sql`create database ${sql(name)} template vorlage owner pacht_owner`);
      return oeffne(name);
    },
    async loesche({ name, owner }: Bestand): Promise<void> {
      await owner.end();
      await alsAdmin((sql) => sql`drop database ${sql(name)} with (force)`);
    },
    /** SIGKILL to the postmaster and all its processes at once. */
    async toete(): Promise<void> {
      const alle = [datenbank.pid, ...kinderVon(datenbank.pid)];
      for (const pid of alle) toete(pid);
      await warteBis(() => !alle.some(laeuft), 10_000);
    },
    /** SIGSTOP to all of them: it holds its connections and answers nothing. */
    haltAn: () => signalisiere("SIGSTOP"),
    setzFort: () => signalisiere("SIGCONT"),
    /** Starts it again on its port; returns when recovery is through. */
    async starteWieder(): Promise<void> {
      datenbank = await starteDatenbank({ ...start, port: datenbank.port });
    },
    async beende(): Promise<void> {
      await datenbank.beende();
      rmSync(temporaer, { recursive: true });
      if (datenbank.verzeichnis !== temporaer) rmSync(datenbank.verzeichnis, { recursive: true });
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof starteCluster>>;
