import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Queue } from "pg-boss";
import { Bedienfehler, beendeMit } from "../src/technik/befehl.ts";
import { liesDatenbankadresse } from "../src/technik/config.ts";
import { bossFuerMigration, bossSchema, warteschlangen } from "../src/technik/database/boss.ts";
import { type Sql, verbinde, verlangeEinstellungen } from "../src/technik/database/pool.ts";
import { pruefeTreiber } from "../src/technik/database/treiber/pruefe.ts";
import { sha256Von } from "../src/technik/sha256.ts";
import { bereiteEigentuemerVor, gibAnmeldungDieRollen, gibRechteWieder, legeDienstrollenAn } from "./rollen.ts";
import { MigrationVerweigert } from "./verweigert.ts";

const ordner = new URL("./migrations/", import.meta.url);

type Migration = { name: string; text: string; sha256: string };

const listMigrationen = (): Migration[] =>
  readdirSync(ordner)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => {
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name)) throw new MigrationVerweigert(`Kein Name einer Migration: ${name}`);
      const text = readFileSync(new URL(name, ordner), "utf8");
      return { name, text, sha256: sha256Von(text) };
    });

/** The first migration of the databases from before the migrations were put in their present order. */
const ersteVonFrueher = "63b56874edd50cf1a5f007479af7b557fa29b334b6935e5d318511b1e3161204";

const leereDatenbank =
  "eine neue, leere Datenbank anlegen und DATABASE_URL (MIGRATION_DATABASE_URL) auf sie zeigen lassen";
const leererOrdner = (ordner: string): string =>
  `den Ordner beiseitelegen (mv '${ordner}' '${ordner}.alt') und noch einmal starten`;

/** Landed migrations are immutable and come before all new ones. */
const offene = (
  dateien: Migration[],
  angewendet: { name: string; sha256: string }[],
  neubeginn: string,
): Migration[] => {
  if (angewendet[0]?.sha256 === ersteVonFrueher)
    throw new MigrationVerweigert(
      `Diese Datenbank stammt aus der Zeit vor der ersten Fassung und lässt sich nicht fortführen. Nichts darin wurde verändert oder gelöscht. Neu beginnen: ${neubeginn}.`,
    );
  for (const [index, { name, sha256 }] of angewendet.entries()) {
    const datei = dateien.find((kandidat) => kandidat.name === name);
    if (datei === undefined)
      throw new MigrationVerweigert(`Die Migration ${name} ist in der Datenbank angewendet, aber ihre Datei fehlt.`);
    if (datei.sha256 !== sha256)
      throw new MigrationVerweigert(`Die Migration ${name} wurde geändert, nachdem sie angewendet worden war.`);
    if (dateien[index] !== datei)
      throw new MigrationVerweigert(`Die Migration ${dateien[index]?.name} liegt vor der schon angewendeten ${name}.`);
  }
  return dateien.slice(angewendet.length);
};

const wendeAn = async (sql: Sql, neubeginn: string): Promise<string[]> => {
  await sql`
    create table if not exists public.migration (
      name text primary key,
      sha256 text not null,
      angewendet_am timestamptz not null default now()
    )`;
  // The health check compares it with the code; it stands in no migration, so its rights come from here.
  await sql`grant select (name) on public.migration to pacht_app, pacht_worker`;
  const angewendet = await sql<
    { name: string; sha256: string }[]
  >`select name, sha256 from public.migration order by name`;
  const neue = offene(listMigrationen(), angewendet, neubeginn);
  for (const { name, text, sha256 } of neue) {
    await sql.begin(async (tx) => {
      await tx`set local search_path to public`;
      await tx.unsafe(text).simple();
      await tx`insert into public.migration (name, sha256) values (${name}, ${sha256})`;
    });
  }
  return neue.map(({ name }) => name);
};

const richteWarteschlangenEin = async (sql: Sql): Promise<void> => {
  const boss = bossFuerMigration(sql);
  const fehler: Error[] = [];
  boss.on("error", (einer) => fehler.push(einer));
  await boss.start();
  const vorhandene = new Map((await boss.getQueues()).map(({ name, policy }) => [name, policy]));
  for (const [name, optionen] of Object.entries<Omit<Queue, "name">>(warteschlangen)) {
    const { policy = "standard", ...rest } = optionen;
    if (vorhandene.get(name) === policy) await boss.updateQueue(name, rest);
    else {
      // A queue keeps its policy for life, and its jobs go with it. So far only queues that every night fills have changed.
      if (vorhandene.has(name)) await boss.deleteQueue(name);
      await boss.createQueue(name, optionen);
    }
  }
  // Indexes that an update of pg-boss builds in the background only get built by the owner, that is here.
  const offen = async () =>
    (await sql`select from ${sql(bossSchema)}.bam where status <> 'completed' limit 1`).length > 0 &&
    fehler.length === 0;
  while (await offen()) await new Promise((weiter) => setTimeout(weiter, 200));
  await boss.stop({ close: false, graceful: false });
  if (fehler[0] !== undefined) throw fehler[0];

  await sql
    .unsafe(`
      grant usage on schema ${bossSchema} to pacht_app, pacht_worker;
      revoke all on all tables in schema ${bossSchema} from pacht_app, pacht_worker;
      grant select on all tables in schema ${bossSchema} to pacht_app;
      grant insert on ${bossSchema}.job, ${bossSchema}.job_common to pacht_app;
      grant select, insert, update, delete on all tables in schema ${bossSchema} to pacht_worker;
      grant execute on all functions in schema ${bossSchema} to pacht_app, pacht_worker;
    `)
    .simple();
};

/**
 * Brings the database up to date: the numbered files, each in its own transaction, then pg-boss's schema and queues.
 * Several processes may do it at once; they take turns.
 *
 * @param neubeginn how to begin anew, told to whoever comes with a database that cannot be carried on
 * @returns names of the files applied now
 * @throws MigrationVerweigert if an applied file was changed or is missing
 */
export async function migriere(ownerUrl: string, neubeginn = leereDatenbank): Promise<string[]> {
  await bereiteEigentuemerVor(ownerUrl);
  // One connection, so that the lock of its session covers everything.
  const sql = verbinde(ownerUrl, "pacht_owner", { max: 1 });
  try {
    await verlangeEinstellungen(sql);
    await sql`select pg_advisory_lock(hashtext('pachtverwaltung migration'))`;
    await legeDienstrollenAn(sql);
    const angewendet = await wendeAn(sql, neubeginn);
    await gibRechteWieder(sql);
    await richteWarteschlangenEin(sql);
    await gibAnmeldungDieRollen(sql);
    return angewendet;
  } finally {
    await sql.end();
  }
}

/** The local start names the folder that the database lies in. */
const liesOrdner = (): string | undefined => {
  try {
    return parseArgs({ options: { ordner: { type: "string" } } }).values.ordner;
  } catch {
    throw new Bedienfehler("Aufruf: npm run migrate   (ohne weitere Wörter)");
  }
};

if (import.meta.main)
  await beendeMit(async () => {
    pruefeTreiber();
    const ordner = liesOrdner();
    const url = liesDatenbankadresse(["MIGRATION_DATABASE_URL", "DATABASE_URL"]);
    if (url === undefined)
      throw new Bedienfehler("MIGRATION_DATABASE_URL (oder DATABASE_URL) fehlt: die Verbindung des Eigentümers.");
    const namen = await migriere(url, ordner === undefined ? undefined : leererOrdner(ordner));
    console.log(namen.length === 0 ? "Die Datenbank ist auf dem neuesten Stand." : `Angewendet: ${namen.join(", ")}`);
    return true;
  });
